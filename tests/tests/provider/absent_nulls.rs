//! Nulls that mean absence.

use serde_json::{Value, json};
use tooldef::provider::absent_nulls;
use tooldef_tests::corpus;

fn cleaned(schema: &Value, mut arguments: Value) -> Value {
    absent_nulls(schema, &mut arguments);
    arguments
}

#[test]
fn a_null_for_an_optional_property_is_absent_at_every_depth() {
    let defaults = corpus::definition("defaults");
    assert_eq!(
        cleaned(
            &defaults.input_schema,
            json!({ "count": null, "limit": null, "name": null, "tags": null })
        ),
        json!({})
    );
    let trip = corpus::definition("one_type_twice");
    let city = json!({ "name": "a", "population": null });
    assert_eq!(
        cleaned(
            &trip.input_schema,
            json!({ "from": city, "to": city, "stops": [city] })
        ),
        json!({ "from": { "name": "a" }, "to": { "name": "a" }, "stops": [{ "name": "a" }] })
    );
}

#[test]
fn nulls_that_are_values_stay() {
    let schema = json!({
        "type": "object",
        "properties": {
            "must": { "type": ["string", "null"] },
            "list": { "type": "array", "items": { "type": ["integer", "null"] } },
            "map": { "type": "object", "additionalProperties": { "type": "null" } },
            "any": {},
        },
        "required": ["must"],
    });
    let arguments = json!({ "must": null, "list": [null, 1], "map": { "k": null }, "any": { "x": null }, "more": null });
    assert_eq!(cleaned(&schema, arguments.clone()), arguments);
}

#[test]
fn recursion_is_followed() {
    let node = corpus::definition("root_recursive");
    let arguments =
        json!({ "label": "a", "next": { "label": "b", "next": { "label": "c", "next": null } } });
    assert_eq!(
        cleaned(&node.input_schema, arguments),
        json!({ "label": "a", "next": { "label": "b", "next": { "label": "c" } } })
    );
    let circle = json!({ "$defs": { "a": { "$ref": "#/$defs/a" } }, "$ref": "#/$defs/a" });
    assert_eq!(cleaned(&circle, json!({ "x": null })), json!({ "x": null }));
}

#[test]
fn in_a_union_the_branch_that_fits_decides() {
    let external = corpus::definition("external");
    assert_eq!(
        cleaned(
            &external.input_schema,
            json!({ "value": { "record": { "x": 1, "y": null } } })
        ),
        json!({ "value": { "record": { "x": 1 } } })
    );
    let wrong = json!({ "value": { "record": { "x": "text", "y": null } } });
    assert_eq!(cleaned(&external.input_schema, wrong.clone()), wrong);
}

#[test]
fn unions_that_multiply_end() {
    let schema = json!({
        "type": "object",
        "properties": { "x": { "$ref": "#/$defs/t" } },
        "$defs": { "t": { "anyOf": [
            { "type": "object", "properties": { "x": { "$ref": "#/$defs/t" }, "a": {} } },
            { "type": "object", "properties": { "x": { "$ref": "#/$defs/t" }, "b": {} } },
            { "type": "object", "properties": { "x": { "$ref": "#/$defs/t" } }, "required": ["c"] },
        ]}},
    });
    let mut arguments = json!({ "x": 5 });
    for _ in 0..100 {
        arguments = json!({ "x": arguments });
    }
    let before = arguments.clone();
    assert_eq!(cleaned(&schema, arguments), before);
}
