//! The schema the model sees.

use serde_json::{Value, json};

use super::pins;

fn hidden(schema: &Value, pinned: Value) -> Value {
    pins(pinned).hide(schema)
}

#[test]
fn a_pinned_field_is_gone_with_its_text_and_from_required() {
    let schema = json!({
        "type": "object",
        "properties": {
            "q": {"type": "string"},
            "tenant": {"type": "string", "description": "whose data"}
        },
        "required": ["q", "tenant"],
        "additionalProperties": false
    });
    assert_eq!(
        hidden(&schema, json!({"tenant": "t1"})),
        json!({
            "type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"],
            "additionalProperties": false
        })
    );
}

#[test]
fn with_everything_pinned_the_root_is_still_an_object_with_properties() {
    let schema = json!({
        "type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"],
        "additionalProperties": false
    });
    let seen = hidden(&schema, json!({"a": "x"}));
    assert_eq!(seen["type"], "object");
    assert_eq!(seen["properties"], json!({}));
    assert_eq!(seen["required"], json!([]));
}

fn two_users() -> Value {
    json!({
        "type": "object",
        "properties": {
            "first": {"$ref": "#/$defs/City", "description": "from"},
            "second": {"$ref": "#/$defs/City"}
        },
        "required": ["first", "second"],
        "$defs": {"City": {
            "type": "object", "description": "a city",
            "properties": {"name": {"type": "string"}, "land": {"type": "string"}},
            "required": ["name", "land"]
        }}
    })
}

#[test]
fn a_definition_is_changed_for_the_pinned_user_only() {
    let schema = two_users();
    let seen = hidden(&schema, json!({"first": {"land": "de"}}));
    assert_eq!(
        seen["properties"]["first"],
        json!({
            "type": "object", "description": "from",
            "properties": {"name": {"type": "string"}}, "required": ["name"]
        })
    );
    assert_eq!(
        seen["properties"]["second"],
        json!({"$ref": "#/$defs/City"})
    );
    assert_eq!(seen["$defs"], schema["$defs"]);
}

#[test]
fn an_object_left_empty_is_dropped_and_its_definition_with_the_last_user() {
    let both = json!({"name": "x", "land": "de"});
    let seen = hidden(&two_users(), json!({"first": both}));
    assert_eq!(
        seen["properties"],
        json!({"second": {"$ref": "#/$defs/City"}})
    );
    assert_eq!(seen["required"], json!(["second"]));
    let seen = hidden(&two_users(), json!({"first": both, "second": both}));
    assert_eq!(
        seen,
        json!({"type": "object", "properties": {}, "required": []})
    );
}

#[test]
fn a_recursive_root_keeps_the_field_on_its_inner_levels() {
    let schema = json!({
        "type": "object",
        "properties": {
            "label": {"type": "string"},
            "kids": {"type": "array", "items": {"$ref": "#"}}
        },
        "required": ["label"]
    });
    let seen = hidden(&schema, json!({"label": "x"}));
    assert_eq!(
        seen["properties"]["kids"]["items"],
        json!({"$ref": "#/$defs/Root"})
    );
    assert!(seen["properties"].get("label").is_none());
    assert!(seen["$defs"]["Root"]["properties"].get("label").is_some());
}

#[test]
fn an_optional_object_pinned_in_part_must_be_sent_for_its_other_required_fields() {
    let schema = json!({
        "type": "object",
        "properties": {"opt": {"anyOf": [{"$ref": "#/$defs/Opt"}, {"type": "null"}], "default": null}},
        "$defs": {"Opt": {
            "type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
            "required": ["a", "b"]
        }}
    });
    assert_eq!(
        hidden(&schema, json!({"opt": {"a": 1}})),
        json!({
            "type": "object",
            "properties": {"opt": {
                "type": "object", "properties": {"b": {"type": "integer"}}, "required": ["b"]
            }},
            "required": ["opt"]
        })
    );
}

#[test]
fn defaults_and_examples_around_a_pinned_field_do_not_show_it() {
    let schema = json!({
        "type": "object",
        "properties": {
            "opt": {
                "type": "object",
                "properties": {"token": {"type": "string"}, "n": {"type": "integer"}},
                "default": {"token": "s3cr3t", "n": 1},
                "examples": [{"token": "s3cr3t"}, {"token": "s3cr3t", "n": 2}]
            },
            "token": {"type": "string"}
        },
        "dependentRequired": {"opt": ["token"], "token": ["opt"]}
    });
    let seen = hidden(&schema, json!({"opt": {"token": "x"}, "token": "x"}));
    assert!(!seen.to_string().contains("token"), "{seen}");
    assert_eq!(seen["properties"]["opt"]["default"], json!({"n": 1}));
    assert_eq!(seen["properties"]["opt"]["examples"], json!([{"n": 2}]));
    assert_eq!(seen["required"], json!(["opt"]));
}

#[test]
fn a_pinned_tag_leaves_only_its_branch() {
    let schema = json!({"type": "object", "properties": {"shape": {"oneOf": [
        {"type": "object", "properties": {"kind": {"const": "A"}, "x": {"type": "integer"}}, "required": ["kind", "x"]},
        {"type": "object", "properties": {"kind": {"const": "B"}, "y": {"type": "integer"}}, "required": ["kind", "y"]}
    ]}}});
    assert_eq!(
        hidden(&schema, json!({"shape": {"kind": "B"}}))["properties"]["shape"],
        json!({"type": "object", "properties": {"y": {"type": "integer"}}, "required": ["y"]})
    );
}

#[test]
fn an_empty_pin_hides_nothing_and_maps_and_free_values_stay() {
    let schema = json!({
        "type": "object",
        "properties": {
            "opt": {"type": "object", "properties": {"a": true}},
            "map": {"type": "object", "additionalProperties": {"type": "string"}},
            "any": true
        }
    });
    assert_eq!(hidden(&schema, json!({"opt": {}})), schema);
    assert_eq!(
        hidden(&schema, json!({"map": {"k": "v"}, "any": {"x": 1}})),
        schema
    );
}

#[test]
fn the_original_schema_is_not_touched_and_keys_come_out_sorted() {
    let schema = two_users();
    let before = schema.to_string();
    let seen = hidden(&schema, json!({"first": {"land": "de"}}));
    assert_eq!(schema.to_string(), before);
    assert_eq!(seen, crate::schema::canonical::sorted(seen.clone()));
    assert!(seen.to_string().starts_with("{\"$defs\":"), "{seen}");
}
