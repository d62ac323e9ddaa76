//! What is claimed to be strict, and what is not.

use serde_json::json;
use tooldef::provider::{Dialect, NoteKind};
use tooldef_tests::corpus;

use crate::support::{claims_strict, each_schema, parameter, render, schema, schema_of, taking};

const OPENAI_STRICT: [Dialect; 2] = [Dialect::OpenAiChatStrict, Dialect::OpenAiResponsesStrict];

#[test]
fn defaults_that_strict_forbids_are_said_in_the_description() {
    let definition = corpus::definition("defaults");
    for dialect in Dialect::ALL
        .into_iter()
        .filter(|dialect| dialect.is_strict())
    {
        let shown = schema(dialect, &definition);
        each_schema(&shown, &mut |schema| {
            assert!(schema.get("default").is_none(), "{schema}");
        });
        let text = shown["properties"]["limit"]["description"]
            .as_str()
            .expect("a description");
        assert!(text.contains("Default: 10"), "{text}");
    }
    let shown = schema(Dialect::OpenAiChat, &definition);
    assert_eq!(shown["properties"]["limit"]["default"], 10);
}

#[test]
fn strict_openai_requires_everything_and_lets_the_optional_be_null() {
    for dialect in OPENAI_STRICT {
        let shown = schema(dialect, &corpus::definition("defaults"));
        assert_eq!(shown["required"], json!(["count", "limit", "name", "tags"]));
        assert_eq!(
            shown["properties"]["name"]["type"],
            json!(["string", "null"])
        );
        assert_eq!(
            shown["properties"]["count"]["type"],
            json!(["integer", "null"])
        );
        assert_eq!(
            shown["properties"]["tags"]["anyOf"][1],
            json!({ "type": "null" })
        );
        let shown = parameter(dialect, &corpus::definition("optional_documented_enum"));
        assert_eq!(shown["anyOf"][1], json!({ "type": "null" }));
    }
}

#[test]
fn a_union_that_may_overlap_is_not_called_strict() {
    let overlap = json!({ "oneOf": [
        { "type": "object", "properties": { "a": { "type": "string" } } },
        { "type": "object", "properties": { "b": { "type": "string" } } },
    ]});
    for dialect in Dialect::ALL
        .into_iter()
        .filter(|dialect| dialect.is_strict())
    {
        let rendering = render(dialect, &taking(overlap.clone()));
        assert!(rendering.fell_back("probe"), "{dialect}");
        let note = &rendering.notes[0];
        assert_eq!(
            (note.kind, note.path.as_str()),
            (NoteKind::NotStrict, "#/properties/value/oneOf")
        );
    }
}

#[test]
fn constraints_outside_the_strict_subset_turn_strict_off_and_stay_in_the_schema() {
    for (constraint, value) in [
        ("minLength", json!(2)),
        ("maxLength", json!(2)),
        ("allOf", json!([{ "not": { "const": "x" } }])),
        ("not", json!({ "const": "x" })),
        ("if", json!({ "const": "x" })),
    ] {
        let mut schema = json!({ "type": "string" });
        schema[constraint] = value;
        for dialect in Dialect::ALL
            .into_iter()
            .filter(|dialect| dialect.is_strict())
        {
            let rendering = render(dialect, &taking(schema.clone()));
            assert!(rendering.fell_back("probe"), "{constraint} for {dialect}");
            assert!(
                !claims_strict(dialect, &rendering.tools, 0),
                "{constraint} for {dialect}"
            );
            let shown = schema_of(dialect, &rendering.tools, 0).to_string();
            assert!(
                shown.contains(constraint) || shown.contains("\"not\""),
                "{dialect}: {shown}"
            );
        }
    }
}
