//! Tools for the genai crate.
//!
//! A [`Task`](crate::task::Task) on [`Genai`](crate::task::Genai) does all of
//! this by itself. These are the parts, for a loop of your own.
//!
//! ```no_run
//! use tooldef::adapters::genai;
//! use tooldef::task::genai::{Client, chat::ChatRequest};
//! use tooldef::{Caller, Dispatcher, tool, tools};
//!
//! #[tool(description = "Add two numbers. Takes both; returns the sum.", effect = "read")]
//! fn add(a: i64, b: i64) -> i64 {
//!     a + b
//! }
//!
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let run = Dispatcher::builder(tools! { add }?).build()?.run(&Caller::new("ada"));
//! let client = Client::new()?;
//! let target = client.resolve_service_target("claude-sonnet-5").await?;
//! let model = target.model.clone();
//! let mut request = ChatRequest::from_user("What is 2 + 3?")
//!     .with_tools(genai::tools(run.tools(), genai::dialect(&model))?);
//! loop {
//!     let answer = client.exec_chat(target.clone(), request.clone(), None).await?;
//!     let calls = genai::calls(&answer.content);
//!     if calls.is_empty() {
//!         println!("{}", answer.content.joined_texts().unwrap_or_default());
//!         return Ok(());
//!     }
//!     let results = run.call_all(calls).await;
//!     request = request
//!         .append_message(genai::assistant_message(answer.content))
//!         .append_message(genai::tool_message(&results, &model));
//! }
//! # }
//! ```
//!
//! The crate is re-exported as [`task::genai`](crate::task::genai). It needs no
//! newer Rust than this one. Outside of streams it gives up on an answer of the
//! OpenAI APIs whose arguments are no JSON, and returns an error of its own:
//! stream where a model is to read its mistake.

mod calls;
mod id;
mod messages;

use ::genai::ModelIden;
use ::genai::adapter::AdapterKind;
use ::genai::chat::Tool;

use super::rendered::{Rendered, rendered};
use crate::ToolSet;
use crate::provider::{Dialect, RenderError};

pub use calls::{StreamedCalls, calls};
pub(crate) use messages::tool_call;
pub use messages::{assistant_message, tool_message};

/// The dialect of the API through which genai reaches a model.
#[must_use]
pub fn dialect(model: &ModelIden) -> Dialect {
    match model.adapter_kind {
        AdapterKind::OpenAIResp => Dialect::OpenAiResponses,
        AdapterKind::Anthropic => Dialect::Anthropic,
        AdapterKind::Vertex if model.model_name.starts_with("claude") => Dialect::Anthropic,
        AdapterKind::Gemini | AdapterKind::GeminiIx | AdapterKind::Vertex => Dialect::Gemini,
        AdapterKind::BedrockApi => Dialect::Bedrock,
        AdapterKind::Ollama | AdapterKind::OllamaCloud => Dialect::Ollama,
        _ => Dialect::OpenAiChat,
    }
}

/// The tools of a set, in its order, with the schemas of this dialect:
/// [`dialect`] for the one that fits a model, or the strict one beside it.
///
/// # Errors
/// [`RenderError`] with every tool that the dialect cannot carry.
pub fn tools(set: &ToolSet, dialect: Dialect) -> Result<Vec<Tool>, RenderError> {
    Ok(rendered(set, dialect)?.into_iter().map(tool).collect())
}

fn tool(part: Rendered) -> Tool {
    let tool = Tool::new(part.name)
        .with_description(part.description)
        .with_schema(part.schema);
    match part.strict {
        Some(strict) => tool.with_strict(strict),
        None => tool,
    }
}
