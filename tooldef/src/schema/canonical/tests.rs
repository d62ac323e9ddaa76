//! What the canonical form keeps, drops and adds.

use proptest::prelude::*;
use schemars::{JsonSchema, schema_for};
use serde_json::{Value, json};

use super::canonical;

fn of<T: JsonSchema>() -> Value {
    canonical(schema_for!(T).to_value())
}

/// Every `format` that stands in the schema, at any level.
fn formats(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            found.extend(
                fields
                    .get("format")
                    .and_then(Value::as_str)
                    .map(str::to_owned),
            );
            fields.values().for_each(|value| formats(value, found));
        }
        Value::Array(items) => items.iter().for_each(|value| formats(value, found)),
        _ => {}
    }
}

#[test]
fn formats_of_number_types_go_at_every_level_and_their_bounds_stay() {
    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only the schema is looked at")]
    struct Inner {
        small: Vec<u16>,
        real: Option<f64>,
    }
    #[derive(JsonSchema)]
    #[expect(dead_code, reason = "only the schema is looked at")]
    struct Widths {
        a: usize,
        b: u32,
        c: u64,
        d: f32,
        e: i128,
        f: i32,
        inner: Vec<Inner>,
        /// A property that is called like a keyword.
        format: u8,
    }
    let schema = of::<Widths>();
    let mut found = Vec::new();
    formats(&schema, &mut found);
    assert!(found.is_empty(), "{found:?} in {schema}");
    let field = |name: &str| schema["properties"][name].clone();
    assert_eq!(field("a"), json!({"type": "integer", "minimum": 0}));
    assert_eq!(
        field("b"),
        json!({"type": "integer", "minimum": 0, "maximum": u32::MAX})
    );
    assert_eq!(field("c"), json!({"type": "integer", "minimum": 0}));
    assert_eq!(field("d"), json!({"type": "number"}));
    assert_eq!(field("e"), json!({"type": "integer"}));
    assert_eq!(
        field("f"),
        json!({"type": "integer", "minimum": i32::MIN, "maximum": i32::MAX})
    );
    assert_eq!(field("format")["maximum"], 255);
    let small = &schema["$defs"]["Inner"]["properties"]["small"]["items"];
    assert_eq!(
        small,
        &json!({"type": "integer", "minimum": 0, "maximum": 65535})
    );
}

#[test]
fn a_bound_of_the_schema_itself_is_kept_and_standard_formats_are_too() {
    let schema = canonical(json!({"type": "integer", "format": "uint8", "maximum": 10}));
    assert_eq!(
        schema,
        json!({"type": "integer", "minimum": 0, "maximum": 10})
    );
    let date = json!({"type": "string", "format": "date-time"});
    assert_eq!(canonical(date.clone()), date);
}

#[test]
fn every_schema_that_takes_objects_has_properties() {
    let schema = canonical(json!({
        "type": "object",
        "properties": {
            "empty": {"type": "object"},
            "maybe": {"type": ["object", "null"]},
            "map": {"type": "object", "additionalProperties": {"type": "object"}}
        },
        "$defs": {"Empty": {"type": "object"}}
    }));
    assert_eq!(
        schema,
        json!({
            "type": "object",
            "properties": {
                "empty": {"type": "object", "properties": {}},
                "maybe": {"type": ["object", "null"], "properties": {}},
                "map": {
                    "type": "object",
                    "properties": {},
                    "additionalProperties": {"type": "object", "properties": {}}
                }
            },
            "$defs": {"Empty": {"type": "object", "properties": {}}}
        })
    );
    assert_eq!(
        canonical(json!({"type": "object"})),
        json!({"type": "object", "properties": {}})
    );
}

#[test]
fn names_and_data_that_look_like_noise_are_kept() {
    let schema = json!({
        "type": "object",
        "title": "Noise",
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "properties": {
            "title": {"type": "string", "title": "Noise"},
            "format": {"type": "string"},
            "$schema": {"type": "string"},
            "default": {"type": "object", "properties": {"title": {"const": {"title": 1}}}}
        },
        "required": ["title", "$schema"],
        "default": {"title": "kept", "format": "uint8", "type": "object"},
        "examples": [{"title": "kept", "$schema": "kept"}],
        "enum": [{"title": "kept", "type": "object"}]
    });
    let mut expected = schema.clone();
    expected
        .as_object_mut()
        .unwrap()
        .retain(|key, _| key != "title" && key != "$schema");
    expected["properties"]["title"] = json!({"type": "string"});
    assert_eq!(canonical(schema), expected);
}

#[test]
fn the_keys_of_all_objects_are_sorted_data_included() {
    let text = r#"{"type":"object","default":{"b":1,"a":[{"d":1,"c":2}]},"properties":{"z":{"type":"string","default":"x"},"a":true}}"#;
    let schema = canonical(serde_json::from_str(text).unwrap());
    assert_eq!(
        schema.to_string(),
        r#"{"default":{"a":[{"c":2,"d":1}],"b":1},"properties":{"a":true,"z":{"default":"x","type":"string"}},"type":"object"}"#
    );
}

#[test]
fn boolean_schemas_stay() {
    assert_eq!(canonical(json!(true)), json!(true));
    let schema = json!({"items": false, "additionalProperties": false});
    assert_eq!(canonical(schema.clone()), schema);
}

/// Objects made of the words of schemas, well formed or not.
fn schemas() -> impl Strategy<Value = Value> {
    let word = prop_oneof![
        Just("type"),
        Just("properties"),
        Just("title"),
        Just("format"),
        Just("items"),
        Just("anyOf"),
        Just("default"),
        Just("$defs"),
        Just("x"),
        Just("minimum"),
    ];
    let leaf = prop_oneof![
        Just(json!("object")),
        Just(json!("uint8")),
        Just(json!("integer")),
        Just(json!(true)),
        Just(json!(3)),
        Just(json!(["object", "null"])),
        Just(Value::Null),
    ];
    leaf.prop_recursive(5, 60, 6, move |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::btree_map(word.clone().prop_map(str::to_owned), inner, 0..6)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn the_canonical_form_of_a_canonical_schema_is_itself(schema in schemas()) {
        let once = canonical(schema);
        prop_assert_eq!(canonical(once.clone()).to_string(), once.to_string());
    }
}
