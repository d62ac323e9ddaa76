//! Which schemas a deserializer covers by itself, and which nobody covers.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use schemars::{JsonSchema, schema_for};
use serde_json::{Value, json};

use super::{Coverage, coverage};

fn of<T: JsonSchema>() -> Coverage {
    coverage(schema_for!(T).as_value())
}

fn unenforced(path: &str, keyword: &str) -> Coverage {
    Coverage::Unenforced {
        path: path.to_owned(),
        keyword: keyword.to_owned(),
    }
}

#[derive(JsonSchema)]
#[expect(dead_code, reason = "only the schema is looked at")]
enum Level {
    Low,
    High,
}

#[derive(JsonSchema)]
#[expect(dead_code, reason = "only the schema is looked at")]
enum Documented {
    /// First.
    One,
    /// Second.
    Two,
}

#[test]
fn derived_types_without_attributes_are_covered_by_their_deserializer() {
    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only the schema is looked at")]
    struct Plain {
        a: u8,
        b: i16,
        c: Option<u32>,
        d: usize,
        e: f64,
        f: Vec<String>,
        g: HashMap<String, bool>,
        h: BTreeMap<u32, f32>,
        i: (u8, String),
        j: Level,
        k: Documented,
        l: Option<Level>,
        m: Value,
        n: Option<Box<Plain>>,
        o: u128,
    }
    assert_eq!(of::<Plain>(), Coverage::Deserializer);
}

#[test]
fn bounds_beyond_the_number_type_need_the_check() {
    let format = json!({"type": "integer", "format": "uint8", "minimum": 0, "maximum": 255});
    assert_eq!(coverage(&format), Coverage::Deserializer);
    for schema in [
        json!({"type": "integer", "format": "uint8", "minimum": 0, "maximum": 254}),
        json!({"type": "integer", "format": "uint8", "minimum": 1, "maximum": 255}),
        json!({"type": "integer", "minimum": 0, "maximum": 255}),
        json!({"type": "number", "format": "double", "minimum": 0}),
        json!({"type": "integer", "exclusiveMinimum": 0}),
        json!({"type": "number", "multipleOf": 2}),
    ] {
        assert_eq!(coverage(&schema), Coverage::Checked, "{schema}");
    }
}

#[test]
fn what_serde_accepts_beyond_the_schema_needs_the_check() {
    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only the schema is looked at")]
    enum Data {
        A { x: u8 },
        B(String),
    }
    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only the schema is looked at")]
    struct Ranged {
        #[schemars(length(equal = 1))]
        code: String,
        #[schemars(length(equal = 3))]
        parts: Vec<u8>,
    }
    assert_eq!(of::<BTreeSet<u8>>(), Coverage::Checked);
    assert_eq!(of::<std::num::NonZeroI8>(), Coverage::Checked);
    assert_eq!(of::<std::num::NonZeroU8>(), Coverage::Checked);
    assert_eq!(of::<Data>(), Coverage::Checked);
    assert_eq!(of::<Option<Data>>(), Coverage::Checked);
    assert_eq!(of::<Ranged>(), Coverage::Checked);
    let mixed = json!({"properties": {"a": true}, "additionalProperties": {"type": "integer"}});
    assert_eq!(coverage(&mixed), Coverage::Checked);
    let forced = json!({"properties": {"a": {"type": ["string", "null"]}}, "required": ["a"]});
    assert_eq!(coverage(&forced), Coverage::Checked);
    assert_eq!(coverage(&json!(false)), Coverage::Checked);
}

#[test]
fn a_pattern_nobody_can_judge_is_told_with_its_place() {
    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only the schema is looked at")]
    struct Inner {
        #[schemars(regex(pattern = "^[a-z]+$"))]
        slug: String,
    }
    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only the schema is looked at")]
    struct Outer {
        #[schemars(range(min = 1))]
        n: u8,
        parts: Vec<Inner>,
    }
    assert_eq!(of::<Outer>(), unenforced("parts.*.slug", "pattern"));
}

#[test]
fn keywords_beyond_the_check_are_told_and_annotations_are_not() {
    assert_eq!(
        coverage(&json!({"properties": {"a.b": {"items": {"$ref": "other.json"}}}})),
        unenforced("\"a.b\".*", "$ref")
    );
    for (schema, keyword) in [
        (json!({"$dynamicRef": "#x"}), "$dynamicRef"),
        (json!({"items": [{"type": "string"}]}), "items"),
        (
            json!({"exclusiveMinimum": true, "minimum": 0}),
            "exclusiveMinimum",
        ),
        (json!({"type": "text"}), "type"),
        (json!({"unevaluatedItems": false}), "unevaluatedItems"),
        (json!({"dependencies": {}}), "dependencies"),
        (
            json!({"patternProperties": {"^[a-z]$": true}}),
            "patternProperties",
        ),
    ] {
        assert_eq!(coverage(&schema), unenforced("(root)", keyword), "{schema}");
    }
    let annotated = json!({
        "type": "string", "format": "email", "title": "x", "default": {"pattern": "[a]"},
        "examples": [{"$dynamicRef": 1}], "x-order": 1, "readOnly": true
    });
    assert_eq!(coverage(&annotated), Coverage::Deserializer);
}

#[test]
fn names_that_look_like_keywords_are_no_constraints() {
    let schema = json!({"properties": {
        "pattern": {"type": "string"}, "minimum": {"type": "string"}, "$dynamicRef": true
    }});
    assert_eq!(coverage(&schema), Coverage::Deserializer);
}

#[test]
fn schemas_in_circles_end() {
    assert_eq!(coverage(&json!({"$ref": "#"})), Coverage::Deserializer);
    let circle = json!({"items": {"$ref": "#/$defs/A"}, "$defs": {"A": {"items": {"$ref": "#"}}}});
    assert_eq!(coverage(&circle), Coverage::Deserializer);
}
