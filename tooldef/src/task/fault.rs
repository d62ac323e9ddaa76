//! What can be wrong with a list of task tools: one line each, with the place.

use std::fmt;

use crate::error::{ToolFault, joined};

/// Why a list of task tools cannot be offered. Holds every fault found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskToolsError(pub(super) Vec<TaskToolFault>);

impl fmt::Display for TaskToolsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        joined(&self.0, f)
    }
}

impl std::error::Error for TaskToolsError {}

impl TaskToolsError {
    /// The faults, in the order of the list.
    #[must_use]
    pub fn faults(&self) -> &[TaskToolFault] {
        &self.0
    }
}

/// One fault, and where it is.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TaskToolFault {
    /// The place, such as `tools[2].defaults`.
    pub place: String,
    /// What is wrong there.
    pub problem: TaskToolProblem,
}

impl fmt::Display for TaskToolFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.problem)
    }
}

impl std::error::Error for TaskToolFault {}

impl TaskToolFault {
    pub(super) fn new(place: impl Into<String>, problem: TaskToolProblem) -> Self {
        Self {
            place: place.into(),
            problem,
        }
    }
}

/// The four shapes, in one line.
pub(super) const SHAPES: &str = r#""action"; {"method": "action", "defaults": {..}}; {"appMethod": "method", "description": "..", "defaults": {..}}; or, from Rust only, an inline tool {name, description, inputSchema, execute}"#;

/// What is wrong with an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum TaskToolProblem {
    /// The text is not one JSON value, or repeats a key.
    Json(String),
    /// The whole is no list.
    List {
        /// What stands there.
        got: &'static str,
    },
    /// The entry has none of the four shapes.
    Shape {
        /// What is wrong with it.
        why: String,
    },
    /// A key that its shape does not have.
    UnknownKey {
        /// Near keys, as a clause.
        near: String,
    },
    /// A value of the wrong type.
    Type {
        /// What should stand there.
        expected: &'static str,
        /// What stands there.
        got: &'static str,
    },
    /// No action of that name.
    UnknownAction {
        /// The name.
        name: String,
        /// What may have been meant, as a clause.
        hint: String,
    },
    /// No application method of that id.
    UnknownMethod {
        /// The id.
        name: String,
        /// What may have been meant, as a clause.
        hint: String,
    },
    /// Something that an inline tool cannot have.
    Inline {
        /// What to do instead.
        remedy: &'static str,
    },
    /// Two actions or application methods of one name.
    Collision {
        /// The name.
        name: String,
        /// Where the first comes from.
        first: String,
        /// Where the second comes from.
        second: String,
    },
    /// A name that came before.
    Repeated {
        /// The name.
        name: String,
        /// The place of the first.
        first: String,
    },
    /// A tool that cannot be offered.
    Tool(ToolFault),
}

impl fmt::Display for TaskToolProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(problem) => write!(f, "cannot be read: {problem}"),
            Self::List { got } => write!(f, "expected a list of tools, got {got}"),
            Self::Shape { why } => write!(f, "{why}; a tool has one of four shapes: {SHAPES}"),
            Self::UnknownKey { near } => write!(
                f,
                "unknown key{near}; a tool has one of four shapes: {SHAPES}"
            ),
            Self::Type { expected, got } => write!(f, "expected {expected}, got {got}"),
            Self::UnknownAction { name, hint } => write!(f, "no action is called {name:?}{hint}"),
            Self::UnknownMethod { name, hint } => {
                write!(f, "no application method is called {name:?}{hint}")
            }
            Self::Inline { remedy } => write!(f, "an inline tool takes none: {remedy}"),
            Self::Collision {
                name,
                first,
                second,
            } => write!(
                f,
                "{name:?} stands for two of them, {first} and {second}; \
                 give one of them another name"
            ),
            Self::Repeated { name, first } => write!(
                f,
                "{name:?} is offered already, by {first}; a name can stand once in a list"
            ),
            Self::Tool(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for TaskToolProblem {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Tool(fault) => fault.source(),
            _ => None,
        }
    }
}

impl From<ToolFault> for TaskToolProblem {
    fn from(fault: ToolFault) -> Self {
        Self::Tool(fault)
    }
}

/// A place within the list.
pub(super) struct Place(pub(super) usize);

impl Place {
    pub(super) fn key(&self, key: &str) -> String {
        let plain = !key.is_empty()
            && key.len() <= 64
            && key
                .chars()
                .all(|character| character.is_ascii_alphanumeric() || character == '_');
        if plain {
            format!("{self}.{key}")
        } else {
            let short: String = key.chars().take(64).collect();
            format!("{self}[{short:?}]")
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tools[{}]", self.0)
    }
}
