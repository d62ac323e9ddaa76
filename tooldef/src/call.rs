//! A call as a model makes it.

use std::borrow::{Borrow, Cow};
use std::fmt;

use serde::{Deserialize, Serialize};

/// The id of a call, as the provider gave it or a reader made it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CallId(String);

impl CallId {
    /// The id's text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<T: Into<String>> From<T> for CallId {
    fn from(id: T) -> Self {
        Self(id.into())
    }
}

impl Borrow<str> for CallId {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for CallId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

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
