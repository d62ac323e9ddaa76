//! The digest that binds a decision to what it was about.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value, json};

use crate::definition::{Definition, Origin};
use crate::schema::sorted;

/// SHA-256 over a tool (name, description, annotations, schema, roles, where it
/// comes from) and its final arguments. A change to any of them makes another digest, so a decision for
/// one cannot serve the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// The digest of a call of a tool with these arguments. The order of keys
    /// does not matter.
    #[must_use]
    pub fn of(definition: &Definition, arguments: &Map<String, Value>) -> Self {
        let tool = Self::of_tool(definition).to_string();
        Self::of_value(json!({ "tool": tool, "arguments": arguments }))
    }

    /// The digest of a tool alone: its identity and version.
    #[must_use]
    pub fn of_tool(definition: &Definition) -> Self {
        Self::of_value(json!({
            "name": &*definition.name,
            "description": &*definition.description,
            "annotations": &definition.annotations,
            "input_schema": &*definition.input_schema,
            "roles": &definition.roles,
            "origin": match &definition.origin {
                // Lines move without a change to the tool.
                Origin::Function { module, .. } => json!({ "module": module }),
                Origin::Closure => json!("closure"),
                Origin::Remote(server) => json!({ "server": &**server }),
            },
        }))
    }

    fn of_value(value: Value) -> Self {
        Self(hmac_sha256::Hash::hash(
            sorted(value).to_string().as_bytes(),
        ))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

/// The text is not 64 hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseDigestError;

impl fmt::Display for ParseDigestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a digest is 64 hexadecimal digits")
    }
}

impl std::error::Error for ParseDigestError {}

impl FromStr for Digest {
    type Err = ParseDigestError;

    fn from_str(text: &str) -> Result<Self, ParseDigestError> {
        if text.len() != 64 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(ParseDigestError);
        }
        let mut bytes = [0; 32];
        for (at, byte) in bytes.iter_mut().enumerate() {
            *byte =
                u8::from_str_radix(&text[2 * at..2 * at + 2], 16).map_err(|_| ParseDigestError)?;
        }
        Ok(Self(bytes))
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(serde::de::Error::custom)
    }
}
