//! A call as a model makes it.

mod id;

use std::borrow::Cow;

pub use id::CallId;

/// One call of a tool: its id, the tool's name, and the arguments as the JSON
/// text that the model wrote. Texts may be borrowed from the model's message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call<'a> {
    /// The id that the result will carry.
    pub id: CallId,
    /// The name of the tool, as it was offered.
    pub name: Cow<'a, str>,
    /// The arguments, as JSON text. Blank means `{}`.
    pub arguments: Cow<'a, str>,
}

impl<'a> Call<'a> {
    /// A call from its parts. A [`serde_json::Value`] gives its text through
    /// `to_string()`.
    pub fn new(
        id: impl Into<CallId>,
        name: impl Into<Cow<'a, str>>,
        arguments: impl Into<Cow<'a, str>>,
    ) -> Self {
        Self {
            id: id.into(),
            name: name.into(),
            arguments: arguments.into(),
        }
    }
}
