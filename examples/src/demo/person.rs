//! The person whom the gate asks. A real application shows a card; here the
//! answers stand in a script.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::json;
use tooldef::approval::{ApprovalRequest, Approver, ApproverError, Decision};
use tooldef::{BoxFuture, CallId};

/// A question and its answer.
#[derive(Debug, Clone)]
pub(super) struct Card {
    pub(super) request: Arc<ApprovalRequest>,
    pub(super) decision: Decision,
}

/// Answers from the script, and keeps the cards.
#[derive(Debug, Default)]
pub(super) struct Person(Mutex<HashMap<CallId, Card>>);

impl Person {
    /// The card that was shown for this call, if one was.
    pub(super) fn card(&self, call: &CallId) -> Option<Card> {
        let cards = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        cards.get(call).cloned()
    }
}

impl Approver for Person {
    fn decide(
        &self,
        request: Arc<ApprovalRequest>,
    ) -> BoxFuture<'_, Result<Decision, ApproverError>> {
        let decision = match &*request.tool {
            "save_note" => Decision::Approve,
            // The model would have dropped the bread and the apples.
            "edit_note" => {
                let mut arguments = request.arguments.clone();
                arguments.insert("text".to_owned(), json!("Buy oat milk, bread and apples"));
                Decision::ApproveEdited { arguments }
            }
            _ => Decision::deny("keep it until I have been there"),
        };
        let card = Card {
            request: Arc::clone(&request),
            decision: decision.clone(),
        };
        let mut cards = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        cards.insert(request.call_id.clone(), card);
        Box::pin(std::future::ready(Ok(decision)))
    }
}
