//! Types, constants and bounds of single values, and items of arrays.

use serde_json::json;

use super::{judge, said};

#[test]
fn a_wrong_type_is_told_once_with_what_was_expected_and_got() {
    let schema = json!({"type": "integer", "minimum": 5, "enum": [7]});
    assert_eq!(
        said(&schema, &json!("x")),
        ["(root): expected integer, got string \"x\""]
    );
    let schema = json!({"type": ["string", "null"]});
    assert_eq!(
        said(&schema, &json!(5)),
        ["(root): expected string or null, got integer 5"]
    );
    judge(
        &schema,
        &[json!("x"), json!(null)],
        &[json!([]), json!(false)],
    );
}

#[test]
fn a_whole_float_is_a_number_but_no_integer() {
    assert_eq!(
        said(&json!({"type": "integer"}), &json!(1.0)),
        ["(root): expected integer, got number 1.0"]
    );
    judge(
        &json!({"type": "number"}),
        &[json!(1), json!(1.5), json!(-0.0)],
        &[json!("1")],
    );
}

#[test]
fn an_enum_lists_what_it_allows() {
    let schema = json!({"enum": ["low", "high", 3, null]});
    assert_eq!(
        said(&schema, &json!("mid")),
        ["(root): expected one of \"low\", \"high\", 3, null, got string \"mid\""]
    );
    judge(
        &schema,
        &[json!(3.0), json!(null)],
        &[json!(4), json!(false)],
    );
    assert_eq!(
        said(&json!({"const": "a"}), &json!("b")),
        ["(root): expected \"a\", got string \"b\""]
    );
    let many: Vec<u32> = (0..100).collect();
    let line = said(&json!({"enum": many}), &json!(100)).remove(0);
    assert!(line.contains("11, … (88 more), got integer 100"), "{line}");
}

#[test]
fn bounds_of_numbers_are_exact() {
    let schema = json!({"minimum": 0, "exclusiveMaximum": 10, "multipleOf": 0.5});
    judge(
        &schema,
        &[json!(0), json!(9.5), json!("no number")],
        &[json!(-1), json!(10), json!(0.3)],
    );
    assert_eq!(
        said(&schema, &json!(-1)),
        ["(root): must be at least 0, got -1"]
    );
    assert_eq!(
        said(&schema, &json!(10)),
        ["(root): must be less than 10, got 10"]
    );
    assert_eq!(
        said(&schema, &json!(0.25)),
        ["(root): must be a multiple of 0.5, got 0.25"]
    );
    let schema = json!({"maximum": 9_007_199_254_740_992_u64});
    judge(
        &schema,
        &[json!(9_007_199_254_740_992_u64)],
        &[json!(9_007_199_254_740_993_u64)],
    );
    let schema = json!({"exclusiveMinimum": 1, "maximum": u64::MAX});
    judge(
        &schema,
        &[json!(u64::MAX), json!(1.5)],
        &[json!(1), json!(1e30)],
    );
}

#[test]
fn lengths_of_texts_are_counted_in_characters() {
    let schema = json!({"minLength": 1, "maxLength": 3});
    judge(
        &schema,
        &[json!("äöü"), json!("a")],
        &[json!(""), json!("abcd")],
    );
    assert_eq!(
        said(&schema, &json!("")),
        ["(root): must have at least 1 character, got 0"]
    );
    assert_eq!(
        said(&schema, &json!("äöüß")),
        ["(root): must have at most 3 characters, got 4"]
    );
}

#[test]
fn simple_patterns_are_judged_and_others_are_left_alone() {
    judge(&json!({"pattern": r"^\d+$"}), &[json!("12")], &[json!("x")]);
    judge(&json!({"pattern": "^[a-z]{3}$"}), &[json!("anything")], &[]);
}

#[test]
fn every_item_is_checked_at_its_place() {
    let schema = json!({"items": {"type": "integer"}, "minItems": 1, "maxItems": 4});
    assert_eq!(
        said(&schema, &json!([1, "x", 2, null])),
        [
            "1: expected integer, got string \"x\"",
            "3: expected integer, got null"
        ]
    );
    judge(&schema, &[json!([1])], &[json!([]), json!([1, 2, 3, 4, 5])]);
}

#[test]
fn a_tuple_has_its_own_schema_for_each_place() {
    let schema = json!({
        "type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}],
        "minItems": 2, "maxItems": 2
    });
    judge(
        &schema,
        &[json!(["a", 1])],
        &[json!(["a"]), json!([1, "a"]), json!(["a", 1, 2])],
    );
    let open = json!({"prefixItems": [{"type": "string"}], "items": false});
    judge(&open, &[json!(["a"]), json!([])], &[json!(["a", 1])]);
}

#[test]
fn repeated_items_are_found_by_what_they_mean() {
    let schema = json!({"uniqueItems": true});
    judge(
        &schema,
        &[
            json!([1, "1", true, [1]]),
            json!([{"a": 1}, {"b": 1}]),
            json!([[1, 2], [12]]),
        ],
        &[
            json!([1, 1.0]),
            json!([{"a": 1, "b": 2}, {"b": 2, "a": 1}]),
            json!([0, -0.0]),
        ],
    );
    assert_eq!(
        said(&schema, &json!(["a", "b", "a"])),
        ["(root): items must be unique, items 0 and 2 are the same"]
    );
}

#[test]
fn contained_items_are_counted() {
    let schema = json!({"contains": {"type": "integer"}, "maxContains": 2});
    judge(
        &schema,
        &[json!([1, "a"]), json!([1, 2])],
        &[json!([]), json!(["a"]), json!([1, 2, 3])],
    );
    judge(
        &json!({"contains": {"type": "integer"}, "minContains": 0}),
        &[json!([])],
        &[],
    );
}
