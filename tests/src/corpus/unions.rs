//! Enums in all of serde's taggings.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Sample, optional, required};

#[derive(Serialize, Deserialize, JsonSchema)]
enum Unit {
    One,
    Two,
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum Documented {
    /// The first one.
    One,
    /// The second one.
    Two,
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum HalfDocumented {
    One,
    Two,
    /// The last one.
    Three,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum External {
    Nothing,
    Text(String),
    Pair(u8, u8),
    Mixed(u8, String),
    Record { x: i32, y: Option<i32> },
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind")]
enum Internal {
    A { x: i32 },
    B { y: String },
    C,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Inner {
    x: i32,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind")]
enum InternalNewtype {
    Plain,
    Holds(Inner),
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Nothing,
    Text(String),
    Record { x: i32 },
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Untagged {
    Number(f64),
    Text(String),
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum UntaggedRecords {
    A { x: i32 },
    B { y: String },
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum Expression {
    Number(f64),
    Add(Box<Expression>, Box<Expression>),
    Negate(Box<Expression>),
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct WithFlattenedEnum {
    name: String,
    #[serde(flatten)]
    what: Internal,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct HoldsEnums {
    /// Which one to take.
    which: Documented,
    other: Option<Unit>,
    all: Vec<Internal>,
}

pub(super) fn samples() -> Vec<Sample> {
    vec![
        required::<Unit>("unit_enum"),
        required::<Documented>("documented_enum"),
        required::<HalfDocumented>("half_documented_enum"),
        required::<External>("external"),
        required::<Internal>("internal"),
        required::<InternalNewtype>("internal_newtype"),
        required::<Adjacent>("adjacent"),
        required::<Untagged>("untagged"),
        required::<UntaggedRecords>("untagged_records"),
        required::<Vec<External>>("list_of_enums"),
        required::<Expression>("recursive_enum"),
        required::<WithFlattenedEnum>("flattened_enum"),
        required::<HoldsEnums>("holds_enums"),
        required::<Result<u8, String>>("result"),
        optional::<Option<Unit>>("optional_enum"),
        optional::<Option<Documented>>("optional_documented_enum"),
        optional::<Option<Internal>>("optional_internal"),
        optional::<Option<Untagged>>("optional_untagged"),
    ]
}
