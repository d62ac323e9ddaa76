//! The gate's cards, and who answers them in a run that nobody watches.

use std::sync::Arc;

use anstream::println;
use tooldef::BoxFuture;
use tooldef::approval::{ApprovalRequest, Approver, ApproverError, Decision};

use super::watch::color;

/// Prints what somebody is asked to approve.
pub(super) fn print(request: &ApprovalRequest) {
    let shown = ApprovalRequest::display;
    let color = color(request.annotations.effect);
    let effect = request
        .annotations
        .effect
        .map_or("no effect stated", |effect| effect.as_str());
    println!(
        "  {color}┌ approve {}? ({effect}){color:#} for {}",
        shown(&request.tool),
        shown(&request.caller)
    );
    for line in request.display_arguments().lines() {
        println!("  {color}│{color:#} {line}");
    }
    if !request.pinned.is_empty() {
        println!(
            "  {color}│{color:#} pinned by this program: {}",
            shown(&request.pinned.join(", "))
        );
    }
    println!("  {color}└{color:#}");
}

/// Answers every card in the same way.
#[derive(Debug, Clone)]
pub enum Stand {
    /// Approves.
    Yes,
    /// Denies, for this reason.
    No(String),
}

impl Approver for Stand {
    fn decide(&self, _: Arc<ApprovalRequest>) -> BoxFuture<'_, Result<Decision, ApproverError>> {
        let decision = match self {
            Self::Yes => Decision::Approve,
            Self::No(reason) => Decision::deny(reason.as_str()),
        };
        Box::pin(async move { Ok(decision) })
    }
}
