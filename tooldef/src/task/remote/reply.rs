//! What the genai crate streams, as a reply.

use std::future::poll_fn;
use std::pin::Pin;

use ::genai::chat::{ChatStream, ChatStreamEvent, StreamEnd};
use futures_core::Stream;

use super::fault;
use crate::adapters::genai::StreamedCalls;
use crate::task::{ModelError, ModelErrorKind, ModelReply, Turn, Usage};

/// Reads a stream to its end. One that stops before its end is an error, never
/// a short answer.
pub(super) async fn read(
    turn: &Turn<'_>,
    mut stream: ChatStream,
) -> Result<ModelReply, ModelError> {
    let mut calls = StreamedCalls::default();
    while let Some(event) = poll_fn(|cx| Pin::new(&mut stream).poll_next(cx)).await {
        match event.map_err(|error| fault::read(&error))? {
            ChatStreamEvent::Chunk(chunk) => turn.stream_text(chunk.content),
            ChatStreamEvent::ReasoningChunk(chunk) => turn.stream_thinking(chunk.content),
            ChatStreamEvent::ToolCallChunk(chunk) => calls.chunk(&chunk),
            ChatStreamEvent::End(end) => return finish(end, &calls),
            _ => {}
        }
    }
    Err(ModelError::new(
        ModelErrorKind::Unavailable,
        "the provider broke off in the middle of its answer",
    ))
}

fn finish(end: StreamEnd, calls: &StreamedCalls) -> Result<ModelReply, ModelError> {
    let content = end.captured_content.unwrap_or_default();
    let calls = calls.calls(&content);
    let cut = end
        .captured_stop_reason
        .as_ref()
        .is_some_and(::genai::chat::StopReason::is_max_tokens);
    if cut && calls.is_empty() {
        return Err(ModelError::new(
            ModelErrorKind::Rejected,
            "the answer was cut off at the limit of output tokens: raise it with `max_tokens`",
        ));
    }
    let usage = end.captured_usage.unwrap_or_default();
    let tokens = |count: Option<i32>| count.and_then(|n| u64::try_from(n).ok()).unwrap_or(0);
    let reply = ModelReply {
        text: content.joined_texts().unwrap_or_default(),
        thinking: end.captured_reasoning_content.unwrap_or_default(),
        calls,
        usage: Usage {
            input_tokens: tokens(usage.prompt_tokens),
            output_tokens: tokens(usage.completion_tokens),
        },
        replay: serde_json::to_value(&content).ok(),
    };
    Ok(reply)
}
