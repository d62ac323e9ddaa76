//! The errors of building: a tool, a set of tools, a dispatcher.
//!
//! Errors of calls are not here: a call always ends in a
//! [`ToolResult`](crate::ToolResult).

use crate::name::NameFault;

/// Something that a tool's function asks for besides its arguments is missing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ContextError {
    /// The dispatcher was given no state of this type.
    #[error("no state of type `{name}` was given to the dispatcher: add `.state(..)`")]
    MissingState {
        /// The state's type.
        name: &'static str,
    },
    /// A value of the application's own could not be fetched.
    #[error("{0}")]
    Other(String),
}

/// Why a tool cannot be offered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ToolFault {
    /// The name breaks the rule for names.
    #[error(
        "the name {name:?} is not legal: {fault}; names are 1 to 64 characters of `A-Z a-z 0-9 _ -`"
    )]
    Name {
        /// The name.
        name: String,
        /// What is wrong with it.
        fault: NameFault,
    },
    /// The description is missing, blank, or only the name again.
    #[error("the description of `{name}` {fault}: say what the tool takes, returns and changes")]
    Description {
        /// The tool's name.
        name: String,
        /// What is wrong with it.
        fault: &'static str,
    },
    /// The arguments' schema cannot be offered.
    #[error("the input schema of `{name}` cannot be offered: `{path}` {fault}")]
    Schema {
        /// The tool's name.
        name: String,
        /// Where in the schema.
        path: String,
        /// What is wrong there.
        fault: String,
    },
    /// A pinned argument does not fit the tool.
    #[error("the pinned arguments of `{name}` do not fit: {fault}")]
    Pin {
        /// The tool's name.
        name: String,
        /// What is wrong with the pin.
        fault: String,
    },
}

/// Why a set of tools could not be built. Holds every fault found.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct ToolSetError(pub(crate) Vec<ToolSetFault>);

impl ToolSetError {
    /// The faults, in the order of the entries they were found at.
    #[must_use]
    pub fn faults(&self) -> &[ToolSetFault] {
        &self.0
    }
}

/// One fault of a set of tools.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ToolSetFault {
    /// A tool that cannot be offered.
    #[error(transparent)]
    Tool(#[from] ToolFault),
    /// Two tools of one name.
    #[error("two tools are called `{name}`: {first} and {second}; give one of them another key")]
    Duplicate {
        /// The name.
        name: String,
        /// Where the first one comes from.
        first: String,
        /// Where the second one comes from.
        second: String,
    },
    /// A toolkit option names a tool that the toolkit does not have.
    #[error("`{option}` names `{name}`, which the toolkit does not have{near}")]
    UnknownInToolkit {
        /// The option: `only`, `except` or `rename`.
        option: &'static str,
        /// The name that was not found.
        name: String,
        /// Near names, as a clause.
        near: String,
    },
}

/// Why a dispatcher could not be built. Holds every fault found.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
pub struct DispatcherError(pub(crate) Vec<DispatcherFault>);

impl DispatcherError {
    /// The faults found.
    #[must_use]
    pub fn faults(&self) -> &[DispatcherFault] {
        &self.0
    }
}

/// One fault of a dispatcher's configuration.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DispatcherFault {
    /// A tool asks for a state that was not given.
    #[error("`{tool}` asks for a state of type `{state}`: add `.state(..)` to the dispatcher")]
    MissingState {
        /// The tool.
        tool: String,
        /// The state's type.
        state: &'static str,
    },
    /// The time for an approval is too short for a person.
    #[error("an approval time-out of {millis} ms is below the least of 1000 ms")]
    ApprovalTimeout {
        /// The time-out that was set, in milliseconds.
        millis: u128,
    },
    /// A time-out of zero.
    #[error("a time-out of zero would end every call: leave it out for none")]
    ZeroTimeout,
    /// A rule of the policy names a tool that is not offered.
    #[error("the policy has a rule for `{name}`, which is not offered{near}")]
    UnknownInPolicy {
        /// The name that was not found.
        name: String,
        /// Near names, as a clause.
        near: String,
    },
}
