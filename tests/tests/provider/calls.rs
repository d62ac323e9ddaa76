//! Reading calls out of providers' messages.

use serde_json::{Value, json};
use tooldef::provider::{Dialect, ParsedCall};

fn read(dialect: Dialect, message: &Value) -> Vec<ParsedCall> {
    dialect
        .read_calls(message)
        .unwrap_or_else(|error| panic!("{error}"))
}

fn shown(calls: &[ParsedCall]) -> Vec<(&str, &str, &str)> {
    calls
        .iter()
        .map(|call| {
            (
                call.id.as_str(),
                call.name.as_str(),
                call.arguments.as_str(),
            )
        })
        .collect()
}

fn chat_call(id: &str, arguments: &Value) -> Value {
    json!({ "id": id, "type": "function", "function": { "name": "add", "arguments": arguments } })
}

#[test]
fn chat_calls_are_read_from_a_response_a_message_and_a_list() {
    let calls = json!([
        chat_call("c1", &json!("{\"a\": 1}")),
        chat_call("c2", &json!(""))
    ]);
    let message = json!({ "role": "assistant", "content": null, "tool_calls": calls });
    let response = json!({ "choices": [{ "index": 0, "message": message }] });
    for form in [&response, &response["choices"][0], &message, &calls] {
        let read = read(Dialect::OpenAiChat, form);
        assert_eq!(
            shown(&read),
            [("c1", "add", "{\"a\": 1}"), ("c2", "add", "")]
        );
        assert!(read.iter().all(|call| call.id_given));
    }
    assert_eq!(
        shown(&read(Dialect::OpenAiChat, &calls[0])),
        [("c1", "add", "{\"a\": 1}")]
    );
}

#[test]
fn argument_text_arrives_byte_for_byte_faults_included() {
    for text in [
        "{\"a\":1,\"a\":2}",
        "{\"a\":1",
        " \n",
        "[1]",
        "\"{}\"",
        "{\"q\":\"\\ud83d\"}",
    ] {
        let read = read(Dialect::OpenAiChat, &json!([chat_call("c", &json!(text))]));
        assert_eq!(read[0].arguments, text);
    }
}

#[test]
fn arguments_sent_as_json_become_text_with_exact_integers() {
    let arguments =
        json!({ "id": 18_446_744_073_709_551_615_u64, "n": -9_223_372_036_854_775_808_i64 });
    let expected = "{\"id\":18446744073709551615,\"n\":-9223372036854775808}";
    let messages = [
        (Dialect::OpenAiChat, json!([chat_call("c", &arguments)])),
        (
            Dialect::Anthropic,
            json!([{ "type": "tool_use", "id": "c", "name": "add", "input": arguments }]),
        ),
        (
            Dialect::Gemini,
            json!([{ "functionCall": { "name": "add", "args": arguments } }]),
        ),
        (
            Dialect::Bedrock,
            json!([{ "toolUse": { "toolUseId": "c", "name": "add", "input": arguments } }]),
        ),
        (
            Dialect::Ollama,
            json!([{ "function": { "name": "add", "arguments": arguments } }]),
        ),
        (
            Dialect::Mcp,
            json!({ "name": "add", "arguments": arguments }),
        ),
    ];
    for (dialect, message) in messages {
        assert_eq!(read(dialect, &message)[0].arguments, expected, "{dialect}");
    }
}

#[test]
fn absent_and_null_arguments_are_the_empty_text_in_every_dialect() {
    let null = Value::Null;
    let messages = [
        (Dialect::OpenAiChat, json!([chat_call("c", &null)])),
        (
            Dialect::OpenAiChat,
            json!([{ "id": "c", "function": { "name": "add" } }]),
        ),
        (
            Dialect::OpenAiResponses,
            json!([{ "type": "function_call", "call_id": "c", "name": "add" }]),
        ),
        (
            Dialect::Anthropic,
            json!([{ "type": "tool_use", "id": "c", "name": "add" }]),
        ),
        (
            Dialect::Gemini,
            json!([{ "functionCall": { "name": "add", "args": null } }]),
        ),
        (
            Dialect::Bedrock,
            json!([{ "toolUse": { "toolUseId": "c", "name": "add" } }]),
        ),
        (
            Dialect::Ollama,
            json!([{ "function": { "name": "add", "arguments": null } }]),
        ),
        (Dialect::Mcp, json!({ "name": "add" })),
    ];
    for (dialect, message) in messages {
        assert_eq!(read(dialect, &message)[0].arguments, "", "{dialect}");
    }
}

#[test]
fn responses_calls_are_answered_by_call_id_and_other_items_are_left_alone() {
    let output = json!([
        { "type": "reasoning", "id": "r", "summary": [] },
        { "type": "function_call", "id": "fc_1", "call_id": "c1", "name": "add", "arguments": "{}" },
        { "type": "message", "role": "assistant", "content": [] },
        { "type": "function_call", "id": "fc_2", "call_id": "c2", "name": "sub", "arguments": "{}" },
    ]);
    for form in [&json!({ "object": "response", "output": output }), &output] {
        let read = read(Dialect::OpenAiResponses, form);
        assert_eq!(shown(&read), [("c1", "add", "{}"), ("c2", "sub", "{}")]);
    }
}

#[test]
fn anthropic_calls_are_read_beside_text_and_server_tools_are_not_ours() {
    let content = json!([
        { "type": "thinking", "thinking": "…", "signature": "s" },
        { "type": "text", "text": "One moment" },
        { "type": "server_tool_use", "id": "s", "name": "web_search", "input": {} },
        { "type": "tool_use", "id": "t1", "name": "add", "input": { "a": 1 } },
    ]);
    let message = json!({ "type": "message", "role": "assistant", "content": content });
    for form in [&message, &content, &content[3]] {
        assert_eq!(
            shown(&read(Dialect::Anthropic, form)),
            [("t1", "add", "{\"a\":1}")]
        );
    }
    assert!(
        read(
            Dialect::Anthropic,
            &json!({ "role": "assistant", "content": "hi" })
        )
        .is_empty()
    );
}

#[test]
fn gemini_calls_without_ids_get_ids_of_their_own_and_given_ids_stay() {
    let parts = json!([
        { "text": "Looking" },
        { "functionCall": { "name": "get_weather", "args": { "city": "a" } }, "thoughtSignature": "x" },
        { "functionCall": { "name": "get_weather", "args": { "city": "b" } } },
        { "functionCall": { "name": "get_weather", "args": {} } },
        { "functionCall": { "id": "given", "name": "get_weather", "args": {} } },
    ]);
    let content = json!({ "role": "model", "parts": parts });
    let response = json!({ "candidates": [{ "content": content }] });
    for form in [&response, &content, &parts] {
        let calls = read(Dialect::Gemini, form);
        assert_eq!(calls.len(), 4);
        let mut ids: Vec<&str> = calls.iter().map(|call| call.id.as_str()).collect();
        assert!(ids.iter().all(|id| !id.is_empty() && *id != "get_weather"));
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), 4);
        assert_eq!((calls[3].id.as_str(), calls[3].id_given), ("given", true));
        assert!(calls[..3].iter().all(|call| !call.id_given));
    }
    assert!(
        read(
            Dialect::Gemini,
            &json!({ "candidates": [{ "finishReason": "SAFETY" }] })
        )
        .is_empty()
    );
}

#[test]
fn bedrock_ollama_and_mcp_calls_are_read_from_all_their_forms() {
    let content =
        json!([{ "text": "x" }, { "toolUse": { "toolUseId": "u", "name": "add", "input": {} } }]);
    let message = json!({ "role": "assistant", "content": content });
    for form in [
        &json!({ "output": { "message": message }, "stopReason": "tool_use" }),
        &message,
        &content,
    ] {
        assert_eq!(shown(&read(Dialect::Bedrock, form)), [("u", "add", "{}")]);
    }
    let message = json!({ "role": "assistant", "content": "", "tool_calls": [
        { "function": { "name": "add", "arguments": { "a": 1 } } },
        { "function": { "name": "add", "arguments": { "a": 2 } } },
    ]});
    for form in [
        &json!({ "model": "m", "message": message, "done": true }),
        &message,
    ] {
        let calls = read(Dialect::Ollama, form);
        assert_eq!(calls[1].arguments, "{\"a\":2}");
        assert_ne!(calls[0].id, calls[1].id);
    }
    for (id, text) in [
        (json!("abc"), "abc"),
        (json!(9_007_199_254_740_993_u64), "9007199254740993"),
        (json!(-1), "-1"),
        (json!(0), "0"),
    ] {
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call",
            "params": { "name": "add", "arguments": null } });
        assert_eq!(shown(&read(Dialect::Mcp, &request)), [(text, "add", "")]);
    }
}

#[test]
fn two_calls_with_one_id_are_two_calls() {
    let calls = json!([
        chat_call("same", &json!("{\"a\":1}")),
        chat_call("same", &json!("{\"a\":2}"))
    ]);
    let read = read(Dialect::OpenAiChat, &calls);
    assert_eq!(
        shown(&read),
        [("same", "add", "{\"a\":1}"), ("same", "add", "{\"a\":2}")]
    );
}
