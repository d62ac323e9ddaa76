//! One `tools/call`: a run of its own, with the client's user as its approver,
//! its progress sent along, and its cancellation heard.

use std::sync::Arc;
use std::time::SystemTime;

use rmcp::RoleServer;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ElicitRequest,
    ErrorData, InputRequest, InputRequests, InputRequiredResult, ProgressNotificationParam,
    ProgressToken,
};
use rmcp::service::{Peer, RequestContext};
use tokio::sync::mpsc;

use super::answer::{Answer, QUESTION};
use super::asker::{Asker, Suspended, Way};
use super::form;
use super::handler::Session;
use super::outcome::outcome;
use super::server::Decides;
use super::ticket::Bad;
use crate::approval::ApprovalRequest;
use crate::{Call, CallId, Caller, Cancellation, ProgressUpdate, ToolResult};

/// How many reports of progress wait for a slow client before some are dropped.
const PROGRESS_BUFFER: usize = 64;

pub(super) async fn answer(
    session: &Session,
    caller: Caller,
    request: CallToolRequestParams,
    context: RequestContext<RoleServer>,
) -> Result<CallToolResponse, ErrorData> {
    let offer = session.offer();
    let ticket = request.request_state.as_deref();
    let answer = match ticket.map(|ticket| {
        session
            .server
            .office
            .take(ticket, &caller, SystemTime::now())
    }) {
        None => None,
        Some(Ok(digest)) => Some(Answer::read(digest, Answer::of(&request))),
        Some(Err(bad)) => return refused(bad, &request.name),
    };
    let asker = Arc::new(Asker {
        way: Way::of(&context),
        caller: caller.clone(),
        dispatcher: offer.dispatcher.clone(),
        granted: Arc::clone(&session.granted),
        answer,
        suspended: Suspended::default(),
    });
    let id = CallId::from(context.id.to_string());
    let cancellation = Cancellation::new();
    let mut builder = offer
        .dispatcher
        .run_builder(&caller)
        .cancellation(cancellation.clone());
    builder = match &session.server.decides {
        Decides::Client => builder.approver(Arc::clone(&asker)),
        Decides::Dispatcher => builder,
        Decides::Given(approver) => builder.approver(Arc::clone(approver)),
    };
    let (sender, mut reports) = mpsc::channel(PROGRESS_BUFFER);
    let mut progress = context.meta.get_progress_token().map(|token| Reporter {
        token,
        peer: context.peer.clone(),
        last: f64::NEG_INFINITY,
    });
    if progress.is_some() {
        let own = id.clone();
        builder = builder.on_progress(move |from, update| {
            // Calls below this one count in units of their own.
            if *from == own {
                let _ = sender.try_send(update);
            }
        });
    }
    let run = builder.start();
    let arguments = request
        .arguments
        .map(|arguments| serde_json::Value::Object(arguments).to_string())
        .unwrap_or_default();
    let mut working = Box::pin(run.call(Call::new(id, request.name.as_ref(), arguments)));
    let mut stopped = false;
    let result: ToolResult = loop {
        tokio::select! {
            biased;
            Some(update) = reports.recv(), if progress.is_some() => {
                if let Some(progress) = &mut progress {
                    progress.send(update).await;
                }
            }
            // The run then ends the body at once; its result is not sent.
            () = context.ct.cancelled(), if !stopped => {
                stopped = true;
                cancellation.cancel();
            }
            open = asker.suspended.wait() => {
                return Ok(question(&session.server.office.issue(&open, &caller), &open));
            }
            result = &mut working => break result,
        }
    };
    drop(working);
    // A body that never waited has told everything before it was looked at.
    if let (Some(progress), false) = (&mut progress, stopped) {
        while let Ok(update) = reports.try_recv() {
            progress.send(update).await;
        }
    }
    let definition = offer.dispatcher.tools().get(&request.name);
    let definition = definition.map(|tool| &**tool.definition());
    outcome(definition, &result).map(CallToolResponse::Complete)
}

/// Sends the reports of one call, each further than the one before.
struct Reporter {
    token: ProgressToken,
    peer: Peer<RoleServer>,
    last: f64,
}

impl Reporter {
    async fn send(&mut self, update: ProgressUpdate) {
        if !update.done.is_finite() || update.done <= self.last {
            return;
        }
        self.last = update.done;
        let mut report = ProgressNotificationParam::new(self.token.clone(), update.done);
        report.total = update.total.filter(|total| total.is_finite());
        report.message = update.message;
        // A client that does not listen any more is found out by the reply.
        let _ = self.peer.notify_progress(report).await;
    }
}

fn question(ticket: &str, request: &ApprovalRequest) -> CallToolResponse {
    let form = ElicitRequest::new(form::form(request, false));
    let questions = InputRequests::from([(QUESTION.to_owned(), InputRequest::Elicitation(form))]);
    InputRequiredResult::new(Some(questions), Some(ticket.to_owned())).into()
}

/// What a call with a bad ticket comes to. It never runs.
fn refused(bad: Bad, tool: &str) -> Result<CallToolResponse, ErrorData> {
    let tool = ApprovalRequest::display(tool);
    match bad {
        Bad::Forged => Err(ErrorData::invalid_params(
            "requestState failed its integrity check: repeat the call without it",
            None,
        )),
        Bad::Used => Err(ErrorData::invalid_params(
            "requestState was used before: repeat the call without it",
            None,
        )),
        Bad::Expired => {
            let text = format!(
                "The call of {tool} was not run: it needs approval, and nobody decided in time."
            );
            Ok(CallToolResult::error(vec![ContentBlock::text(text)]).into())
        }
    }
}
