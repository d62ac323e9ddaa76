//! Calls that come in pieces, in the types of async-openai.

use async_openai::types::chat::{
    ChatCompletionMessageToolCallChunk, ChatCompletionResponseMessage,
};
use serde_json::json;
use tooldef::adapters::async_openai::chat::{self, StreamedCalls};

fn put_together(chunks: &[serde_json::Value]) -> ChatCompletionResponseMessage {
    let mut streamed = StreamedCalls::default();
    for chunk in chunks {
        let chunk: ChatCompletionMessageToolCallChunk =
            serde_json::from_value(chunk.clone()).expect("a chunk");
        streamed.chunk(&chunk);
    }
    let mut answer: ChatCompletionResponseMessage =
        serde_json::from_value(json!({"role": "assistant"})).expect("an answer");
    answer.tool_calls = Some(streamed.finish());
    answer
}

#[test]
fn pieces_of_parallel_calls_are_put_together_by_their_index() {
    let answer = put_together(&[
        json!({"index": 1, "id": "call_2", "type": "function", "function": {"name": "b", "arguments": ""}}),
        json!({"index": 0, "id": "call_1", "type": "function", "function": {"name": "a", "arguments": "{\"x\""}}),
        json!({"index": 1, "function": {"arguments": "{\"y\":1"}}),
        json!({"index": 0, "function": {"arguments": ":18446744073709551616}"}}),
    ]);
    let calls = chat::calls(&answer);
    let got: Vec<_> = calls
        .iter()
        .map(|call| (call.id.as_str(), &*call.name, &*call.arguments))
        .collect();
    assert_eq!(
        got,
        [
            ("call_1", "a", "{\"x\":18446744073709551616}"),
            ("call_2", "b", "{\"y\":1"),
        ]
    );
}

#[test]
fn an_id_or_a_name_that_is_repeated_or_empty_changes_nothing() {
    let answer = put_together(&[
        json!({"index": 0, "id": "call_1", "function": {"name": "a", "arguments": "{"}}),
        json!({"index": 0, "id": "", "function": {"name": "", "arguments": "}"}}),
        json!({"index": 0, "id": "call_1", "function": {"name": "a"}}),
    ]);
    let calls = chat::calls(&answer);
    assert_eq!((calls[0].id.as_str(), &*calls[0].name), ("call_1", "a"));
    assert_eq!(calls[0].arguments, "{}");
}
