//! Known, missing and unknown fields.

use serde_json::json;

use super::{judge, said};

#[test]
fn all_problems_are_found_at_once_in_the_order_of_their_names() {
    let schema = json!({
        "type": "object",
        "properties": {
            "text": {"type": "string"},
            "limit": {"type": "integer"},
            "tags": {"type": "array", "items": {"type": "string"}}
        },
        "required": ["text", "limit"],
        "additionalProperties": false
    });
    let text = r#"{"zebra":1,"tags":["a",1],"limt":2}"#;
    let value = serde_json::from_str(text).unwrap();
    assert_eq!(
        said(&schema, &value),
        [
            "limit: required, but missing",
            "limt: unknown argument, did you mean \"limit\"?",
            "tags.1: expected string, got integer 1",
            "text: required, but missing",
            "zebra: unknown argument",
        ]
    );
}

#[test]
fn a_field_that_was_sent_already_is_not_suggested() {
    let schema = json!({"properties": {"limit": true}, "additionalProperties": false});
    let value = json!({"limit": 1, "limits": 2});
    assert_eq!(said(&schema, &value), ["limits: unknown argument"]);
}

#[test]
fn an_optional_field_of_the_wrong_type_is_not_taken_for_absent() {
    let schema = json!({"properties": {"confirm": {"type": ["string", "null"]}}});
    assert_eq!(
        said(&schema, &json!({"confirm": 123})),
        ["confirm: expected string or null, got integer 123"]
    );
}

#[test]
fn maps_check_every_value_also_under_integer_keys() {
    let map = json!({"type": "object", "additionalProperties": {"type": "integer"}});
    judge(&map, &[json!({"a": 1})], &[json!({"a": "1"})]);
    let by_integer = json!({
        "type": "object",
        "patternProperties": {r"^\d+$": {"type": "number"}},
        "additionalProperties": false
    });
    judge(
        &by_integer,
        &[json!({"1": 0.5}), json!({})],
        &[json!({"1": "x"}), json!({"-1": 1})],
    );
    assert_eq!(said(&by_integer, &json!({"a": 1})), ["a: unknown argument"]);
}

#[test]
fn a_pattern_beyond_judgement_does_not_make_a_field_unknown() {
    let schema = json!({"patternProperties": {"^[a-z]+$": true}, "additionalProperties": false});
    judge(&schema, &[json!({"abc": 1})], &[]);
}

#[test]
fn names_and_numbers_of_fields_are_checked() {
    let schema = json!({"propertyNames": {"enum": ["a", "b"]}, "minProperties": 1});
    judge(&schema, &[json!({"a": 1})], &[json!({}), json!({"c": 1})]);
    assert_eq!(
        said(&schema, &json!({"c": 1})),
        ["c: the name of the field: expected one of \"a\", \"b\", got string \"c\""]
    );
    judge(
        &json!({"maxProperties": 1}),
        &[json!({"a": 1})],
        &[json!({"a": 1, "b": 1})],
    );
}

#[test]
fn fields_may_depend_on_others() {
    let schema = json!({
        "dependentRequired": {"card": ["address"]},
        "dependentSchemas": {"card": {"properties": {"sum": {"minimum": 1}}}}
    });
    judge(
        &schema,
        &[
            json!({}),
            json!({"sum": 0}),
            json!({"card": 1, "address": 2, "sum": 1}),
        ],
        &[
            json!({"card": 1}),
            json!({"card": 1, "address": 2, "sum": 0}),
        ],
    );
    assert_eq!(
        said(&schema, &json!({"card": 1})),
        ["address: required, but missing"]
    );
}

#[test]
fn odd_and_prototype_like_keys_are_plain_fields() {
    let schema = json!({
        "properties": {"__proto__": {"type": "integer"}, "a.b": {"type": "integer"}},
        "additionalProperties": false
    });
    assert_eq!(
        said(
            &schema,
            &json!({"__proto__": "x", "a.b": "y", "constructor": 1, "n\nl": 1})
        ),
        [
            "__proto__: expected integer, got string \"x\"",
            "\"a.b\": expected integer, got string \"y\"",
            "constructor: unknown argument",
            "\"n\\nl\": unknown argument",
        ]
    );
}

#[test]
fn fields_no_part_speaks_of_are_found_through_references_and_branches() {
    let schema = json!({
        "$ref": "#/$defs/Base",
        "anyOf": [
            {"properties": {"x": {"type": "integer"}}, "required": ["x"]},
            {"properties": {"y": true}, "required": ["y"]}
        ],
        "unevaluatedProperties": false,
        "$defs": {"Base": {"properties": {"base": true}}}
    });
    judge(
        &schema,
        &[json!({"base": 1, "x": 1})],
        &[json!({"base": 1, "x": 1, "z": 1})],
    );
    assert_eq!(
        said(&schema, &json!({"x": 1, "z": 1})),
        ["z: unknown argument"]
    );
    let open = json!({"properties": {"a": true}, "unevaluatedProperties": {"type": "integer"}});
    judge(&open, &[json!({"a": "x", "b": 1})], &[json!({"b": "x"})]);
}
