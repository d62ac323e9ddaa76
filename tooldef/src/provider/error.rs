//! What can go wrong when tools are shown to a provider, or its calls read.

use std::fmt;

use super::Dialect;
use super::schema::Fault;
use crate::error::joined;

/// The set of tools cannot be shown in this dialect. Nothing was rendered;
/// every fault found is listed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RenderError {
    /// The dialect that was asked for.
    pub dialect: Dialect,
    /// What does not fit, in the order of the tools. Never empty.
    pub faults: Vec<RenderFault>,
}

impl fmt::Display for RenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot be rendered for `{}`: ", self.dialect)?;
        joined(&self.faults, f)
    }
}

impl std::error::Error for RenderError {}

/// One thing about one tool that a dialect cannot carry.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RenderFault {
    /// The tool's name.
    pub tool: String,
    /// JSON pointer into the tool's input schema with references put in
    /// place; `#` is the root. Empty when the fault is not in the schema.
    pub path: String,
    /// The schema keyword, or the part of the definition.
    pub keyword: String,
    /// What is wrong.
    pub problem: String,
    /// What the author can do.
    pub remedy: String,
}

impl RenderFault {
    pub(super) fn of(tool: &str, fault: Fault) -> Self {
        Self {
            tool: tool.to_owned(),
            path: fault.path,
            keyword: fault.keyword,
            problem: fault.problem,
            remedy: fault.remedy.to_owned(),
        }
    }
}

impl fmt::Display for RenderFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tool `{}`", self.tool)?;
        if !self.path.is_empty() {
            write!(f, " at {}", self.path)?;
        }
        write!(f, ": `{}`: {}; {}", self.keyword, self.problem, self.remedy)
    }
}

/// The text names none of the dialects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownDialect {
    pub(super) text: String,
}

impl fmt::Display for UnknownDialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "unknown dialect `{}`: expected one of {}",
            self.text,
            names()
        )
    }
}

impl std::error::Error for UnknownDialect {}

fn names() -> String {
    let names: Vec<String> = Dialect::ALL.iter().map(|one| format!("`{one}`")).collect();
    names.join(", ")
}

/// A provider's message that holds calls in a form that cannot be read.
///
/// No call of the message is returned: to run some and drop others would
/// leave the provider without an answer to what it asked.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadError {
    /// The dialect the message was read as.
    pub dialect: Dialect,
    /// Where in the message, such as `tool_calls[1].function.name`.
    pub place: String,
    /// What was expected and is not there, and what to do about it.
    pub problem: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "cannot read {} calls at {}: {}",
            self.dialect, self.place, self.problem
        )
    }
}

impl std::error::Error for ReadError {}

impl ReadError {
    pub(super) fn new(
        dialect: Dialect,
        place: impl Into<String>,
        problem: impl Into<String>,
    ) -> Self {
        Self {
            dialect,
            place: place.into(),
            problem: problem.into(),
        }
    }
}
