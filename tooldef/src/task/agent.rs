//! The loop: ask the model, run its calls, until it answers.

use std::collections::HashSet;

use super::model::Streamed;
use super::output::{Expected, REPAIRS};
use super::start::Plan;
use super::{Message, ModelReply, TaskErrorKind, Turn, prompt, retry};
use crate::CallId;
use crate::events::Event;
use crate::output::Payload;
use crate::run::Run;

/// An answer that conforms.
pub(super) struct Answer<T> {
    pub(super) output: T,
    pub(super) text: String,
    pub(super) out_of_turns: bool,
    pub(super) payload: Payload,
}

/// Works on the task to its end.
pub(super) async fn drive<T>(
    plan: &Plan,
    expected: &Expected<T>,
    run: &Run,
) -> Result<Answer<T>, TaskErrorKind> {
    let mut messages = vec![Message::User(prompt::task(
        &plan.prompt,
        plan.input.as_ref(),
    ))];
    let mut ids = Ids::default();
    let mut turns = 0;
    let mut repairs = 0;
    loop {
        let calls_allowed = turns < plan.turns;
        turns += 1;
        let turn = Turn {
            system: &plan.system,
            messages: &messages,
            tools: &plan.tools,
            calls_allowed,
            output_schema: expected.schema.as_deref(),
            run: Some(run),
            streamed: Streamed::default(),
        };
        let mut reply = retry::ask(&*plan.model, &turn, run, plan.retries).await?;
        if let Some(frame) = run.frame() {
            frame.turn(reply.usage);
        }
        tell(run, &turn, &reply);
        if calls_allowed && !reply.calls.is_empty() {
            ids.make_unique(&mut reply);
            let calls = reply.calls.clone();
            messages.push(Message::Assistant(reply));
            let results = run.call_all(calls).await;
            if run.cancellation().is_cancelled() {
                return Err(TaskErrorKind::Cancelled);
            }
            if run.is_exhausted() {
                return Err(TaskErrorKind::BudgetExhausted);
            }
            messages.push(Message::Results(results));
            if turns == plan.turns {
                messages.push(Message::User(prompt::NO_TURNS_LEFT.into()));
            }
            continue;
        }
        // Calls of a turn without tools are not run, and leave no trace.
        let stray = !std::mem::take(&mut reply.calls).is_empty();
        if stray {
            reply.replay = None;
        }
        if stray && reply.text.trim().is_empty() {
            return Err(TaskErrorKind::OutOfTurns { turns: plan.turns });
        }
        match expected.read(&reply.text) {
            Ok((output, payload)) => {
                return Ok(Answer {
                    output,
                    text: reply.text,
                    out_of_turns: !calls_allowed,
                    payload,
                });
            }
            Err(problems) if repairs == REPAIRS => {
                return Err(TaskErrorKind::NonConforming {
                    text: reply.text,
                    problems,
                    repairs,
                });
            }
            Err(problems) => {
                repairs += 1;
                messages.push(Message::Assistant(reply));
                let typed = expected.schema.is_some();
                messages.push(Message::User(prompt::repair(&problems, typed)));
            }
        }
    }
}

/// Tells whoever listens what the model said, unless it was told as it came.
fn tell(run: &Run, turn: &Turn<'_>, reply: &ModelReply) {
    use std::sync::atomic::Ordering;

    let depth = run.depth();
    if !reply.thinking.is_empty() && !turn.streamed.thinking.load(Ordering::Relaxed) {
        let text = reply.thinking.clone();
        run.emit(&Event::Thinking { text, depth });
    }
    if !reply.text.is_empty() && !turn.streamed.text.load(Ordering::Relaxed) {
        let text = reply.text.clone();
        run.emit(&Event::Text { text, depth });
    }
}

/// The ids of a task's calls, so that none stands for two calls.
#[derive(Default)]
struct Ids {
    seen: HashSet<CallId>,
    made: usize,
}

impl Ids {
    fn make_unique(&mut self, reply: &mut ModelReply) {
        let mut changed = false;
        for call in &mut reply.calls {
            let fresh = !call.id.as_str().trim().is_empty() && self.seen.insert(call.id.clone());
            if !fresh {
                changed = true;
                call.id = self.make();
            }
        }
        if changed {
            // It names the calls by the ids they no longer have.
            reply.replay = None;
        }
    }

    fn make(&mut self) -> CallId {
        loop {
            self.made += 1;
            let id = CallId::from(format!("call-{}", self.made));
            if self.seen.insert(id.clone()) {
                return id;
            }
        }
    }
}
