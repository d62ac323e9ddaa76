//! Telling whose message this is from its shape.

use serde_json::Value;

use super::Dialect;

/// The wire form of a response or message; `None` where the shape fits several
/// (a message that is only text) or none.
pub(super) fn detect(message: &Value) -> Option<Dialect> {
    match message {
        Value::Array(items) => items.iter().find_map(of_item),
        Value::Object(_) => of_response(message).or_else(|| of_item(message)),
        _ => None,
    }
}

fn of_response(message: &Value) -> Option<Dialect> {
    if message.get("jsonrpc").is_some() || message.get("method").is_some() {
        return Some(Dialect::Mcp);
    }
    if message.get("choices").is_some() {
        return Some(Dialect::OpenAiChat);
    }
    if message.get("candidates").is_some() || message.get("parts").is_some() {
        return Some(Dialect::Gemini);
    }
    match message.get("output") {
        Some(Value::Array(_)) => return Some(Dialect::OpenAiResponses),
        Some(output) if output.get("message").is_some() => return Some(Dialect::Bedrock),
        _ => {}
    }
    if let Some(inner) = message.get("message") {
        // A choice of Chat Completions says why it ended; Ollama, whether.
        let choice = message.get("index").is_some() || message.get("finish_reason").is_some();
        return if choice {
            Some(Dialect::OpenAiChat)
        } else if message.get("done").is_some() || message.get("model").is_some() {
            Some(Dialect::Ollama)
        } else {
            of_response(inner)
        };
    }
    for list in ["tool_calls", "content"] {
        if let Some(Value::Array(items)) = message.get(list)
            && let Some(found) = items.iter().find_map(of_item)
        {
            return Some(found);
        }
    }
    None
}

/// A call, a content block, a part, or an output item.
fn of_item(item: &Value) -> Option<Dialect> {
    if let Some(function) = item.get("function") {
        // Ollama sends arguments as an object, and no type.
        let object = function.get("arguments").is_some_and(Value::is_object);
        return Some(if object && item.get("type").is_none() {
            Dialect::Ollama
        } else {
            Dialect::OpenAiChat
        });
    }
    if item.get("toolUse").is_some() {
        return Some(Dialect::Bedrock);
    }
    if ["functionCall", "function_call"]
        .iter()
        .any(|key| item.get(*key).is_some())
    {
        return Some(Dialect::Gemini);
    }
    if item.get("candidates").is_some() || item.get("parts").is_some() {
        return Some(Dialect::Gemini);
    }
    match item.get("type").and_then(Value::as_str)? {
        "tool_use" | "thinking" | "redacted_thinking" | "server_tool_use" => {
            Some(Dialect::Anthropic)
        }
        "function_call" | "reasoning" | "output_text" => Some(Dialect::OpenAiResponses),
        _ => None,
    }
}
