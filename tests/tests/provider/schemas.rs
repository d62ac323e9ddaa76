//! Faults that schemas have had in other projects, kind by kind.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tooldef::provider::{Dialect, NoteKind};
use tooldef_tests::corpus;

use crate::support::{
    claims_strict, each_schema, named, parameter, render, schema, schema_of, taking, with_root,
};

const OPENAI_STRICT: [Dialect; 2] = [Dialect::OpenAiChatStrict, Dialect::OpenAiResponsesStrict];
const GEMINI: [Dialect; 2] = [Dialect::Gemini, Dialect::GeminiParameters];

#[test]
fn integer_widths_are_no_formats_anywhere_and_bounds_stay() {
    for sample in corpus::all() {
        for dialect in Dialect::ALL {
            let Ok(tools) = dialect.render([&sample.definition]) else {
                continue;
            };
            each_schema(schema_of(dialect, &tools, 0), &mut |schema| {
                let format = schema
                    .get("format")
                    .and_then(Value::as_str)
                    .unwrap_or("uuid");
                let known = [
                    "date",
                    "date-time",
                    "time",
                    "duration",
                    "uuid",
                    "uri",
                    "ipv4",
                    "ipv6",
                    "enum",
                ];
                assert!(
                    known.contains(&format),
                    "{} for {dialect}: {format}",
                    sample.name
                );
            });
        }
    }
    let shown = parameter(Dialect::OpenAiChatStrict, &corpus::definition("u8"));
    assert_eq!(
        shown,
        json!({ "type": "integer", "minimum": 0, "maximum": 255 })
    );
}

#[test]
fn parameters_called_like_keywords_survive_in_every_dialect() {
    let definition = corpus::definition("keywords");
    let names: Vec<&String> = definition.input_schema["properties"]
        .as_object()
        .expect("properties")
        .keys()
        .collect();
    for dialect in Dialect::ALL {
        let shown = schema(dialect, &definition);
        let properties = shown["properties"].as_object().expect("properties");
        assert_eq!(properties.keys().collect::<Vec<_>>(), names, "{dialect}");
        for name in ["title", "format", "$ref", "const"] {
            assert_eq!(properties[name]["type"], "string", "{dialect}: {name}");
        }
    }
}

#[test]
fn a_tool_without_arguments_is_an_object_with_properties_in_every_dialect() {
    for dialect in Dialect::ALL {
        for root in [json!({}), json!({ "type": "object" })] {
            let shown = schema(dialect, &with_root(root));
            assert_eq!(shown["type"], "object", "{dialect}");
            assert_eq!(shown["properties"], json!({}), "{dialect}");
        }
    }
    for dialect in OPENAI_STRICT {
        let shown = schema(dialect, &corpus::definition("holds_empty"));
        let empty = &shown["properties"]["empty"];
        assert_eq!(empty["properties"], json!({}), "{dialect}");
        assert_eq!(empty["required"], json!([]), "{dialect}");
        assert_eq!(empty["additionalProperties"], false, "{dialect}");
    }
}

#[test]
fn a_root_that_is_a_union_is_refused_by_name_wherever_it_would_fail_the_request() {
    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(tag = "kind")]
    enum Query {
        A { x: i32 },
        B { y: String },
    }
    let root = schemars::schema_for!(Query).to_value();
    let definition = with_root(root);
    for dialect in Dialect::ALL {
        match dialect.render([&definition]) {
            Ok(tools) => {
                assert_eq!(dialect, Dialect::Mcp);
                assert_eq!(schema_of(dialect, &tools, 0)["type"], "object");
            }
            Err(error) => {
                let fault = &error.faults[0];
                assert_eq!(
                    (fault.tool.as_str(), fault.path.as_str()),
                    ("probe", "#/oneOf")
                );
                assert!(
                    error.to_string().contains("parameter of its own"),
                    "{error}"
                );
            }
        }
    }
}

#[test]
fn maps_never_become_objects_that_can_only_be_empty() {
    for name in [
        "map",
        "map_of_lists",
        "map_of_records",
        "free_object",
        "map_with_integer_keys",
    ] {
        let definition = corpus::definition(name);
        for dialect in Dialect::ALL {
            let rendering = render(dialect, &definition);
            let shown = schema_of(dialect, &rendering.tools, 0)["properties"]["value"].clone();
            if dialect.is_strict() {
                assert!(
                    !claims_strict(dialect, &rendering.tools, 0),
                    "{name} for {dialect}"
                );
                assert!(rendering.fell_back("probe") || rendering.fell_back(name));
            }
            let closed = shown.get("additionalProperties") == Some(&json!(false));
            assert!(
                !closed || shown.get("patternProperties").is_some(),
                "{name} for {dialect}: {shown}"
            );
        }
    }
}

#[test]
fn documented_variants_become_an_enum_that_keeps_their_texts() {
    for dialect in Dialect::ALL {
        for name in ["documented_enum", "half_documented_enum"] {
            let shown = parameter(dialect, &corpus::definition(name));
            let literals = shown["enum"]
                .as_array()
                .unwrap_or_else(|| panic!("{dialect}: {shown}"));
            assert!(literals.contains(&json!("One")) && literals.contains(&json!("Two")));
            let text = shown["description"].as_str().expect("a description");
            assert!(text.contains("one"), "{dialect}: {text}");
        }
    }
}

#[test]
fn a_constant_never_loses_its_value() {
    let definition = corpus::definition("internal");
    for dialect in Dialect::ALL {
        let shown = parameter(dialect, &definition).to_string();
        for tag in ["\"A\"", "\"B\"", "\"C\""] {
            assert!(shown.contains(tag), "{dialect}: {shown}");
        }
    }
    for dialect in GEMINI {
        let shown = parameter(
            dialect,
            &taking(json!({ "const": "a", "enum": ["a", "b"] })),
        );
        assert_eq!(
            shown,
            json!({ "type": "string", "enum": ["a"] }),
            "{dialect}"
        );
        let rendering = render(dialect, &taking(json!({ "const": true })));
        assert_eq!(rendering.notes[0].kind, NoteKind::InWords, "{dialect}");
    }
}

#[test]
fn a_schema_that_nothing_can_satisfy_is_refused_by_path() {
    for impossible in [
        json!({ "not": {} }),
        json!(false),
        json!({ "anyOf": [{ "not": {} }] }),
    ] {
        for dialect in Dialect::ALL {
            let error = dialect
                .render([taking(impossible.clone())])
                .expect_err("impossible");
            assert_eq!(error.faults[0].path, "#/properties/value", "{dialect}");
            assert!(error.to_string().contains("tool `probe`"), "{error}");
        }
    }
    let never_or_null = json!({ "anyOf": [{ "not": {} }, { "type": "null" }] });
    let shown = parameter(Dialect::OpenAiChat, &taking(never_or_null));
    assert_eq!(shown, json!({ "type": "null" }));
}

#[test]
fn renderings_are_the_same_bytes_each_time_and_sorted() {
    fn sorted(value: &Value) -> bool {
        match value {
            Value::Object(object) => {
                let keys: Vec<_> = object.keys().collect();
                keys.is_sorted() && object.values().all(sorted)
            }
            Value::Array(items) => items.iter().all(sorted),
            _ => true,
        }
    }
    let tools: Vec<_> = corpus::all()
        .into_iter()
        .map(|sample| sample.definition)
        .filter(|definition| !definition.name.contains("recursive"))
        .collect();
    for dialect in Dialect::ALL
        .into_iter()
        .filter(|one| *one != Dialect::GeminiParameters)
    {
        let once = dialect
            .render(&tools)
            .unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(
            once.to_string(),
            dialect.render(&tools).expect("again").to_string()
        );
        assert!(sorted(&once), "{dialect}");
    }
}

#[test]
fn parameter_order_does_not_depend_on_how_the_schema_was_written() {
    let a = named(
        "t",
        json!({ "properties": { "b": { "type": "string" }, "a": { "type": "string" } } }),
    );
    let b = named(
        "t",
        json!({ "properties": { "a": { "type": "string" }, "b": { "type": "string" } } }),
    );
    for dialect in Dialect::ALL {
        assert_eq!(
            dialect.render([&a]).expect("a").to_string(),
            dialect.render([&b]).expect("b").to_string()
        );
    }
}
