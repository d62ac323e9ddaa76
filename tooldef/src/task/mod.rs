//! Task agents: a model that works on one task with a list of tools, behind
//! the same gate as any other call.
//!
//! A task's tools are one list of four shapes ([`TaskToolConfig`]): an action
//! of a [`Catalogue`], an action with pinned arguments, one of the
//! application's own methods, and an inline tool. The [`Task`] itself is a loop
//! over a [`Model`]; it gives a [`TaskOutcome`] or a [`TaskError`].

mod agent;
mod builder;
mod catalogue;
mod config;
mod error;
mod fault;
mod frame;
mod inline;
mod model;
mod output;
mod prompt;
mod read;
#[cfg(feature = "genai")]
mod remote;
mod retry;
mod scope;
mod scripted;
mod shape;
mod start;
mod subtask;

/// The genai crate, of which [`Genai`] takes clients, targets and options.
#[cfg(feature = "genai")]
pub use ::genai;
pub use builder::{
    CALL_BUDGET, MOST_NESTING, MOST_TURNS, TURNS, TaskBuildError, TaskBuildFault, TaskBuilder,
};
pub use catalogue::Catalogue;
pub use config::{TaskToolConfig, TaskTools};
pub use error::{TaskError, TaskErrorKind};
pub use fault::{TaskToolFault, TaskToolProblem, TaskToolsError};
pub use frame::{CallRecord, TaskReport};
pub use model::{Message, Model, ModelError, ModelErrorKind, ModelReply, Turn, Usage};
pub use output::REPAIRS;
#[cfg(feature = "genai")]
pub use remote::Genai;
pub use scripted::Scripted;
pub use start::{Task, TaskOutcome};

pub(crate) use frame::{Entry, Frame};
pub(crate) use scope::{refuse_nested, within};
