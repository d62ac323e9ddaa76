//! A turn as the genai crate takes it.

use ::genai::ModelIden;
use ::genai::chat::{ChatMessage, ChatRequest, ContentPart, MessageContent};

use crate::adapters::genai;
use crate::provider::RenderError;
use crate::task::{Message, ModelReply, Turn};

pub(super) fn write(turn: &Turn<'_>, model: &ModelIden) -> Result<ChatRequest, RenderError> {
    let messages = turn
        .messages
        .iter()
        .map(|message| match message {
            Message::User(text) => ChatMessage::user(text.as_str()),
            Message::Assistant(reply) => genai::assistant_message(content(reply)),
            Message::Results(results) => genai::tool_message(results, model),
        })
        .collect();
    let request = ChatRequest::new(messages).with_system(turn.system);
    if turn.tools.is_empty() {
        return Ok(request);
    }
    let tools = genai::tools(turn.tools, genai::dialect(model))?;
    Ok(request.with_tools(tools))
}

/// An earlier answer: as the provider gave it where that was kept, because only
/// that holds its signatures.
fn content(reply: &ModelReply) -> MessageContent {
    let kept = reply
        .replay
        .as_ref()
        .and_then(|replay| serde_json::from_value(replay.clone()).ok());
    kept.unwrap_or_else(|| {
        let mut parts = Vec::new();
        if !reply.text.trim().is_empty() {
            parts.push(ContentPart::from_text(reply.text.as_str()));
        }
        let calls = reply.calls.iter().map(genai::tool_call);
        parts.extend(calls.map(ContentPart::ToolCall));
        MessageContent::from_parts(parts)
    })
}
