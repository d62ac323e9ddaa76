//! The calls in an answer that came through genai.

use std::collections::HashMap;

use ::genai::chat::{MessageContent, ToolCall, ToolChunk};
use serde_json::Value;

use super::id;
use crate::Call;

/// The calls in an answer, in its order.
///
/// genai parses arguments; those it could not parse are passed on as the text
/// that the model wrote. For an answer that was streamed, [`StreamedCalls`]
/// also keeps what parsing loses.
#[must_use]
pub fn calls(content: &MessageContent) -> Vec<Call<'static>> {
    StreamedCalls::default().calls(content)
}

/// Keeps the arguments of streamed calls as the model wrote them: every digit
/// of a number and every repeated key, which are gone once parsed.
///
/// Show it each chunk of a tool call, and take the calls at the end of the
/// stream. Needs a stream whose options capture tool calls.
#[derive(Debug, Clone, Default)]
pub struct StreamedCalls {
    written: HashMap<String, String>,
}

impl StreamedCalls {
    /// Takes note of one chunk.
    pub fn chunk(&mut self, chunk: &ToolChunk) {
        let call = &chunk.tool_call;
        // Grows with each chunk; the last one is what was written.
        if let Value::String(text) = &call.fn_arguments {
            self.written.insert(call.call_id.clone(), text.clone());
        }
    }

    /// The calls in the content that the stream's end holds.
    #[must_use]
    pub fn calls(&self, content: &MessageContent) -> Vec<Call<'static>> {
        content
            .tool_calls()
            .into_iter()
            .map(|call| {
                let arguments = arguments(call, self.written.get(&call.call_id));
                Call::new(id::unique(&call.call_id), call.fn_name.clone(), arguments)
            })
            .collect()
    }
}

fn arguments(call: &ToolCall, written: Option<&String>) -> String {
    let read = &call.fn_arguments;
    let faithful =
        |text: &&String| serde_json::from_str::<Value>(text).is_ok_and(|value| value == *read);
    match (written.filter(faithful), read) {
        (Some(text), _) | (None, Value::String(text)) => text.clone(),
        (None, other) => other.to_string(),
    }
}
