//! Chat Completions.
//!
//! ```
//! use async_openai::types::chat::{ChatCompletionRequestMessage, ChatCompletionResponseMessage};
//! use tooldef::adapters::async_openai::chat;
//! use tooldef::{Caller, Dispatcher, tool, tools};
//!
//! #[tool(description = "Add two numbers. Takes both; returns the sum.", effect = "read")]
//! fn add(a: i64, b: i64) -> i64 {
//!     a + b
//! }
//!
//! /// What to send after an answer of the model's; nothing more when it is done.
//! async fn next(
//!     run: &tooldef::Run,
//!     answer: ChatCompletionResponseMessage,
//! ) -> Vec<ChatCompletionRequestMessage> {
//!     let results = run.call_all(chat::calls(&answer)).await;
//!     if results.is_empty() {
//!         return Vec::new();
//!     }
//!     let mut messages = vec![chat::assistant_message(answer)];
//!     messages.extend(chat::tool_messages(&results));
//!     messages
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let run = Dispatcher::builder(tools! { add }?).build()?.run(&Caller::new("ada"));
//! let tools = chat::tools(run.tools())?; // for `CreateChatCompletionRequestArgs::tools`
//! assert_eq!(tools.len(), 1);
//!
//! let answer = serde_json::from_value(serde_json::json!({
//!     "role": "assistant",
//!     "tool_calls": [{"id": "call_1", "type": "function",
//!                     "function": {"name": "add", "arguments": "{\"a\":2,\"b\":3}"}}],
//! }))?;
//! let messages = pollster::block_on(next(&run, answer));
//! assert_eq!(serde_json::to_value(&messages[1])?["content"], "5");
//! # Ok(())
//! # }
//! ```

use ::async_openai::types::chat::{
    ChatCompletionMessageToolCalls, ChatCompletionRequestAssistantMessage,
    ChatCompletionRequestAssistantMessageAudio, ChatCompletionRequestAssistantMessageContent,
    ChatCompletionRequestMessage, ChatCompletionRequestToolMessage, ChatCompletionResponseMessage,
    ChatCompletionTool, ChatCompletionTools, FunctionObject,
};

pub use super::stream::StreamedCalls;
use crate::adapters::flagged;
use crate::adapters::rendered::{Rendered, rendered};
use crate::provider::{Dialect, RenderError};
use crate::{Call, ToolResult, ToolSet};

/// The tools of a set, in its order.
///
/// # Errors
/// [`RenderError`] with every tool that the API cannot carry.
pub fn tools(set: &ToolSet) -> Result<Vec<ChatCompletionTools>, RenderError> {
    written(set, Dialect::OpenAiChat)
}

/// The tools of a set, in its order, strict where the API can be.
///
/// # Errors
/// [`RenderError`] with every tool that the API cannot carry. One that is only
/// not strict is no error: its `strict` is false.
pub fn strict_tools(set: &ToolSet) -> Result<Vec<ChatCompletionTools>, RenderError> {
    written(set, Dialect::OpenAiChatStrict)
}

/// The calls in an answer, in its order, with the arguments as the model wrote
/// them.
///
/// Calls of custom tools, and the older `function_call`, are left to whoever
/// offered what they call.
#[must_use]
pub fn calls(answer: &ChatCompletionResponseMessage) -> Vec<Call<'_>> {
    answer
        .tool_calls
        .iter()
        .flatten()
        .filter_map(|call| match call {
            ChatCompletionMessageToolCalls::Function(call) => Some(Call::new(
                call.id.as_str(),
                call.function.name.as_str(),
                call.function.arguments.as_str(),
            )),
            ChatCompletionMessageToolCalls::Custom(_) => None,
        })
        .collect()
}

/// The message with an answer of the model's, to be followed by
/// [`tool_messages`].
#[must_use]
pub fn assistant_message(answer: ChatCompletionResponseMessage) -> ChatCompletionRequestMessage {
    ChatCompletionRequestAssistantMessage {
        content: answer
            .content
            .map(ChatCompletionRequestAssistantMessageContent::Text),
        refusal: answer.refusal,
        audio: answer
            .audio
            .map(|audio| ChatCompletionRequestAssistantMessageAudio { id: audio.id }),
        tool_calls: answer.tool_calls,
        ..ChatCompletionRequestAssistantMessage::default()
    }
    .into()
}

/// One message for each result, in their order. The text of an error says that
/// it is one, for the API has no flag.
#[must_use]
pub fn tool_messages(results: &[ToolResult]) -> Vec<ChatCompletionRequestMessage> {
    results
        .iter()
        .map(|result| {
            ChatCompletionRequestToolMessage {
                content: flagged(result).into(),
                tool_call_id: result.call_id.to_string(),
            }
            .into()
        })
        .collect()
}

fn written(set: &ToolSet, dialect: Dialect) -> Result<Vec<ChatCompletionTools>, RenderError> {
    Ok(rendered(set, dialect)?.into_iter().map(tool).collect())
}

fn tool(part: Rendered) -> ChatCompletionTools {
    let function = FunctionObject {
        name: part.name,
        description: Some(part.description),
        parameters: Some(part.schema),
        strict: part.strict,
    };
    ChatCompletionTools::Function(ChatCompletionTool { function })
}
