//! Names, and what one request may hold.

use serde_json::{Value, json};
use tooldef::Definition;
use tooldef::provider::{Dialect, NoteKind};

use crate::support::{claims_strict, named, render, with_root};

const GEMINI: [Dialect; 2] = [Dialect::Gemini, Dialect::GeminiParameters];

fn tool(name: impl Into<std::sync::Arc<str>>, root: Value) -> Definition {
    Definition::new(name, "A probe. Takes what it is given.", root)
}

#[test]
fn names_that_a_provider_refuses_are_refused_by_name() {
    let long = "x".repeat(65);
    for name in ["", "files.read", "read all", "a/b", "поиск", long.as_str()] {
        for dialect in Dialect::ALL.into_iter().filter(|one| *one != Dialect::Mcp) {
            let error = dialect.render([tool(name, json!({}))]).expect_err(name);
            assert_eq!(error.faults[0].keyword, "name", "{dialect}");
            assert!(
                error.to_string().contains(&format!("tool `{name}`")),
                "{error}"
            );
        }
    }
    for (name, fits) in [
        ("files.read", true),
        (long.as_str(), true),
        ("read all", false),
        ("", false),
    ] {
        assert_eq!(
            Dialect::Mcp.render([tool(name, json!({}))]).is_ok(),
            fits,
            "{name}"
        );
    }
}

#[test]
fn gemini_names_start_with_a_letter_or_an_underscore() {
    for dialect in Dialect::ALL {
        for (name, fits) in [("2fast", false), ("-x", false), ("_x", true), ("x2", true)] {
            let fits = fits || !GEMINI.contains(&dialect);
            assert_eq!(
                dialect.render([tool(name, json!({}))]).is_ok(),
                fits,
                "{dialect}: {name}"
            );
        }
    }
}

#[test]
fn two_tools_of_one_name_are_refused() {
    for dialect in Dialect::ALL {
        let twice = [named("t", json!({})), named("t", json!({}))];
        let error = dialect.render(&twice).expect_err("a repeated name");
        assert!(error.to_string().contains("two tools"), "{error}");
    }
}

#[test]
fn all_faults_of_all_tools_are_listed() {
    let bad = [
        named(
            "a",
            json!({ "properties": { "x": { "not": {} } }, "required": ["x"] }),
        ),
        named("b", json!({})),
        named("c", json!({ "properties": { "y": { "$ref": "#/gone" } } })),
    ];
    let error = Dialect::OpenAiChat.render(&bad).expect_err("two faults");
    let tools: Vec<&str> = error
        .faults
        .iter()
        .map(|fault| fault.tool.as_str())
        .collect();
    assert_eq!(tools, ["a", "c"]);
}

#[test]
fn no_tools_render_to_an_empty_list() {
    for dialect in Dialect::ALL {
        assert_eq!(
            dialect.render(Vec::<Definition>::new()).expect("nothing"),
            json!([])
        );
    }
}

#[test]
fn anthropic_strict_tools_beyond_the_requests_limits_fall_back_in_order() {
    let plain = json!({ "properties": { "a": { "type": "string" } }, "required": ["a"] });
    let tools: Vec<_> = (0..22)
        .map(|n| tool(format!("t{n}"), plain.clone()))
        .collect();
    let rendering = Dialect::AnthropicStrict
        .render_with_notes(&tools)
        .expect("22 tools");
    for index in 0..22 {
        assert_eq!(
            claims_strict(Dialect::AnthropicStrict, &rendering.tools, index),
            index < 20
        );
    }
    assert!(rendering.fell_back("t20") && !rendering.fell_back("t19"));

    let optional = |count: usize| {
        let members: serde_json::Map<String, Value> = (0..count)
            .map(|n| (format!("p{n}"), json!({ "type": "string" })))
            .collect();
        json!({ "properties": members })
    };
    let tools = [
        tool("a", optional(20)),
        tool("b", optional(5)),
        tool("c", optional(4)),
    ];
    let rendering = Dialect::AnthropicStrict
        .render_with_notes(&tools)
        .expect("three tools");
    let claims: Vec<bool> = (0..3)
        .map(|n| claims_strict(Dialect::AnthropicStrict, &rendering.tools, n))
        .collect();
    assert_eq!(claims, [true, false, true]);

    let unions: serde_json::Map<String, Value> = (0..17)
        .map(|n| (format!("p{n}"), json!({ "type": ["string", "null"] })))
        .collect();
    let names: Vec<&String> = unions.keys().collect();
    let definition = tool("u", json!({ "properties": unions, "required": names }));
    assert!(render(Dialect::AnthropicStrict, &definition).fell_back("u"));
}

#[test]
fn openai_strict_limits_turn_strict_off() {
    let mut deep = json!({ "type": "string" });
    for _ in 0..11 {
        deep = json!({ "type": "object", "properties": { "a": deep }, "required": ["a"] });
    }
    let many: serde_json::Map<String, Value> = (0..5001)
        .map(|n| (format!("p{n}"), json!({ "type": "string" })))
        .collect();
    let literals: Vec<String> = (0..1001).map(|n| format!("v{n}")).collect();
    for root in [
        json!({ "properties": { "value": deep } }),
        json!({ "properties": many }),
        json!({ "properties": { "value": { "enum": literals } } }),
    ] {
        let rendering = render(Dialect::OpenAiChatStrict, &with_root(root));
        assert!(rendering.fell_back("probe"));
    }
}

#[test]
fn long_descriptions_and_many_tools_are_noted_and_not_refused() {
    let long = Definition::new("t", "word ".repeat(300), json!({}));
    let notes = render(Dialect::OpenAiChat, &long).notes;
    assert_eq!(notes[0].kind, NoteKind::Risk);
    let many: Vec<_> = (0..129).map(|n| tool(format!("t{n}"), json!({}))).collect();
    let notes = Dialect::OpenAiResponses
        .render_with_notes(&many)
        .expect("129 tools")
        .notes;
    assert!(notes[0].text.contains("129"), "{}", notes[0]);
}

#[test]
fn parameter_names_that_an_api_has_refused_are_noted() {
    let definition = with_root(json!({ "properties": { "$ref": { "type": "string" } } }));
    for dialect in [
        Dialect::Anthropic,
        Dialect::AnthropicStrict,
        Dialect::GeminiParameters,
    ] {
        let notes = render(dialect, &definition).notes;
        assert_eq!(
            (notes[0].kind, notes[0].path.as_str()),
            (NoteKind::Risk, "#/properties/$ref")
        );
    }
}
