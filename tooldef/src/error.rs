//! The errors of building: a tool, a set of tools, a dispatcher.
//!
//! Errors of calls are not here: a call always ends in a
//! [`ToolResult`](crate::ToolResult).

use std::fmt;

use crate::name::NameFault;

/// Something that a tool's function asks for besides its arguments is missing.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ContextError {
    /// The dispatcher was given no state of this type.
    MissingState {
        /// The state's type.
        name: &'static str,
    },
    /// A value of the application's own could not be fetched.
    Other(String),
}

impl fmt::Display for ContextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingState { name } => write!(
                f,
                "no state of type `{name}` was given to the dispatcher: add `.state(..)`"
            ),
            Self::Other(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for ContextError {}

/// Why a tool cannot be offered.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ToolFault {
    /// The name breaks the rule for names.
    Name {
        /// The name.
        name: String,
        /// What is wrong with it.
        fault: NameFault,
    },
    /// The description is missing, blank, or only the name again.
    Description {
        /// The tool's name.
        name: String,
        /// What is wrong with it.
        fault: &'static str,
    },
    /// The arguments' schema cannot be offered.
    Schema {
        /// The tool's name.
        name: String,
        /// Where in the schema.
        path: String,
        /// What is wrong there.
        fault: String,
    },
    /// A pinned argument does not fit the tool.
    Pin {
        /// The tool's name.
        name: String,
        /// What is wrong with the pin.
        fault: String,
    },
}

impl fmt::Display for ToolFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name { name, fault } => write!(
                f,
                "the name {name:?} is not legal: {fault}; names are 1 to 64 characters of \
                 `A-Z a-z 0-9 _ -`"
            ),
            Self::Description { name, fault } => write!(
                f,
                "the description of `{name}` {fault}: say what the tool takes, returns and changes"
            ),
            Self::Schema { name, path, fault } => write!(
                f,
                "the input schema of `{name}` cannot be offered: `{path}` {fault}"
            ),
            Self::Pin { name, fault } => {
                write!(f, "the pinned arguments of `{name}` do not fit: {fault}")
            }
        }
    }
}

impl std::error::Error for ToolFault {}

/// Why a set of tools could not be built. Holds every fault found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolSetError(pub(crate) Vec<ToolSetFault>);

impl fmt::Display for ToolSetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        joined(&self.0, f)
    }
}

impl std::error::Error for ToolSetError {}

impl ToolSetError {
    /// The faults, in the order of the entries they were found at.
    #[must_use]
    pub fn faults(&self) -> &[ToolSetFault] {
        &self.0
    }
}

/// One fault of a set of tools.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ToolSetFault {
    /// A tool that cannot be offered.
    Tool(ToolFault),
    /// Two tools of one name.
    Duplicate {
        /// The name.
        name: String,
        /// Where the first one comes from.
        first: String,
        /// Where the second one comes from.
        second: String,
    },
    /// A toolkit option names a tool that the toolkit does not have.
    UnknownInToolkit {
        /// The option: `only`, `except` or `rename`.
        option: &'static str,
        /// The name that was not found.
        name: String,
        /// Near names, as a clause.
        near: String,
    },
}

impl fmt::Display for ToolSetFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tool(fault) => fault.fmt(f),
            Self::Duplicate {
                name,
                first,
                second,
            } => write!(
                f,
                "two tools are called `{name}`: {first} and {second}; give one of them another key"
            ),
            Self::UnknownInToolkit { option, name, near } => write!(
                f,
                "`{option}` names `{name}`, which the toolkit does not have{near}"
            ),
        }
    }
}

impl std::error::Error for ToolSetFault {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Tool(fault) => fault.source(),
            _ => None,
        }
    }
}

impl From<ToolFault> for ToolSetFault {
    fn from(fault: ToolFault) -> Self {
        Self::Tool(fault)
    }
}

/// Why a dispatcher could not be built. Holds every fault found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DispatcherError(pub(crate) Vec<DispatcherFault>);

impl fmt::Display for DispatcherError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        joined(&self.0, f)
    }
}

impl std::error::Error for DispatcherError {}

impl DispatcherError {
    /// The faults found.
    #[must_use]
    pub fn faults(&self) -> &[DispatcherFault] {
        &self.0
    }
}

/// One fault of a dispatcher's configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum DispatcherFault {
    /// A tool asks for a state that was not given.
    MissingState {
        /// The tool.
        tool: String,
        /// The state's type.
        state: &'static str,
    },
    /// The time for an approval is too short for a person.
    ApprovalTimeout {
        /// The time-out that was set, in milliseconds.
        millis: u128,
    },
    /// A time-out of zero.
    ZeroTimeout,
    /// A rule of the policy names a tool that is not offered.
    UnknownInPolicy {
        /// The name that was not found.
        name: String,
        /// Near names, as a clause.
        near: String,
    },
}

impl fmt::Display for DispatcherFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingState { tool, state } => write!(
                f,
                "`{tool}` asks for a state of type `{state}`: add `.state(..)` to the dispatcher"
            ),
            Self::ApprovalTimeout { millis } => write!(
                f,
                "an approval time-out of {millis} ms is below the least of 1000 ms"
            ),
            Self::ZeroTimeout => {
                f.write_str("a time-out of zero would end every call: leave it out for none")
            }
            Self::UnknownInPolicy { name, near } => write!(
                f,
                "the policy has a rule for `{name}`, which is not offered{near}"
            ),
        }
    }
}

impl std::error::Error for DispatcherFault {}

/// Writes the faults on one line, as every error that holds a list of them does.
pub(crate) fn joined<T: fmt::Display>(faults: &[T], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (index, fault) in faults.iter().enumerate() {
        if index > 0 {
            f.write_str("; ")?;
        }
        write!(f, "{fault}")?;
    }
    Ok(())
}
