//! Telling wire forms apart.

use serde_json::json;
use tooldef::provider::Dialect;

#[test]
fn every_form_that_holds_a_call_is_recognised() {
    let chat = json!({ "role": "assistant", "content": null, "tool_calls": [
        { "id": "c", "type": "function", "function": { "name": "f", "arguments": "{}" } } ]});
    let ollama = json!({ "role": "assistant", "content": "", "tool_calls": [
        { "function": { "name": "f", "arguments": {} } } ]});
    let item = json!({ "type": "function_call", "call_id": "c", "name": "f", "arguments": "{}" });
    let block = json!({ "type": "tool_use", "id": "c", "name": "f", "input": {} });
    let part = json!({ "functionCall": { "name": "f", "args": {} } });
    let tool_use = json!({ "toolUse": { "toolUseId": "c", "name": "f", "input": {} } });
    let text = json!({ "type": "text", "text": "hm" });
    let forms = [
        (
            Dialect::OpenAiChat,
            json!({ "choices": [{ "message": chat }] }),
        ),
        (Dialect::OpenAiChat, json!({ "index": 0, "message": chat })),
        (Dialect::OpenAiChat, chat.clone()),
        (Dialect::OpenAiChat, chat["tool_calls"].clone()),
        (
            Dialect::Ollama,
            json!({ "model": "m", "message": ollama, "done": true }),
        ),
        (Dialect::Ollama, ollama.clone()),
        (Dialect::OpenAiResponses, json!({ "output": [item] })),
        (
            Dialect::OpenAiResponses,
            json!([{ "type": "reasoning" }, item]),
        ),
        (Dialect::OpenAiResponses, item.clone()),
        (
            Dialect::Anthropic,
            json!({ "type": "message", "role": "assistant", "content": [text, block] }),
        ),
        (Dialect::Anthropic, json!([text, block])),
        (
            Dialect::Gemini,
            json!({ "candidates": [{ "content": { "parts": [part] } }] }),
        ),
        (Dialect::Gemini, json!({ "role": "model", "parts": [part] })),
        (Dialect::Gemini, json!([{ "text": "hm" }, part])),
        (
            Dialect::Bedrock,
            json!({ "output": { "message": { "content": [tool_use] } } }),
        ),
        (
            Dialect::Bedrock,
            json!({ "role": "assistant", "content": [{ "text": "hm" }, tool_use] }),
        ),
        (
            Dialect::Mcp,
            json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "f" } }),
        ),
    ];
    for (dialect, message) in forms {
        assert_eq!(Dialect::detect(&message), Some(dialect), "{message}");
        assert_eq!(
            dialect.read_calls(&message).expect("a call").len(),
            1,
            "{message}"
        );
    }
}

#[test]
fn what_fits_several_forms_or_none_is_not_guessed() {
    for message in [
        json!({ "role": "assistant", "content": "hello" }),
        json!({}),
        json!([]),
        json!("text"),
        json!(null),
        json!({ "role": "assistant", "content": [{ "text": "hello" }] }),
    ] {
        assert_eq!(Dialect::detect(&message), None, "{message}");
    }
}
