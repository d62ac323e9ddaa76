//! Asks whoever decides, and fails closed in every other case.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Map, Value};

use super::{ApprovalRequest, Approver, Decision, Fate, Policy, Settlement};
use crate::guard::{self, Ended};
use crate::output::Failure;
use crate::result::ErrorKind;
use crate::run::Run;

/// How long a person has unless set otherwise.
pub(crate) const APPROVAL_TIMEOUT: Duration = Duration::from_secs(60);

/// The least time that may be set for a person to decide.
pub(crate) const LEAST_APPROVAL_TIMEOUT: Duration = Duration::from_secs(1);

/// The gate of one dispatcher.
pub(crate) struct Gate {
    pub(crate) policy: Policy,
    pub(crate) approver: Option<Arc<dyn Approver>>,
    pub(crate) timeout: Duration,
}

impl Default for Gate {
    fn default() -> Self {
        Self {
            policy: Policy::default(),
            approver: None,
            timeout: APPROVAL_TIMEOUT,
        }
    }
}

/// How one request was settled.
pub(crate) enum Settled {
    Approved,
    Edited(Map<String, Value>),
    ForRun,
    Refused(Settlement, Failure),
}

impl Settled {
    fn denied(text: String) -> Self {
        Self::Refused(Settlement::Denied, Failure::new(ErrorKind::Denied, text))
    }

    fn denied_for(text: String, cause: String) -> Self {
        Self::Refused(
            Settlement::Denied,
            Failure::new(ErrorKind::Denied, text).with_detail(cause),
        )
    }
}

impl Gate {
    /// Asks about one request. Only an answer in time that approves approves.
    pub(crate) async fn ask(
        &self,
        run: &Run,
        request: &Arc<ApprovalRequest>,
        fate: &Fate,
    ) -> Settled {
        let tool = ApprovalRequest::display(&request.tool);
        let Some(approver) = run.approver().or(self.approver.as_ref()) else {
            return Settled::denied_for(
                format!(
                    "The call of {tool} was not run: it needs approval, and this program has nobody to ask. \
                     Its developer adds an approver to the dispatcher with `.approver(..)`."
                ),
                "no approver is set".into(),
            );
        };
        let asked = guard::start(|| approver.decide(Arc::clone(request)));
        let ended = match asked {
            Ok(future) => {
                let remaining = fate.remaining();
                guard::run(future, run.cancellation(), Some(remaining), run.clock()).await
            }
            Err(message) => Ended::Panicked(message),
        };
        // An approver may block its thread and answer long after the deadline,
        // or after the call was cancelled. That is no answer.
        let ended = match ended {
            Ended::Done(Ok(_)) if fate.is_cancelled() => Ended::Cancelled,
            Ended::Done(Ok(_)) if !fate.is_answered() && fate.remaining().is_zero() => {
                Ended::TimedOut
            }
            ended => ended,
        };
        match ended {
            Ended::Done(Ok(Decision::Approve)) => Settled::Approved,
            Ended::Done(Ok(Decision::ApproveForRun)) => Settled::ForRun,
            Ended::Done(Ok(Decision::ApproveEdited { arguments })) => Settled::Edited(arguments),
            Ended::Done(Ok(Decision::Deny { reason })) => Settled::denied(denial(&tool, &reason)),
            Ended::Done(Err(error)) => {
                let text = error.remedy().map_or_else(
                    || unasked(&tool),
                    |remedy| {
                        format!(
                            "The call of {tool} was not run: it needs approval, and {error}. {remedy}"
                        )
                    },
                );
                Settled::denied_for(text, format!("the approver failed: {error}"))
            }
            Ended::Panicked(message) => {
                Settled::denied_for(unasked(&tool), format!("the approver panicked: {message}"))
            }
            Ended::TimedOut => Settled::Refused(
                Settlement::TimedOut,
                Failure::new(
                    ErrorKind::ApprovalTimedOut,
                    format!(
                        "The call of {tool} was not run: it needs approval, and nobody decided within {} s.",
                        self.timeout.as_secs_f64()
                    ),
                ),
            ),
            Ended::Cancelled => Settled::Refused(Settlement::Cancelled, cancelled(&tool)),
        }
    }
}

fn unasked(tool: &str) -> String {
    format!("The call of {tool} was not run: it needs approval, and asking for it failed.")
}

/// The failure of a call that was cancelled before anybody decided.
pub(crate) fn cancelled(tool: &str) -> Failure {
    Failure::new(
        ErrorKind::Cancelled,
        format!("The call of {tool} was cancelled while it waited for approval. It was not run."),
    )
}

fn denial(tool: &str, reason: &str) -> String {
    let reason = reason.trim();
    if reason.is_empty() {
        return format!(
            "The person asked to approve the call of {tool} refused it, so it was not run. No reason was given."
        );
    }
    format!(
        "The person asked to approve the call of {tool} refused it, so it was not run. The reason given: {}",
        legible(reason)
    )
}

/// A reason as a model and a log can take it: lines and all scripts stay, and
/// what steers a terminal or the direction of text becomes visible.
fn legible(reason: &str) -> String {
    let mut text = String::with_capacity(reason.len());
    for character in reason.chars() {
        let steers = (character.is_control() && !matches!(character, '\n' | '\t'))
            || matches!(character,
                '\u{61c}' | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2066}'..='\u{2069}' | '\u{feff}');
        if steers {
            text.extend(character.escape_unicode());
        } else {
            text.push(character);
        }
    }
    text
}
