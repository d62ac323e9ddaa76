//! How a task fails.

use std::fmt;

use super::{ModelError, TaskReport};
use crate::Problem;
use crate::arguments::listed;
use crate::result::ErrorKind;

/// A task that did not end well, with what it took until then.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct TaskError {
    /// Why the task ended.
    pub kind: TaskErrorKind,
    /// The turns, tokens and calls until then.
    pub report: Box<TaskReport>,
}

impl fmt::Display for TaskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind)
    }
}

impl std::error::Error for TaskError {}

/// Why a task ended.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum TaskErrorKind {
    /// The task would run inside a call of another task that does not allow it.
    Recursion {
        /// Which rule it would break.
        reason: &'static str,
    },
    /// A tool of the task asks for a state that the dispatcher was not given.
    MissingState {
        /// The tool.
        tool: String,
        /// The state's type.
        state: &'static str,
    },
    /// The model did not answer.
    Model(ModelError),
    /// A call was refused because the budget of calls is used up.
    BudgetExhausted,
    /// The model called tools to its last turn, and gave no answer when asked
    /// for one without them.
    OutOfTurns {
        /// The limit.
        turns: usize,
    },
    /// The answer does not conform to the output schema, and repairing it did
    /// not help.
    NonConforming {
        /// The last answer, as it came.
        text: String,
        /// What is wrong with it, by path.
        problems: Vec<Problem>,
        /// How often it was sent back.
        repairs: usize,
    },
    /// The run was cancelled.
    Cancelled,
}

impl fmt::Display for TaskErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Recursion { reason } => write!(f, "the task was not started: {reason}"),
            Self::MissingState { tool, state } => write!(
                f,
                "the task's tool `{tool}` asks for a state of type `{state}`: add `.state(..)` to \
                 the dispatcher"
            ),
            Self::Model(error) => write!(f, "the model did not answer: {error}"),
            Self::BudgetExhausted => f.write_str(
                "the budget of tool calls is used up: raise it with `budget`, \
                 or ask for less at once",
            ),
            Self::OutOfTurns { turns } => write!(
                f,
                "the model gave no answer within {turns} turns: raise the limit with `turns`"
            ),
            Self::NonConforming {
                problems, repairs, ..
            } => write!(
                f,
                "the answer does not conform to the output schema after {repairs} repairs: {}",
                listed(problems, "; ")
            ),
            Self::Cancelled => f.write_str("the task was cancelled"),
        }
    }
}

impl std::error::Error for TaskErrorKind {}

impl TaskError {
    /// What a call that ran the task failed of.
    pub(crate) fn call_kind(&self) -> ErrorKind {
        match self.kind {
            TaskErrorKind::Recursion { .. } => ErrorKind::Recursion,
            TaskErrorKind::BudgetExhausted => ErrorKind::BudgetExhausted,
            TaskErrorKind::Cancelled => ErrorKind::Cancelled,
            TaskErrorKind::MissingState { .. } => ErrorKind::Context,
            _ => ErrorKind::Failed,
        }
    }
}
