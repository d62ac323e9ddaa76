//! The dialects by name, and what each can do.

use std::fmt;
use std::str::FromStr;

use serde_json::Value;

use super::detect::detect;
use super::{
    ParsedCall, ReadError, ResultForModel, UnknownDialect, anthropic, bedrock, gemini, mcp, ollama,
    openai,
};
use crate::schema::sorted;

/// A provider's way to be told about tools, to ask for calls, and to take
/// their results.
///
/// `FromStr` and `Display` use the names given at each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Dialect {
    /// `openai`: Chat Completions, which many other servers speak too.
    OpenAiChat,
    /// `openai-strict`: the same with `strict: true` where it is true.
    OpenAiChatStrict,
    /// `openai-responses`: the Responses API.
    OpenAiResponses,
    /// `openai-responses-strict`: the same with `strict: true` where it is
    /// true.
    OpenAiResponsesStrict,
    /// `anthropic`: Messages.
    Anthropic,
    /// `anthropic-strict`: the same with `strict: true` where it is true and
    /// the request's limits allow it.
    AnthropicStrict,
    /// `gemini`: function declarations with `parametersJsonSchema`.
    Gemini,
    /// `gemini-parameters`: function declarations with the older `parameters`.
    GeminiParameters,
    /// `bedrock`: Converse.
    Bedrock,
    /// `ollama`: Ollama's own chat API.
    Ollama,
    /// `mcp`: the Model Context Protocol's `tools/list` and `tools/call`.
    Mcp,
}

impl Dialect {
    /// All dialects, in the order of their documentation.
    pub const ALL: [Self; 11] = [
        Self::OpenAiChat,
        Self::OpenAiChatStrict,
        Self::OpenAiResponses,
        Self::OpenAiResponsesStrict,
        Self::Anthropic,
        Self::AnthropicStrict,
        Self::Gemini,
        Self::GeminiParameters,
        Self::Bedrock,
        Self::Ollama,
        Self::Mcp,
    ];

    /// The dialect's name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::OpenAiChat => "openai",
            Self::OpenAiChatStrict => "openai-strict",
            Self::OpenAiResponses => "openai-responses",
            Self::OpenAiResponsesStrict => "openai-responses-strict",
            Self::Anthropic => "anthropic",
            Self::AnthropicStrict => "anthropic-strict",
            Self::Gemini => "gemini",
            Self::GeminiParameters => "gemini-parameters",
            Self::Bedrock => "bedrock",
            Self::Ollama => "ollama",
            Self::Mcp => "mcp",
        }
    }

    /// Whether the dialect asks the provider to guarantee that arguments fit
    /// the schema. Calls that answer it want [`absent_nulls`](super::absent_nulls).
    #[must_use]
    pub const fn is_strict(self) -> bool {
        matches!(
            self,
            Self::OpenAiChatStrict | Self::OpenAiResponsesStrict | Self::AnthropicStrict
        )
    }

    /// Which wire form a provider's response, message, or list of its items
    /// has.
    ///
    /// `None` where the shape fits several forms, such as a message that is
    /// only text, or none. Strict dialects share the wire form of the plain
    /// ones, which are returned.
    #[must_use]
    pub fn detect(message: &Value) -> Option<Self> {
        detect(message)
    }

    /// The calls in a provider's message, in its order.
    ///
    /// Takes a whole response, the message in it, a list of its items, or one
    /// item. A message without calls has none. Calls without an id (Gemini,
    /// Ollama) get one here, once: keep the [`ParsedCall`] for the result.
    /// Nothing is dropped and nothing repaired; two calls with the same id are
    /// two calls.
    ///
    /// # Errors
    /// A call that lacks a name, or an id where the wire form has one; an entry
    /// that is not what its place calls for; a message of another form; calls
    /// in more than one alternative answer. The error names the place.
    pub fn read_calls(self, message: &Value) -> Result<Vec<ParsedCall>, ReadError> {
        match self {
            Self::OpenAiChat | Self::OpenAiChatStrict | Self::Ollama => {
                openai::chat::read(self, message)
            }
            Self::OpenAiResponses | Self::OpenAiResponsesStrict => {
                openai::responses::read(self, message)
            }
            Self::Anthropic | Self::AnthropicStrict => anthropic::read(self, message),
            Self::Gemini | Self::GeminiParameters => gemini::read(self, message),
            Self::Bedrock => bedrock::read(self, message),
            Self::Mcp => mcp::read(self, message),
        }
    }

    /// What to send back: one result for each of `results`, in their order.
    ///
    /// A list of messages (Chat Completions, Ollama) or of items (Responses),
    /// or one message with all results (Anthropic, Gemini, Bedrock), or a list
    /// of `tools/call` results (MCP).
    #[must_use]
    pub fn write_results(self, results: &[ResultForModel<'_>]) -> Value {
        // The same bytes whichever features other crates turn on.
        sorted(match self {
            Self::OpenAiChat | Self::OpenAiChatStrict => openai::chat::write(results),
            Self::OpenAiResponses | Self::OpenAiResponsesStrict => {
                openai::responses::write(results)
            }
            Self::Anthropic | Self::AnthropicStrict => anthropic::write(results),
            Self::Gemini | Self::GeminiParameters => gemini::write(results),
            Self::Bedrock => bedrock::write(results),
            Self::Ollama => ollama::write(results),
            Self::Mcp => mcp::write(results),
        })
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Dialect {
    type Err = UnknownDialect;

    fn from_str(text: &str) -> Result<Self, UnknownDialect> {
        Self::ALL
            .into_iter()
            .find(|dialect| dialect.as_str() == text)
            .ok_or_else(|| UnknownDialect {
                text: text.to_owned(),
            })
    }
}
