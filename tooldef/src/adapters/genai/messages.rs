//! What goes back through genai: the model's own answer, and the results.

use ::genai::ModelIden;
use ::genai::chat::{ChatMessage, ContentPart, CustomPart, MessageContent, ToolCall, ToolResponse};
use serde_json::{Value, json};

use super::{dialect, id};
use crate::adapters::flagged;
use crate::provider::Dialect;
use crate::{Call, ToolResult};

/// Stands for a text where a provider refuses an empty one.
const NOTHING: &str = "(no answer)";

/// The message with an answer of the model's, to be followed by
/// [`tool_message`].
///
/// The content goes back as it came, with the signatures it carries. Only
/// arguments that are no object are put into one, because a provider refuses
/// the whole conversation otherwise, and an empty answer says that it is one.
#[must_use]
pub fn assistant_message(content: MessageContent) -> ChatMessage {
    let mut parts = content.into_parts();
    for part in &mut parts {
        if let ContentPart::ToolCall(call) = part {
            call.fn_arguments = object(std::mem::take(&mut call.fn_arguments));
        }
    }
    if parts.is_empty() {
        parts.push(ContentPart::from_text(NOTHING));
    }
    ChatMessage::assistant(MessageContent::from_parts(parts))
}

/// The message with the results of one turn's calls, in their order.
///
/// An error is flagged where the provider's form can: for Anthropic's models.
/// For others its text says so.
#[must_use]
pub fn tool_message(results: &[ToolResult], model: &ModelIden) -> ChatMessage {
    let has_flag = dialect(model) == Dialect::Anthropic;
    let parts: Vec<_> = results.iter().map(|one| response(one, has_flag)).collect();
    ChatMessage::tool(MessageContent::from_parts(parts))
}

/// A call that did not come through genai, in its type.
pub(crate) fn tool_call(call: &Call<'_>) -> ToolCall {
    let text = call.arguments.trim();
    let arguments = if text.is_empty() {
        json!({})
    } else {
        serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.into()))
    };
    ToolCall {
        call_id: id::theirs(call.id.as_str()).to_owned(),
        fn_name: call.name.to_string(),
        fn_arguments: arguments,
        thought_signatures: None,
    }
}

fn object(arguments: Value) -> Value {
    match arguments {
        Value::Object(_) => arguments,
        Value::Null => json!({}),
        Value::String(text) if text.trim().is_empty() => json!({}),
        other => json!({ "invalid_arguments": other }),
    }
}

fn response(result: &ToolResult, has_flag: bool) -> ContentPart {
    let id = id::theirs(result.call_id.as_str());
    if result.is_error() && has_flag {
        // The crate has no field for the flag.
        return ContentPart::Custom(CustomPart {
            model_iden: None,
            data: json!({
                "type": "tool_result",
                "tool_use_id": id,
                "content": result.text(),
                "is_error": true,
            }),
        });
    }
    let response = ToolResponse::new(id, flagged(result));
    ContentPart::ToolResponse(response.with_fn_name(&*result.tool))
}
