//! The gate: no route runs a mutating tool without a decision.

mod approver;
mod decision;
mod digest;
mod gate;
mod policy;
mod request;

pub use approver::{Approver, ApproverError, approver_fn};
pub use decision::{Decision, Settlement};
pub use digest::Digest;
pub use policy::{Policy, Subject, Verdict};
pub use request::{ApprovalId, ApprovalRequest};

pub(crate) use gate::{Gate, LEAST_APPROVAL_TIMEOUT, Settled};
