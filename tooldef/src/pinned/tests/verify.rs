//! Pins are checked when they are made, and blamed by name.

use serde_json::{Value, json};

use super::pins;

fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "limit": {"type": "integer", "maximum": 100},
            "tags": {"type": "array", "items": {"type": "string"}},
            "opt": {"anyOf": [{"$ref": "#/$defs/Opt"}, {"type": "null"}]},
            "map": {"type": "object", "additionalProperties": {"type": "integer"}},
            "any": true,
            "shape": {"oneOf": [
                {"type": "object", "properties": {"kind": {"const": "A"}}, "required": ["kind"]},
                {"type": "object", "properties": {"kind": {"const": "B"}, "y": {"type": "integer"}}, "required": ["kind"], "additionalProperties": false}
            ]}
        },
        "additionalProperties": false,
        "$defs": {"Opt": {"type": "object", "properties": {"level": {"type": "integer"}}}}
    })
}

fn said(pinned: Value) -> String {
    pins(pinned).verify(&schema()).unwrap_err().to_string()
}

#[test]
fn pins_on_declared_arguments_are_accepted() {
    for pinned in [
        json!({}),
        json!({"limit": 5, "tags": ["a"], "any": {"deep": [1]}}),
        json!({"opt": {"level": 1}}),
        json!({"opt": null}),
        json!({"opt": {}}),
        json!({"map": {"any key": 1}}),
        json!({"shape": {"kind": "B", "y": 1}}),
    ] {
        assert_eq!(pins(pinned.clone()).verify(&schema()), Ok(()), "{pinned}");
    }
}

#[test]
fn a_pin_on_an_argument_the_tool_lacks_is_refused_with_near_names() {
    assert_eq!(
        said(json!({"limits": 5})),
        "pinned argument limits does not exist (near names: limit), pin an argument the tool has"
    );
    assert_eq!(
        said(json!({"opt": {"levle": 5}})),
        "pinned argument opt.levle does not exist (near names: opt.level), pin an argument the tool has"
    );
    assert!(
        said(json!({"elsewhere": {}})).starts_with("pinned argument elsewhere does not exist,")
    );
}

#[test]
fn a_pin_that_can_never_be_valid_is_blamed_by_its_path() {
    assert_eq!(
        said(json!({"limit": "ten"})),
        "pinned argument limit can never be valid: expected integer, got string \"ten\", pin another value"
    );
    assert!(said(json!({"limit": 101})).contains("must be at most 100"));
    assert!(said(json!({"tags": ["a", 1]})).starts_with("pinned argument tags.1 can never"));
    assert!(said(json!({"map": {"k": "x"}})).starts_with("pinned argument map.k can never"));
    assert_eq!(
        said(json!({"limit": {"a": 1}})),
        "pinned argument limit can never be valid: expected integer, got object, pin another value"
    );
    assert!(
        said(json!({"opt": {"level": "x"}})).starts_with("pinned argument opt.level can never")
    );
    assert!(
        said(json!({"shape": {"kind": "C"}})).starts_with("pinned argument shape.kind can never")
    );
}

#[test]
fn schemas_in_circles_end() {
    for schema in [
        json!({"$ref": "#"}),
        json!({"anyOf": [{"$ref": "#"}, {"$ref": "#"}]}),
    ] {
        assert!(pins(json!({"a": 1})).verify(&schema).is_err());
        let _ = pins(json!({"a": 1})).hide(&schema);
    }
}
