//! A tool's name as definitions, results and events carry it.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The name of a tool. It reads as a `str`, and a clone costs no allocation.
///
/// Made from any text; whether it is legal is said when a set is built, see
/// [`check_name`](crate::check_name).
#[derive(Clone)]
pub struct ToolName(Text);

#[derive(Clone)]
enum Text {
    /// Written in the program, so that nothing counts its clones: every call
    /// makes one, on whichever thread.
    Written(&'static str),
    Shared(Arc<str>),
}

impl ToolName {
    /// The name's text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match &self.0 {
            Text::Written(text) => text,
            Text::Shared(text) => text,
        }
    }

    /// A name that is written in the program.
    pub(crate) const fn written(name: &'static str) -> Self {
        Self(Text::Written(name))
    }
}

impl<T: Into<Arc<str>>> From<T> for ToolName {
    fn from(name: T) -> Self {
        Self(Text::Shared(name.into()))
    }
}

impl Deref for ToolName {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for ToolName {
    fn as_ref(&self) -> &str {
        self
    }
}

impl Borrow<str> for ToolName {
    fn borrow(&self) -> &str {
        self
    }
}

impl PartialEq for ToolName {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for ToolName {}

impl PartialEq<str> for ToolName {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for ToolName {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl PartialOrd for ToolName {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for ToolName {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl Hash for ToolName {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // As a `str` does, because a map of names is asked for a `str`.
        self.as_str().hash(state);
    }
}

impl Serialize for ToolName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

impl<'de> Deserialize<'de> for ToolName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self::from)
    }
}

impl fmt::Display for ToolName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self)
    }
}

impl fmt::Debug for ToolName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}
