//! What the model reads after a bad call names nothing that is pinned.

use serde_json::{Value, json};

use super::{merged, pins};
use crate::arguments::check::check;
use crate::arguments::problem::invalid_arguments;

/// The text for the model, and whether a pinned value failed.
fn answer(schema: &Value, pinned: &Value, sent: Value) -> (String, bool) {
    let problems = check(schema, &merged(pinned.clone(), sent));
    let (visible, pinned_failed) = pins(pinned.clone()).scrub(problems);
    (invalid_arguments("t", &visible), pinned_failed)
}

#[test]
fn a_bad_argument_is_told_without_the_pinned_ones() {
    let schema = json!({"properties": {"q": {"type": "string"}, "token": {"type": "string"}}});
    assert_eq!(
        answer(&schema, &json!({"token": "s3cr3t"}), json!({"q": 5})),
        (
            "Invalid arguments for t: q: expected string, got integer 5".to_owned(),
            false
        )
    );
}

#[test]
fn a_pinned_value_that_fails_is_flagged_and_not_told() {
    let schema = json!({"properties": {
        "opt": {"properties": {"token": {"type": "array", "items": {"type": "integer"}}}},
        "opt2": {"type": "integer"}
    }});
    let pinned = json!({"opt": {"token": ["s3cr3t"]}});
    assert_eq!(
        answer(&schema, &pinned, json!({"opt2": "x"})),
        (
            "Invalid arguments for t: opt2: expected integer, got string \"x\"".to_owned(),
            true
        )
    );
}

#[test]
fn pinned_names_are_not_suggested() {
    let schema = json!({
        "properties": {
            "tenant": {"type": "string"}, "tenants": {"type": "string"},
            "opt": {"properties": {"a": true}}, "opts": {"properties": {"b": true}}
        },
        "additionalProperties": false
    });
    let pinned = json!({"tenant": "t1", "opt": {"a": 1}});
    let (text, failed) = answer(&schema, &pinned, json!({"tenat": 1, "optt": 1}));
    assert_eq!(
        text,
        "Invalid arguments for t: optt: unknown argument, did you mean \"opts\"?; \
         tenat: unknown argument, did you mean \"tenants\"?"
    );
    assert!(!failed);
}

#[test]
fn a_name_that_only_begins_like_a_pinned_one_is_not_pinned() {
    let schema = json!({"properties": {
        "a": {"type": "string"}, "ab": {"type": "string"}, "a.b": {"type": "string"}
    }});
    let (text, _) = answer(&schema, &json!({"a": "x"}), json!({"ab": 1, "a.b": 1}));
    assert!(
        text.contains("ab: expected string") && text.contains("\"a.b\": expected"),
        "{text}"
    );
}
