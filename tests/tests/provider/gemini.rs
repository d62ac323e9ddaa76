//! What Gemini gets, in its two forms.

use serde_json::{Value, json};
use tooldef::provider::{Dialect, NoteKind};
use tooldef_tests::corpus;

use crate::support::{each_schema, parameter, render, schema, schema_of, taking};

const GEMINI: [Dialect; 2] = [Dialect::Gemini, Dialect::GeminiParameters];

#[test]
fn gemini_parameters_have_one_type_each_and_say_nullable() {
    let list = parameter(
        Dialect::GeminiParameters,
        &corpus::definition("optional_list"),
    );
    assert_eq!(
        list,
        json!({ "type": "array", "items": { "type": "string" }, "nullable": true })
    );
    let shown = schema(
        Dialect::GeminiParameters,
        &corpus::definition("optional_list"),
    );
    assert!(
        shown
            .get("required")
            .is_none_or(|names| names == &json!([]))
    );
    let several = parameter(
        Dialect::GeminiParameters,
        &taking(
            json!({ "type": ["string", "integer", "null"], "minLength": 2, "minimum": 0, "description": "d" }),
        ),
    );
    assert_eq!(
        several,
        json!({ "anyOf": [
            { "type": "string", "minLength": 2, "nullable": true, "description": "d" },
            { "type": "integer", "minimum": 0, "nullable": true, "description": "d" },
        ]})
    );
    let rows = parameter(
        Dialect::GeminiParameters,
        &corpus::definition("list_of_optional_rows"),
    );
    assert_eq!(rows["items"]["type"], "object");
    assert_eq!(rows["items"]["nullable"], true);
    assert_eq!(rows["items"]["properties"]["data"], json!({}));
}

#[test]
fn gemini_parameters_use_documented_keywords_only() {
    let known = [
        "type",
        "format",
        "title",
        "description",
        "nullable",
        "enum",
        "items",
        "minItems",
        "maxItems",
        "properties",
        "required",
        "minProperties",
        "maxProperties",
        "minimum",
        "maximum",
        "minLength",
        "maxLength",
        "pattern",
        "anyOf",
    ];
    for sample in corpus::all() {
        let Ok(tools) = Dialect::GeminiParameters.render([&sample.definition]) else {
            continue;
        };
        each_schema(
            schema_of(Dialect::GeminiParameters, &tools, 0),
            &mut |schema| {
                let object = schema.as_object().expect("an object");
                for key in object.keys() {
                    assert!(known.contains(&key.as_str()), "{}: {key}", sample.name);
                }
                assert!(object.get("type").is_none_or(Value::is_string), "{schema}");
                assert!(
                    !object.contains_key("anyOf") || object.len() == 1,
                    "{schema}"
                );
                let texts = |all: &Value| {
                    all.as_array()
                        .is_some_and(|all| all.iter().all(Value::is_string))
                };
                assert!(object.get("enum").is_none_or(texts), "{schema}");
            },
        );
    }
}

#[test]
fn gemini_json_schemas_use_documented_keywords_only() {
    let known = [
        "$defs",
        "$ref",
        "type",
        "format",
        "title",
        "description",
        "enum",
        "items",
        "prefixItems",
        "minItems",
        "maxItems",
        "minimum",
        "maximum",
        "anyOf",
        "properties",
        "additionalProperties",
        "required",
    ];
    for sample in corpus::all() {
        let Ok(tools) = Dialect::Gemini.render([&sample.definition]) else {
            continue;
        };
        each_schema(schema_of(Dialect::Gemini, &tools, 0), &mut |schema| {
            for key in schema
                .as_object()
                .into_iter()
                .flat_map(serde_json::Map::keys)
            {
                assert!(known.contains(&key.as_str()), "{}: {key}", sample.name);
            }
        });
    }
}

#[test]
fn integer_keys_become_values_of_any_key_where_patterns_are_not_supported() {
    let shown = parameter(
        Dialect::Gemini,
        &corpus::definition("map_with_integer_keys"),
    );
    assert_eq!(shown["additionalProperties"]["type"], "number");
    assert!(
        shown["description"]
            .as_str()
            .is_some_and(|text| text.contains("pattern"))
    );
    let notes = render(
        Dialect::Gemini,
        &corpus::definition("map_with_integer_keys"),
    )
    .notes;
    assert!(notes.iter().any(|note| note.kind == NoteKind::InWords));
}

#[test]
fn gemini_parameters_drop_closed_objects_and_describe_maps() {
    let rendering = render(
        Dialect::GeminiParameters,
        &corpus::definition("closed_with_map"),
    );
    let shown = schema_of(Dialect::GeminiParameters, &rendering.tools, 0);
    each_schema(shown, &mut |schema| {
        assert!(schema.get("additionalProperties").is_none());
    });
    let text = shown["properties"]["headers"]["description"]
        .as_str()
        .expect("a description");
    assert!(text.contains("every value matches"), "{text}");
    assert!(
        rendering
            .notes
            .iter()
            .any(|note| note.kind == NoteKind::InWords)
    );
}

#[test]
fn recursion_through_required_properties_is_refused_by_gemini_with_a_remedy() {
    let error = Dialect::Gemini
        .render([corpus::definition("recursive_list")])
        .expect_err("required recursion");
    assert!(error.to_string().contains("optional"), "{error}");
    assert!(error.faults[0].path.starts_with("#/$defs/"), "{error}");
    assert!(
        Dialect::Gemini
            .render([corpus::definition("recursive")])
            .is_ok()
    );
}

#[test]
fn what_gemini_has_no_word_for_is_refused_by_path_and_keyword() {
    for (keyword, held) in [
        ("not", json!({ "const": "x" })),
        ("if", json!({ "const": "x" })),
        ("dependentRequired", json!({ "a": ["b"] })),
        ("contains", json!({ "const": 1 })),
    ] {
        let mut schema = json!({ "type": "object", "properties": {} });
        schema[keyword] = held;
        for dialect in GEMINI {
            let error = dialect.render([taking(schema.clone())]).expect_err(keyword);
            let fault = &error.faults[0];
            assert_eq!(fault.keyword, keyword);
            assert_eq!(fault.path, format!("#/properties/value/{keyword}"));
        }
    }
}

#[test]
fn exclusive_bounds_of_integers_keep_their_meaning_in_gemini() {
    let schema = json!({ "type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 10 });
    for dialect in GEMINI {
        let shown = parameter(dialect, &taking(schema.clone()));
        assert_eq!(
            shown,
            json!({ "type": "integer", "minimum": 1, "maximum": 9 }),
            "{dialect}"
        );
    }
}
