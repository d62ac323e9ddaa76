//! The gate: no route runs a mutating tool without a decision.
//!
//! A call that needs approval is validated first, so nobody is asked about what
//! cannot run. Reading the arguments into their types is part of that: it
//! happens before approval, and so does fetching what a `#[context]` parameter
//! asks for. Implementations of `Deserialize` and of
//! [`FromContext`](crate::FromContext) must therefore have no side effects. The
//! body does not begin before it is approved.

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
