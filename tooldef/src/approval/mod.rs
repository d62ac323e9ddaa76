//! The gate: no route runs a mutating tool without a decision.

mod approver;
mod channel;
mod decision;
mod digest;
mod fate;
mod gate;
mod policy;
mod request;
#[cfg(feature = "terminal")]
mod terminal;
mod ties;

pub use approver::{Approver, ApproverError, approver_fn};
pub use channel::{ApprovalChannel, DecisionRefused, RequestStream};
pub use decision::{Decision, Settlement};
pub use digest::Digest;
pub use policy::{Policy, Subject, Verdict};
pub use request::{ApprovalId, ApprovalRequest};

#[cfg(feature = "terminal")]
pub use terminal::{Card, Terminal};

pub(crate) use fate::Fate;
pub(crate) use gate::{Gate, LEAST_APPROVAL_TIMEOUT, Settled, cancelled};
pub(crate) use ties::Ties;
