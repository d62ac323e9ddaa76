//! Pinned arguments: values that the application has decided, whatever the
//! model sends.
//!
//! A pin is a set of leaves, each with the path to it. An empty object has no
//! leaves, so it pins nothing.

mod build;
mod hide;
mod merge;
mod verify;

#[cfg(test)]
mod tests;

use std::fmt;

use serde_json::{Map, Value};

use crate::arguments::Problem;
use crate::arguments::check::deeper_than;
use crate::arguments::path::join;

/// Pinned values nested deeper than this are refused.
const DEEPEST: usize = 60;

/// Why values cannot be pinned to a tool. It is the application's fault and
/// never the model's.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum PinError {
    /// The tool has no such argument.
    Unknown {
        /// The dotted path of the pin.
        path: String,
        /// Names the tool has that are close to it.
        near: Vec<String>,
    },
    /// No arguments with this value can be valid.
    Unfit {
        /// The dotted path of the pin, or of what is wrong inside of it.
        path: String,
        /// What was expected there and what is pinned.
        problem: String,
    },
    /// The pinned value is not an object of arguments.
    NotAnObject,
    /// The values are nested too deeply.
    TooDeep {
        /// The limit, in levels.
        limit: usize,
    },
}

impl fmt::Display for PinError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { path, near } => write!(
                f,
                "pinned argument {path} does not exist{}, pin an argument the tool has",
                suggestion(near)
            ),
            Self::Unfit { path, problem } => write!(
                f,
                "pinned argument {path} can never be valid: {problem}, pin another value"
            ),
            Self::NotAnObject => f.write_str(
                "pinned arguments are one object of names and values, such as \
                 {\"tenant\": \"acme\"}",
            ),
            Self::TooDeep { limit } => write!(
                f,
                "pinned arguments are nested more than {limit} levels deep, pin a flatter value"
            ),
        }
    }
}

impl std::error::Error for PinError {}

fn suggestion(near: &[String]) -> String {
    if near.is_empty() {
        String::new()
    } else {
        format!(" (near names: {})", near.join(", "))
    }
}

/// Pinned arguments of one tool.
#[derive(Clone, Default, PartialEq)]
pub(crate) struct Pins {
    /// As they were given.
    given: Map<String, Value>,
    /// Without the objects that pin nothing.
    leaves: Map<String, Value>,
}

impl Pins {
    /// Pins values.
    ///
    /// # Errors
    ///
    /// [`PinError::TooDeep`] beyond 60 levels. Whether the tool has such
    /// arguments is for [`Pins::verify`].
    pub(crate) fn new(given: Map<String, Value>) -> Result<Self, PinError> {
        if given.values().any(|value| deeper_than(value, DEEPEST)) {
            return Err(PinError::TooDeep { limit: DEEPEST });
        }
        let leaves = pinning(&given);
        Ok(Self { given, leaves })
    }

    /// Whether nothing is pinned.
    pub(crate) fn is_empty(&self) -> bool {
        self.leaves.is_empty()
    }

    /// Takes out of the problems what the model must not read: those of pinned
    /// values, and the names of pinned fields beside the others. The flag says
    /// whether a pinned value was among what failed.
    pub(crate) fn scrub(&self, problems: Vec<Problem>) -> (Vec<Problem>, bool) {
        let count = problems.len();
        let mut visible: Vec<Problem> = problems
            .into_iter()
            .filter(|problem| self.relation(&problem.path) != Relation::Pinned)
            .collect();
        for problem in &mut visible {
            if let Some(names) = &mut problem.names {
                let above = &names.above;
                names
                    .list
                    .retain(|name| self.relation(&join(above, name)) == Relation::Free);
            }
        }
        let pinned_failed = visible.len() < count;
        (visible, pinned_failed)
    }

    /// How a dotted path stands to the pinned leaves.
    fn relation(&self, path: &str) -> Relation {
        relation(&self.leaves, "", path)
    }
}

/// How a place stands to the pinned leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Relation {
    /// It is a leaf or inside of one.
    Pinned,
    /// Some of what is inside of it is pinned.
    Partly,
    /// It has nothing to do with them.
    Free,
}

fn relation(pins: &Map<String, Value>, above: &str, path: &str) -> Relation {
    for (key, pin) in pins {
        let here = join(above, key);
        match (is_at_or_under(path, &here), pin) {
            (false, _) => {}
            (true, Value::Object(_)) if path.len() == here.len() => return Relation::Partly,
            (true, Value::Object(inner)) => return relation(inner, &here, path),
            (true, _) => return Relation::Pinned,
        }
    }
    Relation::Free
}

/// Whether a dotted path is this place or inside of it.
fn is_at_or_under(path: &str, place: &str) -> bool {
    path.strip_prefix(place)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// What of the values pins something.
fn pinning(values: &Map<String, Value>) -> Map<String, Value> {
    let mut leaves = Map::new();
    for (key, value) in values {
        let value = match value {
            Value::Object(inner) => match pinning(inner) {
                inner if inner.is_empty() => continue,
                inner => Value::Object(inner),
            },
            leaf => leaf.clone(),
        };
        leaves.insert(key.clone(), value);
    }
    leaves
}

/// Pinned values may be secrets, so only their paths are shown.
impl fmt::Debug for Pins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut paths = Vec::new();
        collect_paths(&self.leaves, "", &mut paths);
        paths.sort_unstable();
        f.debug_tuple("Pins").field(&paths).finish()
    }
}

fn collect_paths(pins: &Map<String, Value>, above: &str, paths: &mut Vec<String>) {
    for (key, pin) in pins {
        let here = join(above, key);
        match pin {
            Value::Object(inner) => collect_paths(inner, &here, paths),
            _ => paths.push(here),
        }
    }
}
