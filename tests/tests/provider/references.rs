//! References, names of types, recursion, size.

use serde_json::json;
use tooldef::provider::Dialect;
use tooldef_tests::corpus;

use crate::support::{each_schema, parameter, schema, schema_of, taking, with_root};

#[test]
fn a_type_used_twice_stands_in_both_places_without_references() {
    for dialect in Dialect::ALL {
        let definition = corpus::definition("one_type_twice");
        let before = definition.clone();
        let shown = schema(dialect, &definition);
        assert!(!shown.to_string().contains("\"$ref\""), "{dialect}");
        assert!(!shown.to_string().contains("\"$defs\""), "{dialect}");
        for name in ["from", "to"] {
            let city = &shown["properties"][name];
            assert_eq!(city["properties"]["name"]["type"], "string", "{dialect}");
            assert!(city["properties"].get("population").is_some(), "{dialect}");
        }
        assert_eq!(definition, before, "{dialect}");
    }
}

#[test]
fn the_outer_description_wins_and_no_reference_has_neighbours() {
    for sample in corpus::all() {
        for dialect in Dialect::ALL {
            let Ok(tools) = dialect.render([&sample.definition]) else {
                continue;
            };
            each_schema(schema_of(dialect, &tools, 0), &mut |schema| {
                let alone = schema.as_object().is_some_and(|schema| schema.len() == 1);
                assert!(schema.get("$ref").is_none() || alone, "{dialect}: {schema}");
            });
        }
    }
    let shown = schema(
        Dialect::OpenAiChatStrict,
        &corpus::definition("one_type_twice"),
    );
    assert_eq!(
        shown["properties"]["from"]["description"],
        "Where it starts."
    );
    let shown = parameter(
        Dialect::OpenAiChatStrict,
        &corpus::definition("described_reference"),
    );
    assert_eq!(
        shown["properties"]["root"]["description"],
        "The tree's first node."
    );
}

#[test]
fn a_tagged_newtype_variant_has_the_tag_and_the_inner_fields() {
    for dialect in Dialect::ALL {
        let shown = parameter(dialect, &corpus::definition("internal_newtype"));
        let branches = shown
            .get("anyOf")
            .or_else(|| shown.get("oneOf"))
            .expect("a union");
        let holds = branches
            .as_array()
            .and_then(|all| all.iter().find(|one| one["properties"].get("x").is_some()))
            .unwrap_or_else(|| panic!("{dialect}: {shown}"));
        assert!(
            holds["properties"]["kind"].to_string().contains("Holds"),
            "{dialect}"
        );
        let names = holds["required"].as_array().expect("required");
        assert!(
            names.contains(&json!("kind")) && names.contains(&json!("x")),
            "{dialect}"
        );
    }
}

#[test]
fn two_types_of_one_name_are_not_mixed_up_and_have_no_numbers() {
    for dialect in Dialect::ALL {
        let shown = schema(dialect, &corpus::definition("two_types_of_one_name"));
        assert_eq!(
            shown["properties"]["x"]["properties"]["a"]["type"], "integer",
            "{dialect}"
        );
        assert_eq!(
            shown["properties"]["y"]["properties"]["b"]["type"], "string",
            "{dialect}"
        );
        assert!(!shown.to_string().contains("P2"), "{dialect}");
    }
}

#[test]
fn a_root_that_contains_itself_is_referred_to_by_a_definition() {
    for dialect in [
        Dialect::OpenAiChat,
        Dialect::OpenAiChatStrict,
        Dialect::Anthropic,
        Dialect::Mcp,
    ] {
        let shown = schema(dialect, &corpus::definition("root_recursive"));
        assert!(
            !shown.to_string().contains("\"$ref\":\"#\""),
            "{dialect}: {shown}"
        );
        assert_eq!(shown["type"], "object", "{dialect}");
        let definitions = shown["$defs"].as_object().expect("definitions");
        assert!(
            definitions
                .values()
                .all(|one| one["properties"].get("label").is_some())
        );
    }
}

#[test]
fn external_and_dangling_references_are_refused() {
    for reference in [
        "https://example.com/x.json",
        "#/$defs/Gone",
        "other.json#/a",
    ] {
        for dialect in Dialect::ALL {
            let error = dialect
                .render([taking(json!({ "$ref": reference }))])
                .expect_err(reference);
            assert!(error.to_string().contains(reference), "{error}");
        }
    }
}

#[test]
fn very_deep_schemas_are_refused_and_do_not_exhaust_the_stack() {
    let mut schema = json!({ "type": "string" });
    for _ in 0..500 {
        schema = json!({ "type": "array", "items": schema });
    }
    let definition = taking(schema);
    for dialect in Dialect::ALL {
        let error = dialect.render([&definition]).expect_err("too deep");
        assert!(error.to_string().contains("deeper"), "{error}");
    }
}

#[test]
fn references_that_multiply_keep_their_names_instead_of_filling_the_memory() {
    let mut definitions = serde_json::Map::new();
    for level in 0..30 {
        let next = json!({ "$ref": format!("#/$defs/L{}", level + 1) });
        definitions.insert(
            format!("L{level}"),
            json!({ "type": "object", "properties": { "a": next, "b": next } }),
        );
    }
    definitions.insert("L30".to_owned(), json!({ "type": "string" }));
    let root = json!({
        "properties": { "value": { "$ref": "#/$defs/L0" } },
        "$defs": definitions,
    });
    let shown = schema(Dialect::OpenAiChat, &with_root(root));
    assert_eq!(
        shown["properties"]["value"],
        json!({ "$ref": "#/$defs/L0" })
    );
    assert!(shown.to_string().len() < 20_000);
}

#[test]
fn tuples_and_unions_in_each_other_do_not_multiply() {
    let mut schema = json!({ "type": "string" });
    for _ in 0..22 {
        schema = json!({
            "type": "object",
            "properties": { "a": { "prefixItems": [schema, {}], "type": "array", "maxItems": 2 } },
            "oneOf": [
                { "properties": { "k": { "const": 1 } }, "required": ["k"] },
                { "properties": { "k": { "const": 2 } }, "required": ["k"] },
            ],
        });
    }
    let shown = schema_of_text(&taking(schema));
    assert!(shown.len() < 2_000_000, "{}", shown.len());
}

#[test]
fn a_long_chain_of_definitions_is_followed_in_good_time() {
    let mut definitions = serde_json::Map::new();
    for index in 0..5000 {
        let next = json!({ "$ref": format!("#/$defs/D{}", (index + 1) % 5000) });
        definitions.insert(
            format!("D{index}"),
            json!({ "type": "object", "properties": { "a": next } }),
        );
    }
    let root = json!({ "properties": { "value": { "$ref": "#/$defs/D0" } }, "$defs": definitions });
    assert!(schema_of_text(&with_root(root)).contains("D4999"));
}

fn schema_of_text(definition: &tooldef::Definition) -> String {
    schema(Dialect::OpenAiChat, definition).to_string()
}
