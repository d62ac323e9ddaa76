//! Calls of Chat Completions that come in pieces.

use std::collections::BTreeMap;

use ::async_openai::types::chat::{
    ChatCompletionMessageToolCall, ChatCompletionMessageToolCallChunk,
    ChatCompletionMessageToolCalls,
};

/// Puts streamed calls together.
///
/// Show it the `tool_calls` of each delta. What comes out is what an answer
/// that was not streamed holds, for
/// [`ChatCompletionResponseMessage::tool_calls`](::async_openai::types::chat::ChatCompletionResponseMessage::tool_calls).
#[derive(Debug, Clone, Default)]
pub struct StreamedCalls {
    calls: BTreeMap<u32, ChatCompletionMessageToolCall>,
}

impl StreamedCalls {
    /// Takes in one piece.
    pub fn chunk(&mut self, chunk: &ChatCompletionMessageToolCallChunk) {
        let call = self.calls.entry(chunk.index).or_default();
        // Servers that speak this wire form repeat the id and the name in later
        // pieces, or send them empty.
        if let Some(id) = chunk.id.as_ref().filter(|id| !id.is_empty()) {
            call.id.clone_from(id);
        }
        let Some(function) = &chunk.function else {
            return;
        };
        if let Some(name) = function.name.as_ref().filter(|name| !name.is_empty()) {
            call.function.name.clone_from(name);
        }
        if let Some(arguments) = &function.arguments {
            call.function.arguments.push_str(arguments);
        }
    }

    /// The calls, in their order.
    #[must_use]
    pub fn finish(self) -> Vec<ChatCompletionMessageToolCalls> {
        self.calls
            .into_values()
            .map(ChatCompletionMessageToolCalls::Function)
            .collect()
    }
}
