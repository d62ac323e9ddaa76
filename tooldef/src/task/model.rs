//! What a task asks a model, and what a model answers.

use std::fmt;
use std::ops::{Add, AddAssign};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::events::Event;
use crate::run::Run;
use crate::tool::BoxFuture;
use crate::{Call, ToolResult, ToolSet};

/// A language model, as far as a task needs one: it is given a conversation and
/// answers with text, tool calls, or both.
///
/// ```
/// use tooldef::BoxFuture;
/// use tooldef::task::{Message, Model, ModelError, ModelReply, Turn};
///
/// /// Answers with what it was told.
/// struct Parrot;
///
/// impl Model for Parrot {
///     fn turn<'a>(&'a self, turn: &'a Turn<'a>) -> BoxFuture<'a, Result<ModelReply, ModelError>> {
///         Box::pin(async move {
///             match turn.messages.last() {
///                 Some(Message::User(text)) => Ok(ModelReply::text(text.as_str())),
///                 _ => Err(ModelError::other("there is nothing to repeat")),
///             }
///         })
///     }
/// }
/// ```
pub trait Model: Send + Sync + 'static {
    /// Answers one turn. The future is dropped when the task is cancelled.
    fn turn<'a>(&'a self, turn: &'a Turn<'a>) -> BoxFuture<'a, Result<ModelReply, ModelError>>;
}

impl<M: Model + ?Sized> Model for Arc<M> {
    fn turn<'a>(&'a self, turn: &'a Turn<'a>) -> BoxFuture<'a, Result<ModelReply, ModelError>> {
        (**self).turn(turn)
    }
}

/// One question to a model.
#[derive(Debug)]
#[non_exhaustive]
pub struct Turn<'a> {
    /// What holds for the whole conversation.
    pub system: &'a str,
    /// The conversation so far, oldest first.
    pub messages: &'a [Message],
    /// The tools of the task, in a stable order.
    pub tools: &'a ToolSet,
    /// Whether the model may call them in this turn. Calls it makes all the
    /// same are not run.
    pub calls_allowed: bool,
    /// What the final answer must conform to. It is stated in `system` already.
    pub output_schema: Option<&'a Value>,
    pub(super) run: Option<&'a Run>,
    pub(super) streamed: Streamed,
}

/// What a model has already told while it was answering.
#[derive(Debug, Default)]
pub(super) struct Streamed {
    pub(super) text: AtomicBool,
    pub(super) thinking: AtomicBool,
}

impl<'a> Turn<'a> {
    /// A turn of its own, to try a model without a task.
    #[must_use]
    pub fn new(system: &'a str, messages: &'a [Message], tools: &'a ToolSet) -> Self {
        Self {
            system,
            messages,
            tools,
            calls_allowed: true,
            output_schema: None,
            run: None,
            streamed: Streamed::default(),
        }
    }

    /// Tells whoever listens a piece of the answer's text as it arrives. The
    /// reply holds the whole text all the same.
    pub fn stream_text(&self, text: impl Into<String>) {
        self.streamed.text.store(true, Ordering::Relaxed);
        if let Some(run) = self.run {
            run.emit(&Event::Text {
                text: text.into(),
                depth: run.depth(),
            });
        }
    }

    /// Tells whoever listens a piece of the model's thinking as it arrives.
    pub fn stream_thinking(&self, text: impl Into<String>) {
        self.streamed.thinking.store(true, Ordering::Relaxed);
        if let Some(run) = self.run {
            run.emit(&Event::Thinking {
                text: text.into(),
                depth: run.depth(),
            });
        }
    }
}

/// One message of a task's conversation.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Message {
    /// From the task to the model.
    User(String),
    /// From the model.
    Assistant(ModelReply),
    /// The results of the calls in the message before, one per call, in the
    /// order of the calls.
    Results(Vec<ToolResult>),
}

/// A model's answer to one turn.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct ModelReply {
    /// The text, which may be empty beside calls.
    pub text: String,
    /// What the model thought, where it says so.
    pub thinking: String,
    /// The tool calls, in order. An id that is empty, or that came before in
    /// the task, is replaced by a new one.
    pub calls: Vec<Call<'static>>,
    /// The tokens that this turn used.
    pub usage: Usage,
    /// Whatever the model's adapter wants to find again when this message is
    /// part of the conversation, such as a provider's signatures. Dropped when
    /// the message is changed.
    pub replay: Option<Value>,
}

impl ModelReply {
    /// An answer in text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }

    /// An answer that calls tools.
    #[must_use]
    pub fn calls(calls: impl IntoIterator<Item = Call<'static>>) -> Self {
        Self {
            calls: calls.into_iter().collect(),
            ..Self::default()
        }
    }

    /// The same answer with text beside the calls.
    #[must_use]
    pub fn with_text(mut self, text: impl Into<String>) -> Self {
        self.text = text.into();
        self
    }

    /// The same answer with thinking.
    #[must_use]
    pub fn with_thinking(mut self, text: impl Into<String>) -> Self {
        self.thinking = text.into();
        self
    }

    /// The same answer with the tokens it used.
    #[must_use]
    pub fn with_usage(mut self, input_tokens: u64, output_tokens: u64) -> Self {
        self.usage = Usage {
            input_tokens,
            output_tokens,
        };
        self
    }
}

/// Tokens, as the provider counts them; zero where it does not say.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens read.
    pub input_tokens: u64,
    /// Tokens written.
    pub output_tokens: u64,
}

impl Usage {
    /// Tokens read and written.
    #[must_use]
    pub fn total(self) -> u64 {
        self.input_tokens.saturating_add(self.output_tokens)
    }
}

impl Add for Usage {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            input_tokens: self.input_tokens.saturating_add(other.input_tokens),
            output_tokens: self.output_tokens.saturating_add(other.output_tokens),
        }
    }
}

impl AddAssign for Usage {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

/// Why a model did not answer.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ModelError {
    /// What kind of failure it is.
    pub kind: ModelErrorKind,
    /// What happened, for the operator.
    pub message: String,
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ModelError {}

/// What kept a model from answering.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ModelErrorKind {
    /// The provider refused the key, or there is none.
    Unauthorized,
    /// Too many requests; asked again after a while, as long as the provider
    /// says where it does.
    RateLimited {
        /// How long the provider wants the caller to wait.
        retry_after: Option<Duration>,
    },
    /// The provider could not be reached, broke off, or is down for the moment;
    /// asked again.
    Unavailable,
    /// The provider refused the request as it stands.
    Rejected,
    /// Anything else, such as an answer that cannot be read.
    Other,
}

impl ModelError {
    /// An error of the given kind.
    #[must_use]
    pub fn new(kind: ModelErrorKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            message: message.into(),
        }
    }

    /// An error of no particular kind.
    #[must_use]
    pub fn other(message: impl Into<String>) -> Self {
        Self::new(ModelErrorKind::Other, message)
    }
}
