//! The id of a call: a text that is short as a rule, and then on no heap.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The id of a call, as the provider gave it or a reader made it. Any text will
/// do; up to 39 bytes, which holds the ids of all providers and UUIDs, cost no
/// allocation.
#[derive(Clone)]
pub struct CallId(Text);

/// The most bytes of a text that is kept off the heap. Every result is moved
/// with its id in it, so this is no larger than UUIDs and providers' ids need.
const SHORT: usize = 39;

#[derive(Clone)]
enum Text {
    Short(Short),
    Long(Box<str>),
}

/// Aligned, so that it is copied by whole words.
#[derive(Clone, Copy)]
#[repr(align(8))]
struct Short {
    bytes: [u8; SHORT],
    length: u8,
}

impl CallId {
    /// The id's text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match &self.0 {
            // What is kept is always a whole text.
            Text::Short(short) => short
                .bytes
                .get(..usize::from(short.length))
                .and_then(|bytes| std::str::from_utf8(bytes).ok())
                .unwrap_or_default(),
            Text::Long(text) => text,
        }
    }
}

impl<T: AsRef<str>> From<T> for CallId {
    fn from(id: T) -> Self {
        let id = id.as_ref();
        let mut bytes = [0; SHORT];
        match (bytes.get_mut(..id.len()), u8::try_from(id.len())) {
            (Some(place), Ok(length)) => {
                place.copy_from_slice(id.as_bytes());
                Self(Text::Short(Short { bytes, length }))
            }
            _ => Self(Text::Long(id.into())),
        }
    }
}

impl Borrow<str> for CallId {
    fn borrow(&self) -> &str {
        self.as_str()
    }
}

impl PartialEq for CallId {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for CallId {}

impl PartialOrd for CallId {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for CallId {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl Hash for CallId {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // As a `str` does, because a map of ids may be asked for a `str`.
        self.as_str().hash(state);
    }
}

impl Serialize for CallId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for CallId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self::from)
    }
}

impl fmt::Display for CallId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for CallId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CallId").field(&self.as_str()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::CallId;

    #[test]
    fn an_id_is_its_text_at_every_length() {
        for length in 0..100 {
            let ids = ["é".repeat(length), "x".repeat(length)];
            for id in ids {
                let kept = CallId::from(&id);
                assert_eq!(kept.as_str(), id);
                assert_eq!(kept, CallId::from(id.clone()));
                assert_ne!(kept, CallId::from(id.clone() + "-"));
                let json = serde_json::to_string(&kept).expect("a text");
                assert_eq!(json, format!("\"{id}\""));
                assert_eq!(serde_json::from_str::<CallId>(&json).expect("a text"), kept);
                assert!(HashSet::from([kept]).contains(&*id));
            }
        }
    }
}
