//! No value and no schema makes a check overflow the stack or run for ages.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::super::{VALUE_DEPTH, check};
use super::said;

/// So many arrays inside each other.
fn nested(levels: usize) -> Value {
    (0..levels).fold(json!(1), |inner, _| Value::Array(vec![inner]))
}

/// Takes a value apart level by level, as dropping it would recurse.
fn dismantle(mut value: Value) {
    while let Value::Array(mut items) = value {
        value = items.pop().unwrap_or_default();
    }
}

#[test]
fn a_value_built_too_deep_in_code_is_refused_without_recursion() {
    let value = nested(100_000);
    assert_eq!(
        said(&json!(true), &value),
        ["(root): nested more than 128 levels deep"]
    );
    dismantle(value);
}

#[test]
fn the_deepest_value_fits_on_the_stack_of_any_thread() {
    let lists = json!({
        "anyOf": [{"$ref": "#/$defs/List"}, {"type": "integer"}],
        "$defs": {"List": {"type": "array", "items": {"$ref": "#"}}}
    });
    let objects = json!({
        "anyOf": [{"$ref": "#/$defs/Node"}, {"type": "integer"}],
        "$defs": {"Node": {"type": "object", "properties": {"x": {"$ref": "#"}}}}
    });
    let object = (0..VALUE_DEPTH).fold(json!(1), |inner, _| json!({"x": inner}));
    for (schema, value) in [(lists, nested(VALUE_DEPTH)), (objects, object)] {
        // Threads have 2 MiB unless asked; half of that is left to the caller.
        let small = std::thread::Builder::new().stack_size(1024 * 1024);
        let checked = small.spawn(move || check(&schema, &value)).unwrap().join();
        assert!(checked.is_ok());
    }
}

#[test]
fn a_schema_that_goes_in_circles_ends_with_a_problem() {
    for schema in [
        json!({"$ref": "#"}),
        json!({"anyOf": [{"$ref": "#"}, {"$ref": "#"}]}),
        json!({"allOf": [{"$ref": "#/$defs/A"}], "$defs": {"A": {"$ref": "#/$defs/B"}, "B": {"not": {"$ref": "#/$defs/A"}}}}),
        json!({"unevaluatedProperties": false, "allOf": [{"$ref": "#"}]}),
    ] {
        let _ = check(&schema, &json!({"a": 1}));
    }
    assert_eq!(
        said(&json!({"$ref": "#"}), &json!(1)),
        ["(root): the schema refers to itself without end"]
    );
}

#[test]
fn a_union_of_recursive_shapes_takes_time_by_size_and_not_by_powers_of_two() {
    let schema = json!({
        "$ref": "#/$defs/E",
        "$defs": {"E": {"anyOf": [
            {"type": "object", "properties": {"x": {"$ref": "#/$defs/E"}, "a": {"type": "integer"}}, "required": ["a"]},
            {"type": "object", "properties": {"x": {"$ref": "#/$defs/E"}, "b": {"type": "integer"}}, "required": ["b"]}
        ]}}
    });
    let value = (0..60).fold(json!({}), |inner, _| json!({"x": inner}));
    let start = Instant::now();
    assert!(!check(&schema, &value).is_empty());
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn many_items_are_compared_without_comparing_each_with_each() {
    let items: Vec<u32> = (0..200_000).collect();
    let start = Instant::now();
    assert!(check(&json!({"uniqueItems": true}), &json!(items)).is_empty());
    assert!(start.elapsed() < Duration::from_secs(20));
}
