//! Asks the client's user about a call, in the way the client can be asked.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use rmcp::RoleServer;
use rmcp::model::{
    CancelledNotificationParam, ClientResult, ElicitRequest, ProtocolVersion, RequestId,
    ServerRequest,
};
use rmcp::service::{Peer, PeerRequestOptions, RequestContext};
use tokio::sync::Notify;

use super::answer::Answer;
use super::form;
use crate::approval::{ApprovalRequest, Approver, ApproverError, Decision, Digest};
use crate::tool::BoxFuture;
use crate::{Caller, Dispatcher};

/// How a client's user can be asked.
pub(super) enum Way {
    /// By a request to the client, which stays open meanwhile.
    Request(Peer<RoleServer>),
    /// By an answer that ends this request; the client repeats the call.
    Suspend,
    /// Not at all.
    None,
}

impl Way {
    pub(super) fn of(context: &RequestContext<RoleServer>) -> Self {
        let elicits = context
            .client_capabilities()
            .and_then(|capabilities| capabilities.elicitation)
            .is_some_and(|elicitation| elicitation.form.is_some() || elicitation.url.is_none());
        if !elicits {
            return Self::None;
        }
        let newest = context
            .protocol_version()
            .is_some_and(|version| version.as_str() >= ProtocolVersion::V_2026_07_28.as_str());
        if newest {
            Self::Suspend
        } else {
            Self::Request(context.peer.clone())
        }
    }
}

/// What one session was told not to ask about again, and by whom.
#[derive(Default)]
pub(super) struct Granted(Mutex<HashSet<(String, bool, Digest)>>);

impl Granted {
    fn key(caller: &Caller, tool: Digest) -> (String, bool, Digest) {
        (caller.id().to_owned(), caller.is_system(), tool)
    }

    fn holds(&self, caller: &Caller, tool: Digest) -> bool {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .contains(&Self::key(caller, tool))
    }

    fn add(&self, caller: &Caller, tool: Digest) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(Self::key(caller, tool));
    }
}

/// The approver of one call.
pub(super) struct Asker {
    pub(super) way: Way,
    pub(super) caller: Caller,
    pub(super) dispatcher: Dispatcher,
    pub(super) granted: Arc<Granted>,
    pub(super) answer: Option<Answer>,
    pub(super) suspended: Suspended,
}

/// Where a question waits that must end the request to be asked.
#[derive(Default)]
pub(super) struct Suspended {
    request: Mutex<Option<Arc<ApprovalRequest>>>,
    told: Notify,
}

impl Suspended {
    fn put(&self, request: Arc<ApprovalRequest>) {
        *self.request.lock().unwrap_or_else(PoisonError::into_inner) = Some(request);
        self.told.notify_one();
    }

    /// The question, once there is one.
    pub(super) async fn wait(&self) -> Arc<ApprovalRequest> {
        loop {
            let request = self
                .request
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .take();
            if let Some(request) = request {
                return request;
            }
            self.told.notified().await;
        }
    }
}

impl Asker {
    async fn ask(&self, request: Arc<ApprovalRequest>) -> Result<Decision, ApproverError> {
        let tool = self.dispatcher.tools().get(&request.tool);
        let tool = tool.map(|tool| Digest::of_tool(tool.definition()));
        if tool.is_some_and(|tool| self.granted.holds(&self.caller, tool)) {
            return Ok(Decision::Approve);
        }
        let answered = self.answer.as_ref();
        if let Some(decision) = answered.and_then(|answer| answer.take(request.digest)) {
            return Ok(decision);
        }
        match &self.way {
            Way::None => Err(ApproverError::nobody(
                "nobody can be asked: this client does not offer the capability \
                 `elicitation` with forms",
                "Repeat the call from a client that offers it.",
            )),
            Way::Suspend => {
                self.suspended.put(request);
                // Whoever drives the call drops it now, and with it this.
                std::future::pending().await
            }
            Way::Request(peer) => {
                let decision = by_request(peer, &request).await?;
                if let (Decision::ApproveForRun, Some(tool)) = (&decision, tool) {
                    self.granted.add(&self.caller, tool);
                }
                Ok(decision)
            }
        }
    }
}

impl Approver for Asker {
    fn decide(
        &self,
        request: Arc<ApprovalRequest>,
    ) -> BoxFuture<'_, Result<Decision, ApproverError>> {
        Box::pin(self.ask(request))
    }
}

async fn by_request(
    peer: &Peer<RoleServer>,
    request: &ApprovalRequest,
) -> Result<Decision, ApproverError> {
    let failed = |error: rmcp::ServiceError| ApproverError::new(format!("elicitation: {error}"));
    let question = ServerRequest::ElicitRequest(ElicitRequest::new(form::form(request, true)));
    let handle = peer
        .send_request_with_option(question, PeerRequestOptions::no_options())
        .await
        .map_err(failed)?;
    let mut withdrawal = Withdrawal {
        peer: peer.clone(),
        id: Some(handle.id.clone()),
    };
    let answer = handle.await_response().await;
    withdrawal.id = None;
    match answer.map_err(failed)? {
        ClientResult::ElicitResult(answer) => Ok(form::decision(&answer, true)),
        _ => Err(ApproverError::new(
            "elicitation: the client answered something else",
        )),
    }
}

/// Tells the client that a question is over when nobody waits for its answer.
struct Withdrawal {
    peer: Peer<RoleServer>,
    id: Option<RequestId>,
}

impl Drop for Withdrawal {
    fn drop(&mut self) {
        let (Some(id), Ok(runtime)) = (self.id.take(), tokio::runtime::Handle::try_current())
        else {
            return;
        };
        let peer = self.peer.clone();
        runtime.spawn(async move {
            let reason = "nobody decided in time, or the call was cancelled".to_owned();
            let over = CancelledNotificationParam::new(Some(id), Some(reason));
            let _ = peer.notify_cancelled(over).await;
        });
    }
}
