//! A call as a model asked for it, whatever wire it came over.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::Value;

use super::schema::Object;
use super::{Dialect, ReadError};

/// A call of a tool that stood in a provider's message.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParsedCall {
    /// Identifies the call: the provider's id, or one made when the call was
    /// read. Unique in the latter case, in this process and, but for a
    /// collision of 64 random bits, across processes.
    pub id: String,
    /// Whether the id is the provider's. One that is not is never sent to it.
    pub id_given: bool,
    /// The tool's name, as sent.
    pub name: String,
    /// The arguments as text. What was sent as text is here byte for byte,
    /// faulty or not; what was sent as JSON is here as compact JSON; nothing
    /// sent, or null, is the empty text.
    pub arguments: String,
}

impl ParsedCall {
    pub(super) fn new(id: Option<&str>, name: String, arguments: Option<&Value>) -> Self {
        let arguments = match arguments {
            None | Some(Value::Null) => String::new(),
            Some(Value::String(text)) => text.clone(),
            Some(other) => other.to_string(),
        };
        Self {
            id: id.map_or_else(fresh_id, str::to_owned),
            id_given: id.is_some(),
            name,
            arguments,
        }
    }
}

/// An id that no other call has.
pub(crate) fn fresh_id() -> String {
    static PROCESS: OnceLock<u64> = OnceLock::new();
    static COUNT: AtomicU64 = AtomicU64::new(0);
    // The keys of a `RandomState` are the one source of randomness in the
    // standard library.
    let process = PROCESS.get_or_init(|| RandomState::new().build_hasher().finish());
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("call_{process:016x}_{count}")
}

/// One entry of a message that may hold a call, and where it stands.
pub(super) struct Entry<'a> {
    pub(super) dialect: Dialect,
    pub(super) place: String,
    pub(super) object: &'a Object,
}

impl<'a> Entry<'a> {
    /// The entries of a list.
    pub(super) fn list(
        dialect: Dialect,
        place: &str,
        list: &'a Value,
    ) -> Result<Vec<Self>, ReadError> {
        let Value::Array(items) = list else {
            return Err(ReadError::new(dialect, place, "expected a list"));
        };
        let mut entries = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            entries.push(Self::new(dialect, format!("{place}[{index}]"), item)?);
        }
        Ok(entries)
    }

    pub(super) fn new(
        dialect: Dialect,
        place: String,
        value: &'a Value,
    ) -> Result<Self, ReadError> {
        match value {
            Value::Object(object) => Ok(Self {
                dialect,
                place,
                object,
            }),
            _ => Err(ReadError::new(dialect, place, "expected an object")),
        }
    }

    pub(super) fn kind(&self) -> Option<&'a str> {
        self.object.get("type").and_then(Value::as_str)
    }

    /// The entry under `key`.
    pub(super) fn member(&self, key: &str) -> Result<Self, ReadError> {
        let place = format!("{}.{key}", self.place);
        match self.object.get(key) {
            Some(value) => Self::new(self.dialect, place, value),
            None => Err(ReadError::new(self.dialect, place, "missing")),
        }
    }

    /// A text that must be there.
    pub(super) fn text(&self, key: &str) -> Result<&'a str, ReadError> {
        match self.object.get(key) {
            Some(Value::String(text)) if !text.is_empty() => Ok(text),
            Some(Value::String(_)) => Err(self.fault(key, "empty")),
            Some(_) => Err(self.fault(key, "expected a text")),
            None => Err(self.fault(key, "missing")),
        }
    }

    /// A text that may be absent, null or empty, all of which are `None`.
    pub(super) fn optional_text(&self, key: &str) -> Result<Option<&'a str>, ReadError> {
        match self.object.get(key) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok((!text.is_empty()).then_some(text.as_str())),
            Some(_) => Err(self.fault(key, "expected a text")),
        }
    }

    pub(super) fn fault(&self, key: &str, problem: &str) -> ReadError {
        ReadError::new(self.dialect, format!("{}.{key}", self.place), problem)
    }
}

/// The one alternative that holds calls.
///
/// A response may offer several answers to choose from. Running the calls of
/// more than one of them is never meant.
pub(super) fn chosen<'a>(
    dialect: Dialect,
    name: &str,
    alternatives: &'a Value,
    calls_of: impl Fn(&'a Value, String) -> Result<Vec<ParsedCall>, ReadError>,
) -> Result<Vec<ParsedCall>, ReadError> {
    let Value::Array(alternatives) = alternatives else {
        return Err(ReadError::new(dialect, name, "expected a list"));
    };
    let mut chosen = Vec::new();
    for (index, alternative) in alternatives.iter().enumerate() {
        let place = format!("{name}[{index}]");
        let calls = calls_of(alternative, place.clone())?;
        if !calls.is_empty() && !chosen.is_empty() {
            let problem = "more than one alternative holds calls; pass the message you chose";
            return Err(ReadError::new(dialect, place, problem));
        }
        chosen.extend(calls);
    }
    Ok(chosen)
}
