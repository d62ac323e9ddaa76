//! The answer to an earlier question, as a repeated call brings it.

use std::sync::{Mutex, PoisonError};

use rmcp::model::{CallToolRequestParams, ElicitResult};
use serde_json::Value;

use crate::approval::{Decision, Digest};

/// The key of the one question in an `input_required` answer.
pub(super) const QUESTION: &str = "approval";

/// A decision that is good for one request only.
pub(super) struct Answer {
    digest: Digest,
    decision: Mutex<Option<Decision>>,
}

impl Answer {
    /// The decision in a repeated call whose ticket was good for this digest;
    /// none when the client sent the ticket without an answer, so that it is
    /// asked again.
    pub(super) fn read(digest: Digest, responses: Option<&Value>) -> Self {
        let decision = responses
            .and_then(|response| serde_json::from_value::<ElicitResult>(response.clone()).ok())
            .map(|answer| super::form::decision(&answer, false));
        Self {
            digest,
            decision: Mutex::new(decision),
        }
    }

    /// The response to the question among those of a call.
    pub(super) fn of(request: &CallToolRequestParams) -> Option<&Value> {
        request.input_responses.as_ref()?.get(QUESTION)
    }

    /// Takes the decision, if it is about exactly this.
    pub(super) fn take(&self, digest: Digest) -> Option<Decision> {
        let mut decision = self.decision.lock().unwrap_or_else(PoisonError::into_inner);
        if self.digest == digest {
            decision.take()
        } else {
            None
        }
    }
}
