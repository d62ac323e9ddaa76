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
        assert!(schema.get("additionalProperties").is_none())
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
fn defaults_that_strict_forbids_are_said_in_the_description() {
    let definition = corpus::definition("defaults");
    for dialect in Dialect::ALL
        .into_iter()
        .filter(|dialect| dialect.is_strict())
    {
        let shown = schema(dialect, &definition);
        each_schema(&shown, &mut |schema| {
            assert!(schema.get("default").is_none(), "{schema}")
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
