//! Records, lists, maps, tuples, recursion.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Sample, optional, required, whole};

/// A place on a map.
#[derive(Serialize, Deserialize, JsonSchema)]
struct City {
    /// Its name.
    name: String,
    population: Option<u64>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Trip {
    /// Where it starts.
    from: City,
    /// Where it ends.
    to: City,
    stops: Vec<City>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Empty {}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct HoldsEmpty {
    empty: Empty,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Row {
    id: u32,
    data: Value,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Defaults {
    #[serde(default)]
    count: u32,
    #[serde(default = "ten")]
    limit: u32,
    #[serde(default)]
    tags: Vec<String>,
    name: Option<String>,
}

fn ten() -> u32 {
    10
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ClosedWithMap {
    headers: BTreeMap<String, String>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Renamed {
    first_name: String,
    #[serde(rename = "last-name")]
    last_name: String,
}

/// Fields that are called like keywords.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Keywords {
    title: String,
    format: String,
    default: Option<String>,
    r#type: String,
    properties: BTreeMap<String, u8>,
    #[serde(rename = "$ref")]
    reference: String,
    r#enum: Vec<String>,
    required: bool,
    items: u8,
    r#const: String,
    description: String,
    #[serde(rename = "anyOf")]
    any_of: String,
    #[serde(rename = "additionalProperties")]
    additional: bool,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Node {
    label: String,
    next: Option<Box<Node>>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Tree {
    label: String,
    kids: Vec<Tree>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Shrub {
    label: String,
    #[serde(default)]
    kids: Vec<Shrub>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Folder {
    files: Vec<File>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct File {
    name: String,
    inside: Option<Box<Folder>>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Described {
    /// The tree's first node.
    root: Node,
}

mod first {
    use super::{Deserialize, JsonSchema, Serialize};

    #[derive(Serialize, Deserialize, JsonSchema)]
    pub(super) struct P {
        a: u8,
    }
}

mod second {
    use super::{Deserialize, JsonSchema, Serialize};

    #[derive(Serialize, Deserialize, JsonSchema)]
    pub(super) struct P {
        b: String,
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct SameName {
    x: first::P,
    y: second::P,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Page {
    offset: u32,
    limit: Option<u32>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Flattened {
    query: String,
    #[serde(flatten)]
    page: Page,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct FlattenedMap {
    query: String,
    #[serde(flatten)]
    rest: BTreeMap<String, String>,
}

type Pair = (u8, Option<City>);

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Deep {
    a: Vec<BTreeMap<String, Vec<Pair>>>,
}

pub(super) fn samples() -> Vec<Sample> {
    vec![
        required::<Vec<String>>("list"),
        required::<Vec<Vec<i32>>>("nested_list"),
        required::<Vec<Option<u8>>>("list_of_optional"),
        required::<Vec<Option<Row>>>("list_of_optional_rows"),
        required::<Vec<Value>>("list_of_any_json"),
        required::<BTreeSet<String>>("set"),
        required::<[u8; 4]>("array"),
        required::<(f64, f64)>("pair_of_one_type"),
        required::<(String, u32)>("pair_of_two_types"),
        required::<(String,)>("tuple_of_one"),
        required::<HashMap<String, String>>("map"),
        required::<BTreeMap<String, Vec<u8>>>("map_of_lists"),
        required::<BTreeMap<String, City>>("map_of_records"),
        required::<BTreeMap<u32, f64>>("map_with_integer_keys"),
        required::<BTreeMap<i64, String>>("map_with_signed_keys"),
        required::<Map<String, Value>>("free_object"),
        required::<City>("record"),
        required::<Empty>("empty_record"),
        required::<Vec<City>>("list_of_records"),
        required::<Node>("recursive"),
        required::<Tree>("recursive_list"),
        required::<Described>("described_reference"),
        required::<Flattened>("nested_flatten"),
        required::<FlattenedMap>("flattened_map"),
        required::<Deep>("deep"),
        optional::<Option<Vec<String>>>("optional_list"),
        optional::<Option<City>>("optional_record"),
        optional::<Option<Node>>("optional_recursive"),
        whole::<Trip>("one_type_twice"),
        whole::<HoldsEmpty>("holds_empty"),
        whole::<Defaults>("defaults"),
        whole::<ClosedWithMap>("closed_with_map"),
        whole::<Renamed>("renamed"),
        whole::<Keywords>("keywords"),
        whole::<Node>("root_recursive"),
        whole::<Shrub>("root_recursive_default"),
        whole::<Folder>("mutually_recursive"),
        whole::<SameName>("two_types_of_one_name"),
        whole::<Flattened>("flatten"),
        whole::<Empty>("no_arguments"),
    ]
}
