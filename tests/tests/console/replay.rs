//! `replay`: a provider's message in, its tool-result messages out.

use serde_json::{Value, json};

use crate::app::{Said, run, run_with};

fn replay(message: &Value, words: &[&str]) -> Said {
    let words = [&["replay", "-"], words].concat();
    run_with(&words, message.to_string().as_bytes())
}

/// Two calls, the first of which succeeds and the second of which fails, in
/// each wire form; and what goes back.
fn forms() -> [(&'static str, Value, Value); 4] {
    let problem = problem();
    [
        (
            "openai",
            json!({ "choices": [{ "index": 0, "message": { "role": "assistant", "tool_calls": [
                { "id": "c1", "type": "function",
                  "function": { "name": "add", "arguments": r#"{"a":1,"b":2}"# } },
                { "id": "c2", "type": "function",
                  "function": { "name": "add", "arguments": r#"{"a":1,"b":"x"}"# } },
            ]}}]}),
            json!([
                { "role": "tool", "tool_call_id": "c1", "content": "3" },
                { "role": "tool", "tool_call_id": "c2", "content": problem },
            ]),
        ),
        (
            "openai-responses",
            json!({ "output": [
                { "type": "function_call", "id": "f1", "call_id": "c1", "name": "add",
                  "arguments": r#"{"a":1,"b":2}"# },
                { "type": "function_call", "id": "f2", "call_id": "c2", "name": "add",
                  "arguments": r#"{"a":1,"b":"x"}"# },
            ]}),
            json!([
                { "type": "function_call_output", "call_id": "c1", "output": "3" },
                { "type": "function_call_output", "call_id": "c2", "output": problem },
            ]),
        ),
        (
            "anthropic",
            json!({ "role": "assistant", "content": [
                { "type": "text", "text": "Let me see." },
                { "type": "tool_use", "id": "c1", "name": "add", "input": { "a": 1, "b": 2 } },
                { "type": "tool_use", "id": "c2", "name": "add", "input": { "a": 1, "b": "x" } },
            ]}),
            json!({ "role": "user", "content": [
                { "type": "tool_result", "tool_use_id": "c1", "content": "3" },
                { "type": "tool_result", "tool_use_id": "c2", "content": problem, "is_error": true },
            ]}),
        ),
        (
            "gemini",
            json!({ "candidates": [{ "content": { "role": "model", "parts": [
                { "functionCall": { "id": "c1", "name": "add", "args": { "a": 1, "b": 2 } } },
                { "functionCall": { "name": "add", "args": { "a": 1, "b": "x" } } },
            ]}}]}),
            json!({ "role": "user", "parts": [
                { "functionResponse": { "id": "c1", "name": "add", "response": { "output": "3" } } },
                { "functionResponse": { "name": "add", "response": { "error": problem } } },
            ]}),
        ),
    ]
}

/// The text of the failing call.
fn problem() -> String {
    let said = run(&["call", "add", r#"{"a":1,"b":"x"}"#]);
    said.error().trim_end().to_owned()
}

/// The message without a flag that says what its absence says.
fn without_false_flags(mut message: Value) -> Value {
    if let Some(Value::Array(blocks)) = message.get_mut("content") {
        for block in blocks.iter_mut().filter_map(Value::as_object_mut) {
            block.retain(|key, value| key != "is_error" || *value != json!(false));
        }
    }
    message
}

#[test]
fn each_wire_form_is_answered_in_kind_and_in_order() {
    for (format, message, expected) in forms() {
        let said = replay(&message, &[]);
        assert_eq!(said.code, 1, "{format}: a result is an error");
        assert_eq!(without_false_flags(said.json()), expected, "{format}");
        assert!(said.err.contains("add: done"), "{format}: {}", said.err);
        assert!(
            said.err.contains("invalid_arguments"),
            "{format}: {}",
            said.err
        );
    }
}

#[test]
fn the_format_can_be_named() {
    for (format, message, _) in forms() {
        assert_eq!(
            replay(&message, &["--format", format]).out,
            replay(&message, &[]).out
        );
    }
}

#[test]
fn a_file_is_read_as_standard_input_is() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("message.json");
    let message =
        json!([{ "type": "function_call", "call_id": "c", "name": "nothing", "arguments": "" }]);
    std::fs::write(&path, message.to_string()).expect("written");
    let said = run(&["replay", path.to_str().expect("text")]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert_eq!(
        said.json(),
        json!([{ "type": "function_call_output", "call_id": "c", "output": "" }])
    );
}

#[test]
fn a_mutating_call_in_a_message_is_gated() {
    let message = json!([
        { "type": "function_call", "call_id": "w", "name": "mark", "arguments": r#"{"line":"x"}"# },
        { "type": "function_call", "call_id": "r", "name": "add", "arguments": r#"{"a":1,"b":1}"# },
    ]);
    let said = replay(&message, &["--deny", "not today"]);
    assert_eq!(said.code, 1);
    let answer = said.json();
    assert!(
        answer[0]["output"]
            .as_str()
            .expect("text")
            .contains("not today"),
        "{answer}"
    );
    assert_eq!(answer[1]["output"], "2", "its sibling runs");
}

#[test]
fn a_message_without_calls_needs_its_format_and_has_an_empty_answer() {
    let message = json!({ "role": "assistant", "content": "hello" });
    let said = replay(&message, &[]);
    assert!(said.misuse().contains("--format"), "{}", said.err);
    let said = replay(&message, &["--format", "openai"]);
    assert_eq!((said.code, said.json()), (0, json!([])));
    assert!(said.err.contains("no calls"), "{}", said.err);
}

#[test]
fn a_message_that_cannot_be_read_runs_nothing_and_names_the_place() {
    for (input, place) in [
        (&b"{"[..], "- is not one JSON value"),
        (b"{} {}", "- is not one JSON value"),
        (b"\xff", "byte 0"),
        (br#"{"choices":[{"message":{"tool_calls":[{"id":"c","type":"function","function":{}}]}}]}"#, "name"),
    ] {
        let said = run_with(&["replay", "-"], input);
        assert!(said.misuse().contains(place), "{place} in {}", said.err);
    }
}
