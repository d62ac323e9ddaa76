//! What is put right, and what is left as it was sent.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::repair;
use crate::arguments::check::check;
use crate::arguments::samples::{careless, choices, instance, roots};

/// Asserts that the value is repaired to what is expected.
#[track_caller]
fn becomes(schema: &Value, sent: Value, expected: &Value) {
    let mut value = sent;
    assert!(repair(schema, &mut value), "{value}");
    assert_eq!(&value, expected);
}

/// Asserts that the value is left as it is.
#[track_caller]
fn stays(schema: &Value, sent: &Value) {
    let mut value = sent.clone();
    assert!(!repair(schema, &mut value), "{sent} became {value}");
    assert_eq!(&value, sent);
}

fn object(properties: &Value) -> Value {
    json!({"type": "object", "properties": properties, "additionalProperties": false})
}

#[test]
fn a_list_sent_as_json_text_is_decoded_and_a_text_field_is_not() {
    let schema = object(&json!({
        "tags": {"type": "array", "items": {"type": "string"}}, "note": {"type": "string"}
    }));
    becomes(
        &schema,
        json!({"tags": "[\"a\"]", "note": "[1]"}),
        &json!({"tags": ["a"], "note": "[1]"}),
    );
    stays(&schema, &json!({"tags": "[1]"}));
    stays(&schema, &json!({"tags": "a,b"}));
    stays(&schema, &json!({"tags": "[\"a\""}));
}

#[test]
fn only_a_text_that_is_written_exactly_like_a_number_becomes_one() {
    let schema = object(&json!({"n": {"type": "integer"}, "s": {"type": "string"}}));
    becomes(
        &schema,
        json!({"n": "5", "s": "5"}),
        &json!({"n": 5, "s": "5"}),
    );
    becomes(&schema, json!({"n": "-12"}), &json!({"n": -12}));
    becomes(
        &schema,
        json!({"n": "18446744073709551615"}),
        &json!({"n": u64::MAX}),
    );
    for text in [
        "0x10",
        " 5 ",
        "5 ",
        "1,000",
        "1e3",
        "05",
        "+5",
        "-0",
        "5.0",
        "",
        "five",
        "٥",
        "1_000",
        "18446744073709551616",
        "NaN",
        "-",
        "true",
        "null",
    ] {
        stays(&schema, &json!({"n": text}));
    }
    let schema = object(&json!({"x": {"type": "number"}}));
    becomes(&schema, json!({"x": "1.5"}), &json!({"x": 1.5}));
    becomes(&schema, json!({"x": "5"}), &json!({"x": 5}));
    for text in ["1.50", "1e3", "Infinity", ".5", "1."] {
        stays(&schema, &json!({"x": text}));
    }
}

#[test]
fn a_truth_value_sent_as_text_is_decoded_only_in_json_spelling() {
    let schema = object(&json!({"dry": {"type": "boolean"}}));
    becomes(&schema, json!({"dry": "true"}), &json!({"dry": true}));
    for text in ["True", "yes", "1", " true", ""] {
        stays(&schema, &json!({"dry": text}));
    }
    stays(&schema, &json!({"dry": 1}));
}

#[test]
fn the_words_for_nothing_are_never_taken_for_null() {
    let schema = object(&json!({
        "limit": {"type": ["integer", "null"]}, "q": {"type": ["string", "null"]}
    }));
    for word in ["null", "None", "undefined", ""] {
        stays(&schema, &json!({"limit": word, "q": word}));
        stays(&schema, &json!({"q": word}));
    }
}

#[test]
fn a_whole_float_becomes_an_integer_where_floats_are_exact() {
    let schema = object(&json!({"n": {"type": "integer"}}));
    becomes(&schema, json!({"n": 5.0}), &json!({"n": 5}));
    becomes(&schema, json!({"n": -0.0}), &json!({"n": 0}));
    becomes(
        &schema,
        json!({"n": 9_007_199_254_740_992.0}),
        &json!({"n": 9_007_199_254_740_992_u64}),
    );
    stays(&schema, &json!({"n": 5.5}));
    stays(&schema, &json!({"n": 9_007_199_254_740_994.0}));
    stays(&schema, &json!({"n": 1e300}));
    stays(
        &object(&json!({"n": {"type": "integer", "maximum": 4}})),
        &json!({"n": 5.0}),
    );
    stays(
        &object(&json!({"n": {"type": "number"}})),
        &json!({"n": 5.0}),
    );
}

#[test]
fn null_for_a_field_that_may_be_absent_means_absent() {
    let schema = json!({
        "type": "object",
        "properties": {
            "c": {"type": "integer", "default": 7}, "d": {"type": ["integer", "null"], "default": 1},
            "e": {"type": "integer"}
        },
        "required": ["e"]
    });
    becomes(&schema, json!({"c": null, "e": 1}), &json!({"e": 1}));
    becomes(
        &schema,
        json!({"c": null, "d": null, "e": 1}),
        &json!({"d": null, "e": 1}),
    );
    stays(&schema, &json!({"d": null, "e": 1}));
    stays(&schema, &json!({"e": null}));
    stays(&object(&json!({})), &json!({"unknown": null}));
}

#[test]
fn repairs_reach_into_text_references_maps_and_tuples() {
    let schema = json!({
        "type": "object",
        "properties": {"q": {"$ref": "#/$defs/Q"}},
        "$defs": {"Q": {
            "type": "object",
            "properties": {
                "map": {"type": "object", "additionalProperties": {"type": "integer"}},
                "pair": {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}]},
                "next": {"anyOf": [{"$ref": "#/$defs/Q"}, {"type": "null"}]}
            }
        }}
    });
    becomes(
        &schema,
        json!({"q": r#"{"map":"{\"k\":\"1\"}","pair":["2","3"],"next":{"map":{"k":4.0}}}"#}),
        &json!({"q": {"map": {"k": 1}, "pair": [2, "3"], "next": {"map": {"k": 4}}}}),
    );
}

#[test]
fn a_union_is_repaired_only_where_one_branch_is_left() {
    let one = json!({"anyOf": [
        {"type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x"]},
        {"type": "object", "properties": {"y": {"type": "boolean"}}, "required": ["y"]}
    ]});
    becomes(&one, json!({"x": "1"}), &json!({"x": 1}));
    let two = json!({"anyOf": [
        {"type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x"]},
        {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
    ]});
    stays(&two, &json!({"x": "1", "n": "1"}));
    let text = json!({"anyOf": [{"type": "integer"}, {"type": "string", "minLength": 5}]});
    stays(&text, &json!("12"));
}

#[test]
fn text_with_repeated_keys_or_trailing_text_is_not_decoded() {
    let schema = object(&json!({"q": {"type": "object"}}));
    becomes(&schema, json!({"q": "{\"a\":1}"}), &json!({"q": {"a": 1}}));
    stays(&schema, &json!({"q": "{\"a\":1,\"a\":2}"}));
    stays(&schema, &json!({"q": "{\"a\":1} and more"}));
    stays(&schema, &json!({"q": "{\"a\":1"}));
}

#[test]
fn a_value_that_cannot_be_repaired_everywhere_is_left_alone() {
    let schema = object(&json!({"n": {"type": "integer"}, "m": {"type": "integer"}}));
    stays(&schema, &json!({"n": "5", "m": "x"}));
    stays(&schema, &json!({"n": "5", "z": 1}));
}

#[test]
fn schemas_and_values_without_end_are_given_up() {
    stays(
        &json!({"anyOf": [{"$ref": "#"}, {"$ref": "#"}]}),
        &json!("1"),
    );
    let schema = json!({"$ref": "#/$defs/E", "$defs": {"E": {"anyOf": [
        {"type": "object", "properties": {"x": {"$ref": "#/$defs/E"}, "a": {"type": "integer"}}},
        {"type": "object", "properties": {"x": {"$ref": "#/$defs/E"}, "a": {"type": "boolean"}}}
    ]}}});
    let value = (0..40).fold(json!({"a": []}), |inner, _| json!({"x": inner}));
    stays(&schema, &value);
}

proptest! {
    #[test]
    fn a_value_that_fits_is_never_changed((root, mut choices) in (roots(), choices())) {
        let value = instance(&root, &root, &mut choices);
        prop_assert_eq!(check(&root, &value), vec![]);
        let mut repaired = value.clone();
        prop_assert!(!repair(&root, &mut repaired));
        prop_assert_eq!(repaired, value);
    }

    #[test]
    fn a_repaired_value_fits_and_one_given_up_is_as_it_was(
        (root, mut choices) in (roots(), choices())
    ) {
        let value = careless(&instance(&root, &root, &mut choices), &mut choices);
        let mut repaired = value.clone();
        if repair(&root, &mut repaired) {
            prop_assert_eq!(check(&root, &repaired), vec![]);
            prop_assert!(!repair(&root, &mut repaired));
        } else {
            prop_assert_eq!(repaired, value);
        }
    }
}
