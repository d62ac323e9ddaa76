//! A [`Model`] that is any model the genai crate reaches.

mod fault;
mod reply;
mod request;

use ::genai::chat::{ChatOptions, ToolChoice};
use ::genai::{Client, ModelSpec};

use super::{Model, ModelError, ModelErrorKind, ModelReply, Turn};
use crate::tool::BoxFuture;

/// A model of a provider, through the genai crate. Needs a tokio runtime.
///
/// Text and thinking are told as they arrive. The arguments of tool calls are
/// passed on as the model wrote them, also where they are no JSON: then the
/// model gets to read so.
pub struct Genai {
    client: Client,
    model: ModelSpec,
    options: ChatOptions,
}

impl Genai {
    /// A model by name, such as `claude-sonnet-5` or `openai::gpt-5`. The key is
    /// taken from the environment variable of its provider when it is asked.
    ///
    /// # Errors
    /// [`ModelError`] when no HTTPS client can be set up.
    pub fn new(model: impl Into<String>) -> Result<Self, ModelError> {
        let client = Client::new()
            .map_err(|error| ModelError::new(ModelErrorKind::Unavailable, error.to_string()))?;
        Ok(Self::with_client(client, model.into()))
    }

    /// A model of a client that is set up already, with its own keys,
    /// endpoints and time-outs.
    #[must_use]
    pub fn with_client(client: Client, model: impl Into<ModelSpec>) -> Self {
        Self {
            client,
            model: model.into(),
            options: ChatOptions::default(),
        }
    }

    /// The same model with options, such as its temperature or the most tokens
    /// it may write. What this adapter needs for itself is set besides.
    #[must_use]
    pub fn options(mut self, options: ChatOptions) -> Self {
        self.options = options;
        self
    }

    async fn ask(&self, turn: &Turn<'_>) -> Result<ModelReply, ModelError> {
        let target = self
            .client
            .resolve_service_target(self.model.clone())
            .await
            .map_err(|error| fault::read(&error))?;
        let request = request::write(turn, &target.model)
            .map_err(|error| ModelError::new(ModelErrorKind::Rejected, error.to_string()))?;
        let mut options = self
            .options
            .clone()
            .with_capture_usage(true)
            .with_capture_content(true)
            .with_capture_reasoning_content(true)
            .with_capture_tool_calls(true);
        if !turn.calls_allowed && !turn.tools.is_empty() {
            options = options.with_tool_choice(ToolChoice::None);
        }
        let answer = self
            .client
            .exec_chat_stream(target, request, Some(&options))
            .await
            .map_err(|error| fault::read(&error))?;
        reply::read(turn, answer.stream).await
    }
}

impl Model for Genai {
    fn turn<'a>(&'a self, turn: &'a Turn<'a>) -> BoxFuture<'a, Result<ModelReply, ModelError>> {
        Box::pin(self.ask(turn))
    }
}

impl std::fmt::Debug for Genai {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Genai")
            .field("model", &self.model)
            .finish_non_exhaustive()
    }
}
