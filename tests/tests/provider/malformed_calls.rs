//! Messages that cannot be read, and where they go wrong.

use serde_json::{Value, json};
use tooldef::provider::Dialect;

fn fails(dialect: Dialect, message: &Value) -> String {
    dialect
        .read_calls(message)
        .expect_err("a read error")
        .to_string()
}

fn chat_call(id: &str, arguments: &Value) -> Value {
    json!({ "id": id, "type": "function", "function": { "name": "add", "arguments": arguments } })
}

#[test]
fn a_malformed_call_is_an_error_that_names_its_place_and_no_call_is_dropped() {
    let cases = [
        (
            Dialect::OpenAiChat,
            json!([chat_call("c", &json!("")), { "id": "d" }]),
            "[1].function",
        ),
        (
            Dialect::OpenAiChat,
            json!([{ "id": "c", "function": { "name": "" } }]),
            "[0].function.name",
        ),
        (
            Dialect::OpenAiChat,
            json!([{ "id": 5, "function": { "name": "a" } }]),
            "[0].id",
        ),
        (
            Dialect::OpenAiChat,
            json!({ "tool_calls": {} }),
            "tool_calls",
        ),
        (
            Dialect::OpenAiChat,
            json!({ "role": "assistant", "tool_calls": [null] }),
            "tool_calls[0]",
        ),
        (
            Dialect::OpenAiChat,
            json!({ "role": "assistant", "function_call": { "name": "a" } }),
            "function_call",
        ),
        (
            Dialect::OpenAiResponses,
            json!([{ "type": "function_call", "id": "x", "name": "a" }]),
            "[0].call_id",
        ),
        (
            Dialect::Anthropic,
            json!({ "content": [{ "type": "tool_use", "name": "a", "input": {} }] }),
            "content[0].id",
        ),
        (
            Dialect::Anthropic,
            json!({ "content": [{ "type": "tool_use", "id": "a", "input": {} }] }),
            "content[0].name",
        ),
        (
            Dialect::Gemini,
            json!([{ "text": "" }, { "functionCall": { "args": {} } }]),
            "[1].functionCall.name",
        ),
        (
            Dialect::Gemini,
            json!([{ "functionCall": { "name": "a", "willContinue": true } }]),
            "[0].functionCall.willContinue",
        ),
        (
            Dialect::Bedrock,
            json!([{ "toolUse": { "name": "a" } }]),
            "[0].toolUse.toolUseId",
        ),
        (
            Dialect::Ollama,
            json!([{ "function": {} }]),
            "[0].function.name",
        ),
        (
            Dialect::Mcp,
            json!({ "method": "tools/list", "params": {} }),
            "method",
        ),
        (
            Dialect::Mcp,
            json!({ "method": "tools/call", "id": 1.5, "params": { "name": "a" } }),
            "id",
        ),
    ];
    for (dialect, message, place) in cases {
        let error = fails(dialect, &message);
        assert!(error.contains(place), "{dialect}: {error}");
    }
}

#[test]
fn a_message_of_another_form_is_an_error_and_not_an_empty_list() {
    let chat = json!({ "choices": [{ "message": { "role": "assistant", "content": "" } }] });
    for dialect in [
        Dialect::OpenAiResponses,
        Dialect::Anthropic,
        Dialect::Bedrock,
        Dialect::Mcp,
    ] {
        fails(dialect, &chat);
    }
    for message in [json!("text"), json!(5), json!(null), json!([5])] {
        for dialect in Dialect::ALL {
            fails(dialect, &message);
        }
    }
    fails(
        Dialect::OpenAiChat,
        &json!({ "error": { "message": "overloaded" } }),
    );
    fails(
        Dialect::Anthropic,
        &json!({ "error": { "message": "overloaded" } }),
    );
}

#[test]
fn calls_of_two_alternative_answers_are_never_run_together() {
    let message = json!({ "role": "assistant", "tool_calls": [chat_call("c", &json!("{}"))] });
    let text = json!({ "role": "assistant", "content": "no" });
    let both = json!({ "choices": [{ "message": message }, { "message": message }] });
    assert!(fails(Dialect::OpenAiChat, &both).contains("choices[1]"));
    let one = json!({ "choices": [{ "message": text }, { "message": message }] });
    assert_eq!(
        Dialect::OpenAiChat
            .read_calls(&one)
            .expect("one call")
            .len(),
        1
    );
}
