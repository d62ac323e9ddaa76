//! Unions name the branch that was meant.

use schemars::{JsonSchema, schema_for};
use serde::Serialize;
use serde_json::{Value, json};

use super::{judge, said};

fn field(schema: &Value) -> Value {
    json!({"type": "object", "properties": {"q": schema}, "$defs": schema.get("$defs")})
}

#[test]
fn a_problem_in_an_untagged_branch_is_told_at_its_own_place_without_rust_names() {
    #[derive(JsonSchema, Serialize)]
    #[serde(untagged)]
    #[expect(dead_code, reason = "only the schema is looked at")]
    enum Query {
        ByNumber { x: u8 },
        ByName { y: String },
    }
    let schema = field(schema_for!(Query).as_value());
    assert_eq!(
        said(&schema, &json!({"q": {"x": 300}})),
        ["q.x: must be at most 255, got 300"]
    );
    assert_eq!(
        said(&schema, &json!({"q": {}})),
        ["q: matches none of the accepted shapes, expected one of the fields \"x\" or \"y\""]
    );
    assert_eq!(
        said(&schema, &json!({"q": 5})),
        ["q: expected object, got integer 5"]
    );
    judge(
        &schema,
        &[json!({"q": {"x": 3}}), json!({"q": {"y": "a"}})],
        &[],
    );
}

#[test]
fn a_tagged_branch_is_chosen_by_its_tag() {
    #[derive(JsonSchema, Serialize)]
    #[serde(tag = "kind")]
    #[expect(dead_code, reason = "only the schema is looked at")]
    enum Shape {
        Circle { radius: u32 },
        Square { side: u32, radius: Option<u32> },
    }
    let schema = schema_for!(Shape).to_value();
    assert_eq!(
        said(&schema, &json!({"kind": "Square", "radius": 1})),
        ["side: required, but missing"]
    );
    assert_eq!(
        said(&schema, &json!({"kind": "Oval", "side": 1})),
        ["kind: expected one of \"Circle\", \"Square\", got string \"Oval\""]
    );
    assert_eq!(
        said(&schema, &json!({"side": 1})),
        ["kind: required, but missing: expected one of \"Circle\", \"Square\""]
    );
}

#[test]
fn a_variant_under_its_name_is_told_at_its_own_place() {
    #[derive(JsonSchema, Serialize)]
    #[expect(dead_code, reason = "only the schema is looked at")]
    enum Target {
        Everyone,
        /// One of them.
        One {
            id: u32,
        },
        Some(Vec<u32>),
    }
    let schema = field(schema_for!(Target).as_value());
    judge(
        &schema,
        &[
            json!({"q": "Everyone"}),
            json!({"q": {"One": {"id": 1}}}),
            json!({"q": {"Some": [1]}}),
        ],
        &[
            json!({"q": "One"}),
            json!({"q": {"One": {"id": 1}, "Some": []}}),
        ],
    );
    assert_eq!(
        said(&schema, &json!({"q": {"Some": [1, "x"]}})),
        ["q.Some.1: expected integer, got string \"x\""]
    );
    assert_eq!(
        said(&schema, &json!({"q": "Nobody"})),
        ["q: expected \"Everyone\", got string \"Nobody\""]
    );
    assert_eq!(
        said(&schema, &json!({"q": {"None": 1}})),
        ["q: matches none of the accepted shapes, expected one of the fields \"One\" or \"Some\""]
    );
}

#[test]
fn documented_constants_are_listed_together() {
    let schema = json!({"oneOf": [
        {"const": "One", "description": "first"}, {"const": "Two", "description": "second"}
    ]});
    assert_eq!(
        said(&schema, &json!("Three")),
        ["(root): expected one of \"One\", \"Two\", got string \"Three\""]
    );
    assert_eq!(
        said(&schema, &json!(1)),
        ["(root): expected string, got integer 1"]
    );
}

#[test]
fn an_optional_object_reports_what_is_wrong_inside_of_it() {
    let schema = json!({
        "anyOf": [{"$ref": "#/$defs/Inner"}, {"type": "null"}],
        "$defs": {"Inner": {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}}
    });
    assert_eq!(
        said(&schema, &json!({"a": "x"})),
        ["a: expected integer, got string \"x\""]
    );
    assert_eq!(said(&schema, &json!({})), ["a: required, but missing"]);
    assert_eq!(
        said(&schema, &json!("x")),
        ["(root): expected object or null, got string \"x\""]
    );
    judge(&schema, &[json!(null), json!({"a": 1})], &[]);
}

#[test]
fn exactly_one_branch_must_fit_where_the_schema_says_so() {
    let schema = json!({"oneOf": [{"type": "number"}, {"type": "integer"}]});
    assert_eq!(
        said(&schema, &json!(1)),
        ["(root): fits 2 of the accepted shapes, must fit one"]
    );
    judge(&schema, &[json!(1.5)], &[json!("x")]);
    judge(
        &json!({"anyOf": [{"type": "number"}, {"type": "integer"}]}),
        &[json!(1)],
        &[],
    );
}

#[test]
fn a_tag_beside_a_reference_counts_with_the_fields_of_its_target() {
    #[derive(JsonSchema, Serialize)]
    struct Inner {
        n: u32,
    }
    #[derive(JsonSchema, Serialize)]
    #[serde(tag = "kind")]
    #[expect(dead_code, reason = "only the schema is looked at")]
    enum Tagged {
        A { text: String },
        B(Inner),
    }
    let schema = schema_for!(Tagged).to_value();
    judge(
        &schema,
        &[
            json!({"kind": "B", "n": 1}),
            json!({"kind": "A", "text": ""}),
        ],
        &[json!({"n": 1}), json!({"kind": "B"})],
    );
    assert_eq!(
        said(&schema, &json!({"kind": "B", "n": "x"})),
        ["n: expected integer, got string \"x\""]
    );
}
