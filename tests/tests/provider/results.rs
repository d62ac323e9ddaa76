//! Writing results back.

use serde_json::{Value, json};
use tooldef::provider::{Dialect, ResultForModel};

fn results() -> [ResultForModel<'static>; 3] {
    [
        ResultForModel::new("c1", "add", "3"),
        ResultForModel::new("c2", "add", "no such number").error(true),
        ResultForModel::new("c3", "save", ""),
    ]
}

/// The entries of a written turn, one for each result.
fn entries(dialect: Dialect, written: &Value) -> Vec<Value> {
    match dialect {
        Dialect::Anthropic | Dialect::AnthropicStrict | Dialect::Bedrock => &written["content"],
        Dialect::Gemini | Dialect::GeminiParameters => &written["parts"],
        _ => written,
    }
    .as_array()
    .expect("a list")
    .clone()
}

#[test]
fn each_wire_form_has_one_entry_for_each_result_in_order() {
    for dialect in Dialect::ALL {
        let written = dialect.write_results(&results());
        let entries = entries(dialect, &written);
        assert_eq!(entries.len(), 3, "{dialect}");
        for (entry, text) in entries.iter().zip(["3", "no such number", ""]) {
            assert!(
                entry.to_string().contains(&format!("\"{text}\"")),
                "{dialect}: {entry}"
            );
        }
    }
}

#[test]
fn chat_results_are_tool_messages() {
    assert_eq!(
        Dialect::OpenAiChat.write_results(&results()[..1]),
        json!([{ "role": "tool", "tool_call_id": "c1", "content": "3" }])
    );
}

#[test]
fn responses_results_are_function_call_outputs() {
    assert_eq!(
        Dialect::OpenAiResponses.write_results(&results()[..1]),
        json!([{ "type": "function_call_output", "call_id": "c1", "output": "3" }])
    );
}

#[test]
fn anthropic_results_are_one_user_message_that_begins_with_them() {
    let written = Dialect::Anthropic.write_results(&results());
    assert_eq!(written["role"], "user");
    assert_eq!(
        written["content"][1],
        json!({ "type": "tool_result", "tool_use_id": "c2", "content": "no such number", "is_error": true })
    );
    assert_eq!(written["content"][2]["content"], "");
}

#[test]
fn gemini_results_stand_under_output_or_error() {
    let written = Dialect::Gemini.write_results(&results());
    assert_eq!(
        written["parts"][0],
        json!({ "functionResponse": { "id": "c1", "name": "add", "response": { "output": "3" } } })
    );
    assert_eq!(
        written["parts"][1]["functionResponse"]["response"],
        json!({ "error": "no such number" })
    );
}

#[test]
fn a_result_that_looks_like_json_stays_text_so_that_its_keys_mean_nothing() {
    let text = "{\"$ref\":\"#/$defs/X\"}";
    for dialect in Dialect::ALL {
        let written = dialect.write_results(&[ResultForModel::new("c", "f", text)]);
        let mut found = false;
        let mut waiting = vec![&written];
        while let Some(value) = waiting.pop() {
            match value {
                Value::String(held) => found |= held == text,
                Value::Array(items) => waiting.extend(items),
                Value::Object(members) => {
                    assert!(!members.contains_key("$ref"), "{dialect}");
                    waiting.extend(members.values());
                }
                _ => {}
            }
        }
        assert!(found, "{dialect}: {written}");
    }
}

#[test]
fn bedrock_ollama_and_mcp_results_have_their_own_flags() {
    assert_eq!(
        Dialect::Bedrock.write_results(&results()[1..2])["content"][0],
        json!({ "toolResult": { "toolUseId": "c2", "content": [{ "text": "no such number" }], "status": "error" } })
    );
    assert_eq!(
        Dialect::Mcp.write_results(&results()[1..2]),
        json!([{ "content": [{ "type": "text", "text": "no such number" }], "isError": true }])
    );
    assert_eq!(
        Dialect::Ollama.write_results(&results()[..1])[0]["tool_name"],
        "add"
    );
}

#[test]
fn ids_made_here_are_never_sent_and_given_ones_always_are() {
    let parts = json!([
        { "functionCall": { "name": "f", "args": {} } },
        { "functionCall": { "id": "given", "name": "f", "args": {} } },
    ]);
    let calls = Dialect::Gemini.read_calls(&parts).expect("two calls");
    let results: Vec<_> = calls
        .iter()
        .map(|call| ResultForModel::answering(call, "done", false))
        .collect();
    let written = Dialect::Gemini.write_results(&results);
    assert!(written["parts"][0]["functionResponse"].get("id").is_none());
    assert_eq!(written["parts"][1]["functionResponse"]["id"], "given");

    let messages = json!([{ "function": { "name": "f", "arguments": {} } }]);
    let calls = Dialect::Ollama.read_calls(&messages).expect("a call");
    let written = Dialect::Ollama.write_results(&[ResultForModel::answering(&calls[0], "", false)]);
    assert!(written[0].get("tool_call_id").is_none());
}
