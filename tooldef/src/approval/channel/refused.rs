//! Why nothing came of a decision.

use std::fmt;

use crate::Problem;
use crate::approval::fate::Closed;
use crate::approval::{ApprovalId, Settlement};

/// Why a decision was not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecisionRefused {
    /// This channel never saw the id, or has forgotten it. An id of an earlier
    /// process is unknown too.
    Unknown {
        /// The id.
        id: ApprovalId,
    },
    /// The request was decided before.
    Settled {
        /// The id.
        id: ApprovalId,
        /// How it was decided.
        settlement: Settlement,
    },
    /// Nobody decided in time.
    Expired {
        /// The id.
        id: ApprovalId,
    },
    /// The call was cancelled.
    Cancelled {
        /// The id.
        id: ApprovalId,
    },
    /// Another caller started the run. The request stays open.
    WrongCaller {
        /// The id.
        id: ApprovalId,
    },
    /// The decision is about another tool or other arguments than the request.
    /// The request stays open.
    WrongDigest {
        /// The id.
        id: ApprovalId,
    },
    /// The edited arguments do not fit the tool. The request stays open.
    InvalidEdit {
        /// The id.
        id: ApprovalId,
        /// What is wrong, by path.
        problems: Vec<Problem>,
    },
    /// The decision names no id, and more than one request is open.
    Ambiguous {
        /// How many are open for the caller.
        open: usize,
    },
    /// The decision names no id, and no request is open.
    NothingOpen,
}

impl fmt::Display for DecisionRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { id } => write!(
                f,
                "no request has the id {id}: list the open requests again"
            ),
            Self::Settled { id, settlement } => write!(
                f,
                "the request {id} was already {settlement}: nothing is left to decide"
            ),
            Self::Expired { id } => write!(
                f,
                "the request {id} timed out before this decision: the call has to be made again"
            ),
            Self::Cancelled { id } => write!(
                f,
                "the call that the request {id} is about was cancelled: nothing is left to decide"
            ),
            Self::WrongCaller { id } => write!(
                f,
                "the request {id} is for the caller who started its run: that caller must decide"
            ),
            Self::WrongDigest { id } => write!(
                f,
                "the decision is not about what the request {id} shows: look at the request again"
            ),
            Self::InvalidEdit { id, problems } => write!(
                f,
                "the edited arguments of the request {id} do not fit: {}",
                listed(problems)
            ),
            Self::Ambiguous { open } => write!(
                f,
                "{open} requests are open: name the id of the one that is meant"
            ),
            Self::NothingOpen => f.write_str("no request is open: nothing is left to decide"),
        }
    }
}

impl std::error::Error for DecisionRefused {}

impl DecisionRefused {
    /// The refusal of a decision about a request that has ended.
    pub(super) fn ended(id: &ApprovalId, closed: Closed) -> Self {
        let id = id.clone();
        match closed {
            Closed::Settled(settlement) => Self::Settled { id, settlement },
            Closed::Expired => Self::Expired { id },
            Closed::Cancelled => Self::Cancelled { id },
        }
    }
}

/// The problems on one line.
fn listed(problems: &[Problem]) -> String {
    let lines: Vec<String> = problems
        .iter()
        .map(|problem| format!("{}: {}", problem.path, problem.message))
        .collect();
    lines.join("; ")
}
