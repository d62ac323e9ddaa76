//! The plain path: no pin, nothing that only the schema can tell, nobody to ask,
//! and arguments that fit at once.

use std::future::poll_fn;
use std::task::{self, Poll};

use super::{checked, conclude, lacking, timeout, unread};
use crate::guard::{self, Ended, First};
use crate::output::Output;
use crate::reader::{Reader, Refused};
use crate::run::Run;
use crate::scope::Scope;
use crate::tool::{BoxFuture, Tool};

/// How far a call came on the plain path.
enum Progress<'call> {
    /// The output is where it was to be written.
    Ended,
    /// The body must wait for something.
    Waits(BoxFuture<'call, Output>),
    /// The call must take the checked path, and has not run.
    Checked,
}

/// Runs a call that nobody need approve.
pub(super) async fn plain(
    run: &Run,
    tool: &Tool,
    arguments: &str,
    scope: &Scope<'_>,
    output: &mut Option<Output>,
) {
    let first = poll_fn(|cx| Poll::Ready(first(run, tool, arguments, scope, cx, output))).await;
    let late = match first {
        Progress::Ended => return,
        Progress::Waits(body) => Box::pin(rest(run, tool, body)).await,
        Progress::Checked => Box::pin(checked(run, tool, arguments, scope)).await,
    };
    *output = Some(late);
}

/// Reads the arguments and polls the body once, which is the end of most calls.
fn first<'call>(
    run: &Run,
    tool: &'call Tool,
    arguments: &'call str,
    scope: &'call Scope<'call>,
    cx: &mut task::Context<'_>,
    output: &mut Option<Output>,
) -> Progress<'call> {
    let runner = &*tool.runner;
    let limits = &run.dispatcher().settings().arguments;
    if runner.always_check || runner.pins.is_some() || arguments.len() > limits.bytes {
        return Progress::Checked;
    }
    let mut reader = Reader::quick(arguments, limits.depth);
    let start = || {
        let body = runner.start(&mut reader, scope)?;
        Ok(crate::task::within(run, body))
    };
    let ended = match guard::first(start, run.cancellation(), cx, output) {
        First::Done => return Progress::Ended,
        First::Waits(body) => return Progress::Waits(body),
        First::Refused(Refused::Arguments) => return Progress::Checked,
        First::Refused(Refused::Context(error)) => Err(lacking(tool, &error)),
        First::Unmade(panic) => Err(unread(tool, &panic)),
        First::Panicked(panic) => conclude(run, tool, Ended::Panicked(panic), true),
        First::Cancelled => conclude(run, tool, Ended::Cancelled, true),
    };
    *output = Some(ended);
    Progress::Ended
}

/// Waits for a body that was polled once.
async fn rest(run: &Run, tool: &Tool, body: BoxFuture<'_, Output>) -> Output {
    let timeout = timeout(run, tool);
    let ended = guard::rest(body, run.cancellation(), timeout, run.clock()).await;
    conclude(run, tool, ended, false)
}
