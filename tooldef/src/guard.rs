//! Runs a future so that whatever it does, exactly one end comes out.

use std::any::Any;
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::task::Poll;
use std::time::Duration;

use crate::cancel::Cancellation;
use crate::clock::Clock;

/// How a guarded future ended.
pub(crate) enum Ended<T> {
    Done(T),
    Panicked(String),
    TimedOut,
    Cancelled,
}

/// Calls something that may panic.
pub(crate) fn start<T>(make: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(make)).map_err(|payload| message(&*payload))
}

/// Polls the future to its end, unless it panics, the token fires or the time
/// is up. A timer is only made once the future has to wait.
pub(crate) async fn run<T>(
    mut future: Pin<Box<dyn Future<Output = T> + Send + '_>>,
    cancellation: &Cancellation,
    timeout: Option<Duration>,
    clock: &dyn Clock,
) -> Ended<T> {
    if cancellation.is_cancelled() {
        return Ended::Cancelled;
    }
    let mut cancelled = pin!(cancellation.cancelled());
    let mut timer = None;
    let ended = poll_fn(|cx| {
        match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(cx))) {
            Ok(Poll::Ready(value)) => return Poll::Ready(Ended::Done(value)),
            Err(payload) => return Poll::Ready(Ended::Panicked(message(&*payload))),
            Ok(Poll::Pending) => {}
        }
        if cancelled.as_mut().poll(cx).is_ready() {
            return Poll::Ready(Ended::Cancelled);
        }
        if let Some(timeout) = timeout {
            let timer = timer.get_or_insert_with(|| clock.sleep(timeout));
            if timer.as_mut().poll(cx).is_ready() {
                return Poll::Ready(Ended::TimedOut);
            }
        }
        Poll::Pending
    })
    .await;
    // What the future still holds is dropped here; that may panic as well.
    match (start(move || drop(future)), ended) {
        (Err(message), Ended::Done(_)) => Ended::Panicked(message),
        (_, ended) => ended,
    }
}

fn message(payload: &(dyn Any + Send)) -> String {
    if let Some(text) = payload.downcast_ref::<&str>() {
        (*text).to_owned()
    } else if let Some(text) = payload.downcast_ref::<String>() {
        text.clone()
    } else {
        "a panic without a message".into()
    }
}
