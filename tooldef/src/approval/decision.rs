//! What was decided about a request.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A decision about one approval request. It is for that request's digest and
/// for nothing else.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "decision", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Decision {
    /// Run it with the arguments shown.
    Approve,
    /// Run it with these arguments instead. They are validated again; pinned
    /// arguments cannot be changed this way.
    ApproveEdited {
        /// The complete new arguments.
        arguments: Map<String, Value>,
    },
    /// Run it, and do not ask again for this tool until the run ends.
    ApproveForRun,
    /// Do not run it.
    Deny {
        /// Why, in words the model will read. May be empty.
        #[serde(default)]
        reason: String,
    },
}

impl Decision {
    /// A refusal with a reason for the model.
    pub fn deny(reason: impl Into<String>) -> Self {
        Self::Deny {
            reason: reason.into(),
        }
    }

    /// How a request ends by this decision.
    #[must_use]
    pub fn settlement(&self) -> Settlement {
        match self {
            Self::Approve => Settlement::Approved,
            Self::ApproveEdited { .. } => Settlement::ApprovedEdited,
            Self::ApproveForRun => Settlement::ApprovedForRun,
            Self::Deny { .. } => Settlement::Denied,
        }
    }
}

/// How a request ended, as events tell it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Settlement {
    /// Approved as shown.
    Approved,
    /// Approved with edited arguments.
    ApprovedEdited,
    /// Approved, for the rest of the run too.
    ApprovedForRun,
    /// Refused by whoever decides, by the policy, or because nobody can.
    Denied,
    /// Nobody decided in time.
    TimedOut,
    /// The call was cancelled while it waited.
    Cancelled,
}

impl Settlement {
    /// The end in words, as in "it was approved".
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Approved => "approved",
            Self::ApprovedEdited => "approved with edited arguments",
            Self::ApprovedForRun => "approved for the rest of the run",
            Self::Denied => "denied",
            Self::TimedOut => "timed out",
            Self::Cancelled => "cancelled",
        }
    }
}

impl std::fmt::Display for Settlement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.as_str())
    }
}
