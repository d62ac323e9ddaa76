//! A turn as the genai crate takes it.

use ::genai::adapter::AdapterKind;
use ::genai::chat::{
    ChatMessage, ChatRequest, ContentPart, CustomPart, MessageContent, Tool, ToolCall, ToolResponse,
};
use serde_json::{Value, json};

use crate::task::{Message, ModelReply, Turn};
use crate::{Call, ToolResult};

/// Stands for a text where a provider refuses an empty one.
const NOTHING: &str = "(no answer)";

pub(super) fn write(turn: &Turn<'_>, kind: AdapterKind) -> ChatRequest {
    let messages = turn
        .messages
        .iter()
        .map(|message| match message {
            Message::User(text) => ChatMessage::user(text.as_str()),
            Message::Assistant(reply) => assistant(reply),
            Message::Results(results) => {
                let parts: Vec<_> = results.iter().map(|one| result(one, kind)).collect();
                ChatMessage::tool(MessageContent::from_parts(parts))
            }
        })
        .collect();
    let request = ChatRequest::new(messages).with_system(turn.system);
    if turn.tools.is_empty() {
        return request;
    }
    let tools = turn.tools.definitions().map(|definition| {
        let tool = Tool::new(&*definition.name)
            .with_description(&*definition.description)
            .with_schema(Value::clone(&definition.input_schema));
        // Left out, this provider would hold the schema to its strict subset.
        if kind == AdapterKind::OpenAIResp {
            tool.with_strict(false)
        } else {
            tool
        }
    });
    request.with_tools(tools.collect::<Vec<_>>())
}

/// An earlier answer: as the provider gave it where that was kept, because only
/// that holds its signatures.
fn assistant(reply: &ModelReply) -> ChatMessage {
    let kept = reply
        .replay
        .as_ref()
        .and_then(|replay| serde_json::from_value::<MessageContent>(replay.clone()).ok());
    let content = kept.unwrap_or_else(|| {
        let mut parts = Vec::new();
        if !reply.text.trim().is_empty() {
            parts.push(ContentPart::from_text(reply.text.as_str()));
        }
        parts.extend(
            reply
                .calls
                .iter()
                .map(|call| ContentPart::ToolCall(tool_call(call))),
        );
        MessageContent::from_parts(parts)
    });
    let mut content: Vec<ContentPart> = content.into_parts();
    for part in &mut content {
        if let ContentPart::ToolCall(call) = part {
            call.fn_arguments = object(std::mem::take(&mut call.fn_arguments));
        }
    }
    if content.is_empty() {
        content.push(ContentPart::from_text(NOTHING));
    }
    ChatMessage::assistant(MessageContent::from_parts(content))
}

fn tool_call(call: &Call<'_>) -> ToolCall {
    let text = call.arguments.trim();
    let arguments = if text.is_empty() {
        json!({})
    } else {
        serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.into()))
    };
    ToolCall {
        call_id: call.id.to_string(),
        fn_name: call.name.to_string(),
        fn_arguments: arguments,
        thought_signatures: None,
    }
}

/// Providers refuse a conversation in which arguments are no object, so those
/// that were none are shown inside one.
fn object(arguments: Value) -> Value {
    match arguments {
        Value::Object(_) => arguments,
        Value::Null => json!({}),
        Value::String(text) if text.trim().is_empty() => json!({}),
        other => json!({ "invalid_arguments": other }),
    }
}

fn result(result: &ToolResult, kind: AdapterKind) -> ContentPart {
    let text = result.text();
    if result.is_error() && kind == AdapterKind::Anthropic {
        // The only wire form here with a flag for errors, which the crate has
        // no field for.
        return ContentPart::Custom(CustomPart {
            model_iden: None,
            data: json!({
                "type": "tool_result",
                "tool_use_id": result.call_id.as_str(),
                "content": text,
                "is_error": true,
            }),
        });
    }
    let text = if result.is_error() {
        format!("Error: {text}")
    } else {
        text.into_owned()
    };
    let response = ToolResponse::new(result.call_id.as_str(), text);
    ContentPart::ToolResponse(response.with_fn_name(&*result.tool))
}
