//! What a rendering accepts is what the tool accepts.

use jsonschema::Validator;
use serde_json::{Value, json};
use tooldef::provider::{Dialect, NoteKind};
use tooldef_tests::corpus::{self, Sample};
use tooldef_tests::values::{Dice, disturbed, value};

use crate::support::{each_schema, schema_of};

pub(crate) const ROUNDS: u64 = 40;

pub(crate) fn validator(schema: &Value) -> Validator {
    jsonschema::draft202012::new(schema).unwrap_or_else(|error| panic!("{error} in {schema}"))
}

/// Values that fit the sample's schema, and values that may not.
pub(crate) fn values(sample: &Sample, seed: u64) -> Vec<Value> {
    let root = &*sample.definition.input_schema;
    let mut dice = Dice::new(seed);
    let mut all = Vec::new();
    for _ in 0..ROUNDS {
        let made = value(root, root, &mut dice, 0);
        all.push(disturbed(&made, &mut dice));
        all.push(made);
    }
    all
}

/// Whether the sample's texts are free of formats, which a schema names and a
/// validator need not check. Two types of the standard library are left out
/// too: their schemas are open, their deserializers are not.
pub(crate) fn follows_formats(sample: &Sample) -> bool {
    let mut free = !["std_duration", "result"].contains(&sample.name);
    each_schema(&sample.definition.input_schema, &mut |schema| {
        let number = [json!("integer"), json!("number")].contains(&schema["type"]);
        free &= number || schema.get("format").is_none();
    });
    free
}

#[test]
fn corpus_has_at_least_sixty_types_with_different_names() {
    let mut names: Vec<&str> = corpus::all().iter().map(|sample| sample.name).collect();
    assert!(names.len() >= 60, "{}", names.len());
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), corpus::all().len());
}

#[test]
fn every_rendering_satisfies_the_2020_12_meta_schema() {
    for sample in corpus::all() {
        for dialect in Dialect::ALL {
            let Ok(tools) = dialect.render([&sample.definition]) else {
                continue;
            };
            let schema = schema_of(dialect, &tools, 0);
            assert!(
                jsonschema::draft202012::meta::is_valid(schema),
                "{} for {dialect}: {schema}",
                sample.name
            );
            validator(schema);
        }
    }
}

#[test]
fn what_a_schema_accepts_deserializes_and_what_serializes_is_accepted() {
    for (seed, sample) in corpus::all().into_iter().enumerate() {
        let original = validator(&sample.definition.input_schema);
        let follows = follows_formats(&sample);
        let mut fitting = 0;
        for (index, value) in values(&sample, seed as u64).into_iter().enumerate() {
            let made = index % 2 == 1;
            if !original.is_valid(&value) || !(made || follows) {
                continue;
            }
            fitting += 1;
            let back = (sample.reads)(value.clone())
                .unwrap_or_else(|error| panic!("{}: {value}: {error}", sample.name));
            assert!(
                original.is_valid(&back),
                "{}: {value} came back as {back}",
                sample.name
            );
        }
        assert!(fitting > 0, "no value was made for {}", sample.name);
    }
}

#[test]
fn plain_renderings_accept_exactly_what_the_tool_accepts() {
    let plain = [
        Dialect::OpenAiChat,
        Dialect::OpenAiResponses,
        Dialect::Anthropic,
        Dialect::Bedrock,
        Dialect::Ollama,
        Dialect::Mcp,
    ];
    for (seed, sample) in corpus::all().into_iter().enumerate() {
        let original = validator(&sample.definition.input_schema);
        let values = values(&sample, seed as u64);
        for dialect in plain {
            let tools = dialect.render([&sample.definition]).expect(sample.name);
            let rendered = schema_of(dialect, &tools, 0);
            let check = validator(rendered);
            for value in &values {
                assert_eq!(
                    original.is_valid(value),
                    check.is_valid(value),
                    "{} for {dialect}: {value}\n{rendered}",
                    sample.name
                );
            }
        }
    }
}

/// OpenAPI's spellings in those of JSON Schema.
fn from_openapi(schema: &Value) -> Value {
    let Value::Object(object) = schema else {
        return schema.clone();
    };
    let mut out = object.clone();
    let nullable = out.remove("nullable") == Some(Value::Bool(true));
    if out.get("format") == Some(&json!("enum")) {
        let texts = out["enum"].as_array().cloned().unwrap_or_default();
        let numbers = texts
            .iter()
            .filter_map(Value::as_str)
            .map(str::parse::<i64>);
        out["enum"] = numbers
            .map(|number| json!(number.expect("an integer")))
            .collect();
    }
    for keyword in ["items"] {
        if let Some(held) = out.get_mut(keyword) {
            *held = from_openapi(held);
        }
    }
    if let Some(Value::Array(branches)) = out.get_mut("anyOf") {
        for branch in branches {
            *branch = from_openapi(branch);
        }
    }
    if let Some(Value::Object(members)) = out.get_mut("properties") {
        members
            .values_mut()
            .for_each(|member| *member = from_openapi(member));
    }
    if nullable {
        json!({ "anyOf": [out, { "type": "null" }] })
    } else {
        out.into()
    }
}

#[test]
fn gemini_renderings_are_wider_only_where_a_note_says_so() {
    for (seed, sample) in corpus::all().into_iter().enumerate() {
        let original = validator(&sample.definition.input_schema);
        for dialect in [Dialect::Gemini, Dialect::GeminiParameters] {
            let Ok(rendering) = dialect.render_with_notes([&sample.definition]) else {
                continue;
            };
            let schema = schema_of(dialect, &rendering.tools, 0);
            let check = validator(&from_openapi(schema));
            let exact = dialect == Dialect::Gemini
                && !rendering
                    .notes
                    .iter()
                    .any(|note| note.kind == NoteKind::InWords);
            for value in values(&sample, seed as u64) {
                let (expected, found) = (original.is_valid(&value), check.is_valid(&value));
                assert!(
                    found || !expected,
                    "{} for {dialect} refuses {value}\n{schema}",
                    sample.name
                );
                assert!(
                    !exact || found == expected,
                    "{} for {dialect} accepts {value}\n{schema}",
                    sample.name
                );
            }
        }
    }
}

#[test]
fn only_recursion_and_what_the_dialect_lacks_is_refused() {
    let mut refused = Vec::new();
    for sample in corpus::all() {
        for dialect in Dialect::ALL {
            if dialect.render([&sample.definition]).is_err() {
                refused.push(format!("{dialect}: {}", sample.name));
            }
        }
    }
    refused.sort_unstable();
    let expected = [
        "gemini-parameters: described_reference",
        "gemini-parameters: external",
        "gemini-parameters: list_of_enums",
        "gemini-parameters: mutually_recursive",
        "gemini-parameters: optional_recursive",
        "gemini-parameters: pair_of_two_types",
        "gemini-parameters: recursive",
        "gemini-parameters: recursive_enum",
        "gemini-parameters: recursive_list",
        "gemini-parameters: root_recursive",
        "gemini-parameters: root_recursive_default",
        "gemini: recursive_enum",
        "gemini: recursive_list",
    ];
    assert_eq!(refused, expected);
}

#[test]
fn every_array_has_items_and_every_object_has_properties_in_every_dialect() {
    for sample in corpus::all() {
        for dialect in Dialect::ALL {
            let Ok(tools) = dialect.render([&sample.definition]) else {
                continue;
            };
            each_schema(schema_of(dialect, &tools, 0), &mut |schema| {
                let is = |name: &str| {
                    schema.get("type").is_some_and(|kind| {
                        kind == name
                            || kind
                                .as_array()
                                .is_some_and(|all| all.contains(&json!(name)))
                    })
                };
                assert!(
                    !is("array") || schema.get("items").is_some(),
                    "{dialect}: {schema}"
                );
                assert!(
                    !is("object") || schema.get("properties").is_some(),
                    "{dialect}: {schema}"
                );
            });
        }
    }
}
