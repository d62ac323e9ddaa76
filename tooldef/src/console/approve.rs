//! Who answers when the gate asks about a call made on the console.

use std::sync::Arc;

use super::Options;
use crate::Dispatcher;
use crate::approval::{ApprovalRequest, Approver, ApproverError, Decision, Terminal};
use crate::tool::BoxFuture;

/// What to do where nobody can be asked.
const REMEDY: &str = "Repeat the command in a terminal to be asked, with `--yes` to approve, \
                      or with `--deny REASON` to refuse.";

/// How the gate's questions are answered in one command.
pub(super) enum Answer {
    /// By the dispatcher's own approver.
    Own,
    /// By this one.
    Given(Arc<dyn Approver>),
    /// By whoever sits in front of the tools.
    Person,
}

impl Answer {
    pub(super) fn of(options: &Options, dispatcher: &Dispatcher) -> Self {
        if options.yes {
            Self::Given(Arc::new(Always(Decision::Approve)))
        } else if let Some(reason) = &options.deny {
            Self::Given(Arc::new(Always(Decision::deny(reason.as_str()))))
        } else if dispatcher.gate().approver.is_some() {
            Self::Own
        } else {
            Self::Person
        }
    }
}

/// The approver that asks the person at this terminal.
pub(super) fn terminal() -> Terminal {
    Terminal::new().remedy(REMEDY)
}

/// Answers every question alike, as the command line said.
struct Always(Decision);

impl Approver for Always {
    fn decide(
        &self,
        _request: Arc<ApprovalRequest>,
    ) -> BoxFuture<'_, Result<Decision, ApproverError>> {
        Box::pin(std::future::ready(Ok(self.0.clone())))
    }
}
