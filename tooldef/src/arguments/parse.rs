//! Reading the text a model sent as arguments: one JSON object, or a fault.
//!
//! The text is read once, and what is refused is refused while reading: a
//! value that is nested too deeply or repeats a key is never built.

use std::fmt;

use serde_json::error::Category;
use serde_json::{Map, Value};

use super::limits::{DEEPEST, Limits};
use super::problem::Problem;
use super::strict::{Reader, Refusal};
use super::{path, show};

/// Why a text cannot be the arguments of a call.
///
/// The texts are for the model: one line that says what to send instead.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseFault {
    /// The text is longer than [`Limits::bytes`].
    TooLong {
        /// The length of the text, in bytes.
        bytes: usize,
        /// The limit, in bytes.
        limit: usize,
    },
    /// Objects and arrays stand more than [`Limits::depth`] levels deep.
    TooDeep {
        /// The limit, in levels.
        limit: usize,
    },
    /// The text ends before the object does.
    CutOff,
    /// The text is not JSON.
    Malformed {
        /// What the JSON reader says, with line and column.
        message: String,
    },
    /// Something follows the object.
    Trailing {
        /// The line where the rest begins, counted from 1.
        line: usize,
        /// The column where the rest begins, counted from 1.
        column: usize,
    },
    /// The text is JSON, but not an object.
    NotAnObject {
        /// What was sent instead.
        found: String,
    },
    /// An object holds the same key twice, at any depth.
    DuplicateKey {
        /// The dotted path of the key.
        path: String,
    },
    /// A key is one the JSON library uses inside.
    ReservedKey {
        /// The dotted path of the key.
        path: String,
    },
}

impl fmt::Display for ParseFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { bytes, limit } => write!(
                f,
                "the arguments are {bytes} bytes long, the limit is {limit}, send less at once"
            ),
            Self::TooDeep { limit } => write!(
                f,
                "the arguments are nested more than {limit} levels deep, send a flatter value"
            ),
            Self::CutOff => f.write_str(
                "the arguments are cut off: the JSON ends too early, send the whole object again",
            ),
            Self::Malformed { message } => write!(
                f,
                "the arguments are not valid JSON: {message}, send one JSON object"
            ),
            Self::Trailing { line, column } => write!(
                f,
                "the arguments go on after the object, at line {line} column {column}, send one \
                 JSON object and nothing else"
            ),
            Self::NotAnObject { found } => {
                write!(f, "the arguments must be one JSON object, got {found}")
            }
            Self::DuplicateKey { path } => {
                write!(f, "{path} is given more than once, send every key once")
            }
            Self::ReservedKey { path } => write!(f, "the key {path} is reserved, use another name"),
        }
    }
}

impl std::error::Error for ParseFault {}

impl ParseFault {
    /// The fault as a problem at its place, which is the whole unless a key is
    /// at fault.
    pub(crate) fn problem(&self) -> Problem {
        let place = match self {
            Self::DuplicateKey { path } | Self::ReservedKey { path } => path,
            _ => path::ROOT,
        };
        let message = match self {
            // The place says which key.
            Self::DuplicateKey { .. } => "given more than once, send every key once".to_owned(),
            Self::ReservedKey { .. } => "a reserved key, use another name".to_owned(),
            _ => self.to_string(),
        };
        Problem::new(place, message)
    }
}

/// Reads the arguments of a call.
///
/// A blank text and `null` mean no arguments. An object inside a JSON string,
/// as some providers send it, is unwrapped once. Integers beyond 64 bits become
/// floats, as they do in `serde_json`.
///
/// # Errors
///
/// Anything that is not exactly one JSON object within the limits; see
/// [`ParseFault`].
pub(crate) fn parse_object(text: &str, limits: &Limits) -> Result<Map<String, Value>, ParseFault> {
    if text.len() > limits.bytes {
        return Err(ParseFault::TooLong {
            bytes: text.len(),
            limit: limits.bytes,
        });
    }
    if text.chars().all(char::is_whitespace) {
        return Ok(Map::new());
    }
    match parse_value(text, limits.depth)? {
        Value::Null => Ok(Map::new()),
        Value::Object(arguments) => Ok(arguments),
        Value::String(inner) if inner.trim_start().starts_with('{') => {
            match parse_value(&inner, limits.depth)? {
                Value::Object(arguments) => Ok(arguments),
                other => Err(ParseFault::NotAnObject {
                    found: show::got(&other),
                }),
            }
        }
        other => Err(ParseFault::NotAnObject {
            found: show::got(&other),
        }),
    }
}

/// Reads one JSON value strictly: no repeated keys, no more than `depth`
/// levels, nothing after it.
///
/// # Errors
///
/// As for [`parse_object`], except that any kind of value is taken.
pub(crate) fn parse_value(text: &str, depth: usize) -> Result<Value, ParseFault> {
    let depth = depth.min(DEEPEST);
    let refusal = Refusal::default();
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let value = match Reader::new(depth, &refusal).read(&mut deserializer) {
        Ok(value) => value,
        Err(error) => {
            return Err(refusal.take().unwrap_or_else(|| match error.classify() {
                Category::Eof => ParseFault::CutOff,
                _ => ParseFault::Malformed {
                    message: error.to_string(),
                },
            }));
        }
    };
    deserializer.end().map_err(|error| ParseFault::Trailing {
        line: error.line(),
        column: error.column(),
    })?;
    Ok(value)
}

#[cfg(test)]
mod tests;
