//! References, combinations and conditions.

use serde_json::json;

use super::{judge, said};

#[test]
fn every_part_of_all_of_counts_and_the_same_fault_is_told_once() {
    let schema = json!({"allOf": [{"type": "string"}, {"type": "string"}, {"minLength": 2}]});
    assert_eq!(
        said(&schema, &json!(1)),
        ["(root): expected string, got integer 1"]
    );
    judge(&schema, &[json!("ab")], &[json!("a")]);
}

#[test]
fn what_is_excluded_is_refused() {
    let nonzero = json!({"type": "integer", "not": {"const": 0}});
    assert_eq!(said(&nonzero, &json!(0)), ["(root): must not be 0"]);
    judge(&nonzero, &[json!(1)], &[]);
    let nothing = json!({"not": {}});
    assert_eq!(
        said(&nothing, &json!(1)),
        ["(root): this value is not accepted, got integer 1"]
    );
    judge(&json!(false), &[], &[json!(null), json!({})]);
    judge(&json!(true), &[json!(null), json!({})], &[]);
}

#[test]
fn conditions_choose_what_applies() {
    let schema = json!({
        "if": {"properties": {"a": {"const": 1}}, "required": ["a"]},
        "then": {"required": ["b"]},
        "else": {"required": ["c"]}
    });
    judge(
        &schema,
        &[json!({"a": 1, "b": 1}), json!({"c": 1})],
        &[json!({"a": 1}), json!({})],
    );
}

#[test]
fn references_are_followed_and_what_stands_beside_them_counts_too() {
    let schema = json!({
        "properties": {"a": {"$ref": "#/$defs/N%20x", "maximum": 5}, "b": {"$ref": "#/properties/a"}},
        "$defs": {"N x": {"type": "integer"}}
    });
    judge(
        &schema,
        &[json!({"a": 5, "b": 5})],
        &[json!({"a": "x"}), json!({"a": 6}), json!({"b": 6})],
    );
}

#[test]
fn a_reference_to_nothing_lets_nothing_pass() {
    let schema = json!({"$ref": "#/$defs/Missing"});
    assert_eq!(
        said(&schema, &json!(1)),
        ["(root): the schema refers to \"#/$defs/Missing\", which cannot be found"]
    );
}

#[test]
fn a_schema_that_refers_to_itself_checks_every_level() {
    let schema = json!({
        "type": "object",
        "properties": {"n": {"type": "integer"}, "kids": {"type": "array", "items": {"$ref": "#"}}},
        "required": ["n"]
    });
    let value = json!({"n": 1, "kids": [{"n": 2}, {"kids": [{"n": "x"}]}]});
    assert_eq!(
        said(&schema, &value),
        [
            "kids.1.kids.0.n: expected integer, got string \"x\"",
            "kids.1.n: required, but missing"
        ]
    );
}
