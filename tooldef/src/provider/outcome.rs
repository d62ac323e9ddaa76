//! A call's result on its way to the model.

use serde_json::Value;

use super::ParsedCall;

/// What to tell the model about one call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ResultForModel<'a> {
    /// The call's id.
    pub id: &'a str,
    /// Whether the id is the provider's; only then is it sent.
    pub id_given: bool,
    /// The tool's name, as the model called it.
    pub name: &'a str,
    /// The text. An empty one is sent as it is.
    pub text: &'a str,
    /// Whether the call failed. On wires without a flag for it (OpenAI,
    /// Ollama) the text has to say so.
    pub is_error: bool,
}

impl<'a> ResultForModel<'a> {
    /// The result of a call with an id of the provider's, not an error.
    #[must_use]
    pub const fn new(id: &'a str, name: &'a str, text: &'a str) -> Self {
        Self {
            id,
            id_given: true,
            name,
            text,
            is_error: false,
        }
    }

    /// The result of this call.
    #[must_use]
    pub fn answering(call: &'a ParsedCall, text: &'a str, is_error: bool) -> Self {
        Self {
            id: &call.id,
            id_given: call.id_given,
            name: &call.name,
            text,
            is_error,
        }
    }

    /// The same result, flagged as an error or not.
    #[must_use]
    pub const fn error(mut self, is_error: bool) -> Self {
        self.is_error = is_error;
        self
    }
}

/// What is written for each result.
pub(super) fn each(
    results: &[ResultForModel<'_>],
    write: fn(&ResultForModel<'_>) -> Value,
) -> Vec<Value> {
    results.iter().map(write).collect()
}
