//! Asks a model again when it could not be reached for the moment.

use std::time::Duration;

use super::{Model, ModelError, ModelErrorKind, ModelReply, TaskErrorKind, Turn};
use crate::guard::{self, Ended};
use crate::run::Run;

/// The longest wait before a model is asked again; a provider that wants more
/// ends the task.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// One answer of the model, asked up to `retries` times again.
pub(super) async fn ask(
    model: &dyn Model,
    turn: &Turn<'_>,
    run: &Run,
    retries: usize,
) -> Result<ModelReply, TaskErrorKind> {
    let mut tried = 0;
    loop {
        let error = match once(model, turn, run).await? {
            Ok(reply) => return Ok(reply),
            Err(error) => error,
        };
        let Some(wait) = wait(&error, tried).filter(|_| tried < retries) else {
            return Err(TaskErrorKind::Model(error));
        };
        tried += 1;
        let sleep = run.clock().sleep(wait);
        if let Ended::Cancelled = guard::run(sleep, run.cancellation(), None, run.clock()).await {
            return Err(TaskErrorKind::Cancelled);
        }
    }
}

async fn once(
    model: &dyn Model,
    turn: &Turn<'_>,
    run: &Run,
) -> Result<Result<ModelReply, ModelError>, TaskErrorKind> {
    let asked = match guard::start(|| model.turn(turn)) {
        Ok(future) => guard::run(future, run.cancellation(), None, run.clock()).await,
        Err(message) => Ended::Panicked(message),
    };
    match asked {
        Ended::Done(reply) => Ok(reply),
        Ended::Panicked(message) => Ok(Err(ModelError::other(format!(
            "the model's adapter panicked: {message}"
        )))),
        Ended::Cancelled | Ended::TimedOut => Err(TaskErrorKind::Cancelled),
    }
}

/// How long to wait before asking again; `None` if that would not help.
fn wait(error: &ModelError, tried: usize) -> Option<Duration> {
    let doubling = Duration::from_secs(1 << tried.min(5));
    let wait = match error.kind {
        ModelErrorKind::RateLimited { retry_after } => retry_after.unwrap_or(doubling),
        ModelErrorKind::Unavailable => doubling,
        _ => return None,
    };
    (wait <= LONGEST_WAIT).then_some(wait)
}
