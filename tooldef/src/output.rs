//! What a tool's body came to, before limits and providers.

use std::error::Error;
use std::fmt::{self, Display};

use serde::Serialize;

use crate::content::{Audio, Content, Image, ResourceLink};
use crate::result::ErrorKind;

/// A value that a tool answers with.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Payload {
    /// Text, as it is.
    Text(String),
    /// Compact JSON of a structured value.
    Json(String),
    /// Content blocks.
    Blocks(Vec<Content>),
}

/// Why a tool did not answer with a value.
#[derive(Debug, Clone, PartialEq)]
pub struct Failure(pub(crate) Box<Told>);

/// What a failure holds. It lies on the heap, because every output is as large
/// as a failure, and most calls do not fail.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Told {
    pub(crate) kind: ErrorKind,
    pub(crate) text: String,
    pub(crate) detail: Option<String>,
}

impl Failure {
    pub(crate) fn new(kind: ErrorKind, text: impl Into<String>) -> Self {
        Self(Box::new(Told {
            kind,
            text: text.into(),
            detail: None,
        }))
    }

    pub(crate) fn with_detail(mut self, detail: impl Into<String>) -> Self {
        self.0.detail = Some(detail.into());
        self
    }

    /// What kind of failure it is.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The text for the model.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0.text
    }
}

/// What a body came to.
pub type Output = Result<Payload, Failure>;

/// A value of any serializable type as compact JSON: the answer of a closure
/// that returns something structured.
///
/// Annotated functions do not need it; they return the value itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Json<T>(pub T);

/// What the closure of a run-time tool may return.
///
/// Text types answer with their text, `()` with an empty text, content blocks
/// with themselves, [`Json`] and [`serde_json::Value`] with compact JSON; a
/// `Result` of any of these with its value or its error.
#[diagnostic::on_unimplemented(
    message = "a tool cannot answer with `{Self}`",
    label = "not an answer",
    note = "wrap a serializable value in `tooldef::Json(..)`"
)]
pub trait IntoOutput {
    /// Turns the value into what the model will see.
    ///
    /// # Errors
    /// A [`Failure`] when the value is an error or cannot be encoded.
    fn into_output(self) -> Output;
}

macro_rules! text_output {
    ($($kind:ty),*) => {$(
        impl IntoOutput for $kind {
            fn into_output(self) -> Output {
                Ok(Payload::Text(self.into()))
            }
        }
    )*};
}

text_output!(String, &str, Box<str>, std::borrow::Cow<'_, str>);

impl IntoOutput for () {
    fn into_output(self) -> Output {
        Ok(Payload::Text(String::new()))
    }
}

impl<T: Serialize> IntoOutput for Json<T> {
    fn into_output(self) -> Output {
        encode(&self.0)
    }
}

impl IntoOutput for serde_json::Value {
    fn into_output(self) -> Output {
        encode(&self)
    }
}

impl IntoOutput for Vec<Content> {
    fn into_output(self) -> Output {
        Ok(Payload::Blocks(self))
    }
}

macro_rules! block_output {
    ($($kind:ident)*) => {$(
        impl IntoOutput for $kind {
            fn into_output(self) -> Output {
                Ok(Payload::Blocks(vec![self.into()]))
            }
        }
    )*};
}

block_output!(Content Image Audio ResourceLink);

impl IntoOutput for Output {
    fn into_output(self) -> Output {
        self
    }
}

impl<T: IntoOutput, E: IntoFailure> IntoOutput for Result<T, E> {
    fn into_output(self) -> Output {
        match self {
            Ok(value) => value.into_output(),
            Err(error) => Err(error.into_failure()),
        }
    }
}

/// An error that a run-time tool's closure may return: any [`Error`] type, or a
/// text through [`Failure`].
pub trait IntoFailure {
    /// Turns the error into the failure that the model and the operator see.
    fn into_failure(self) -> Failure;
}

impl<E: Error + 'static> IntoFailure for E {
    fn into_failure(self) -> Failure {
        failed(&self)
    }
}

/// Encodes a value as compact JSON.
///
/// # Errors
/// A [`Failure`] that says that the tool has already acted.
pub(crate) fn encode<T: Serialize + ?Sized>(value: &T) -> Output {
    match serde_json::to_string(value) {
        Ok(json) => Ok(Payload::Json(json)),
        Err(error) => Err(Failure::new(
            ErrorKind::Unencodable,
            format!(
                "The tool ran to its end, but its result could not be encoded as JSON: {error}. Do not repeat the call only because of this."
            ),
        )),
    }
}

/// A failure that holds an error's message and those of its sources, each once.
pub(crate) fn failed(error: &(dyn Error + 'static)) -> Failure {
    Failure::new(kind(error), chain(error))
}

/// What an error says about a call: failed, unless a task below the call ended
/// for a reason that the call shares.
fn kind(error: &(dyn Error + 'static)) -> ErrorKind {
    let mut next = Some(error);
    while let Some(error) = next {
        if let Some(task) = error.downcast_ref::<crate::task::TaskError>() {
            return task.call_kind();
        }
        next = error.source();
    }
    ErrorKind::Failed
}

/// A failure that holds a message.
pub(crate) fn failed_with(message: impl Display) -> Failure {
    Failure::new(ErrorKind::Failed, message.to_string())
}

/// The error's message and its sources' in order; a message that the text
/// already holds is not repeated.
pub(crate) fn chain(error: &(dyn Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let message = cause.to_string();
        if !text.contains(&message) {
            text.push_str(": ");
            text.push_str(&message);
        }
        source = cause.source();
    }
    text
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.text)
    }
}
