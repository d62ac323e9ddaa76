//! The envelope around a schema, and dialect names.

use std::ptr;

use serde_json::json;
use tooldef::provider::Dialect;
use tooldef::{Effect, Tool, ToolSet};

use crate::support::{named, render};

#[test]
fn each_provider_gets_its_own_envelope() {
    let definition = named("add", json!({}));
    let schema = json!({ "type": "object", "properties": {}, "additionalProperties": false });
    let strict = json!({ "type": "object", "properties": {}, "additionalProperties": false, "required": [] });
    let text = "A probe. Takes what it is given.";
    let chat = json!([{ "type": "function", "function": { "name": "add", "description": text, "parameters": schema } }]);
    let expected = [
        (Dialect::OpenAiChat, chat.clone()),
        (
            Dialect::OpenAiChatStrict,
            json!([{ "type": "function", "function":
            { "name": "add", "description": text, "parameters": strict, "strict": true } }]),
        ),
        (
            Dialect::OpenAiResponses,
            json!([{ "type": "function", "name": "add", "description": text,
            "parameters": schema, "strict": false }]),
        ),
        (
            Dialect::OpenAiResponsesStrict,
            json!([{ "type": "function", "name": "add", "description": text,
            "parameters": strict, "strict": true }]),
        ),
        (
            Dialect::Anthropic,
            json!([{ "name": "add", "description": text, "input_schema": schema }]),
        ),
        (
            Dialect::AnthropicStrict,
            json!([{ "name": "add", "description": text, "input_schema": schema,
            "strict": true }]),
        ),
        (
            Dialect::Gemini,
            json!([{ "functionDeclarations": [{ "name": "add", "description": text,
            "parametersJsonSchema": schema }] }]),
        ),
        (
            Dialect::GeminiParameters,
            json!([{ "functionDeclarations": [{ "name": "add", "description": text,
            "parameters": { "type": "object", "properties": {} } }] }]),
        ),
        (
            Dialect::Bedrock,
            json!([{ "toolSpec": { "name": "add", "description": text,
            "inputSchema": { "json": schema } } }]),
        ),
        (Dialect::Ollama, chat),
        (
            Dialect::Mcp,
            json!([{ "name": "add", "description": text, "inputSchema": schema }]),
        ),
    ];
    assert_eq!(expected.len(), Dialect::ALL.len());
    for (dialect, tools) in expected {
        assert_eq!(render(dialect, &definition).tools, tools, "{dialect}");
    }
}

#[test]
fn tools_stand_in_the_order_given() {
    let tools = [
        named("b", json!({})),
        named("a", json!({})),
        named("c", json!({})),
    ];
    for dialect in Dialect::ALL {
        let text = dialect.render(&tools).expect("three tools").to_string();
        let places: Vec<_> = ["\"b\"", "\"a\"", "\"c\""]
            .iter()
            .map(|name| text.find(&format!("\"name\":{name}")))
            .collect();
        assert!(
            places.is_sorted() && places[0].is_some(),
            "{dialect}: {text}"
        );
    }
}

#[test]
fn dialect_names_are_read_and_written() {
    for dialect in Dialect::ALL {
        assert_eq!(dialect.to_string().parse(), Ok(dialect));
    }
    let error = "open-ai"
        .parse::<Dialect>()
        .expect_err("no such dialect")
        .to_string();
    assert!(
        error.contains("`openai-responses-strict`") && error.contains("`mcp`"),
        "{error}"
    );
}

#[test]
fn a_set_is_rendered_once_for_each_dialect_and_its_clones_share_that() {
    let ping = Tool::builder(
        "ping",
        "Answers, and does nothing else. Returns the text pong.",
    )
    .effect(Effect::Read)
    .raw_handler(json!({}), |_, _| async { "pong" });
    let set = ToolSet::builder().add(ping).build().expect("a set");
    let copy = set.clone();
    for dialect in Dialect::ALL {
        let text = set.render_json(dialect).expect("one tool");
        assert!(
            ptr::eq(text, copy.render_json(dialect).expect("one tool")),
            "{dialect}"
        );
        assert_eq!(
            text,
            dialect.render(&set).expect("one tool").to_string(),
            "{dialect}"
        );
        assert_eq!(
            text,
            dialect
                .render(set.definitions())
                .expect("one tool")
                .to_string()
        );
        assert!(
            set.rendering(dialect).expect("one tool").notes.is_empty(),
            "{dialect}"
        );
    }
}
