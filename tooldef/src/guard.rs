//! Runs a future so that whatever it does, exactly one end comes out.

use std::any::Any;
use std::future::{Future, poll_fn};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::task::{Context, Poll};
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
    catch_unwind(AssertUnwindSafe(make)).map_err(message)
}

/// What the first poll of a future came to, or why there is no future.
pub(crate) enum First<'f, T, R> {
    /// The value is where it was to be written.
    Done,
    Panicked(String),
    Cancelled,
    Waits(Guarded<'f, T>),
    /// There is no future: making it was refused, or panicked.
    Refused(R),
    Unmade(String),
}

/// Makes a future, polls it once and drops it if it ended, all behind one guard:
/// the whole life of most futures. Its value goes to `done`.
pub(crate) fn first<'f, T, R>(
    make: impl FnOnce() -> Result<Guarded<'f, T>, R>,
    cancellation: &Cancellation,
    cx: &mut Context<'_>,
    done: &mut Option<T>,
) -> First<'f, T, R> {
    // Held outside the guard, so that a panic does not drop it while unwinding.
    let mut held = None;
    let mut begun = false;
    let guarded = catch_unwind(AssertUnwindSafe(|| {
        let future = held.insert(make()?);
        begun = true;
        if cancellation.is_cancelled() {
            held = None;
        } else if let Poll::Ready(value) = future.as_mut().poll(cx) {
            *done = Some(value);
            held = None;
        }
        Ok(())
    }));
    match (guarded, held) {
        (Ok(Ok(())), None) if done.is_some() => First::Done,
        (Ok(Ok(())), None) => First::Cancelled,
        (Ok(Ok(())), Some(future)) => First::Waits(future),
        (Ok(Err(refused)), _) => First::Refused(refused),
        (Err(payload), _) if !begun => First::Unmade(message(payload)),
        (Err(payload), held) => {
            *done = None;
            let message = message(payload);
            // What is left of the future may panic as well.
            let _ = start(move || drop(held));
            First::Panicked(message)
        }
    }
}

/// Polls the future to its end, unless it panics, the token fires or the time
/// is up. Most futures end at their first poll; only one that has to wait costs
/// a timer and a place among those who wait for the token.
pub(crate) async fn run<T>(
    mut future: Guarded<'_, T>,
    cancellation: &Cancellation,
    timeout: Option<Duration>,
    clock: &dyn Clock,
) -> Ended<T> {
    if cancellation.is_cancelled() {
        return dropped(future, Ended::Cancelled);
    }
    let first = poll_fn(|cx| Poll::Ready(poll(&mut future, cx))).await;
    match first {
        Poll::Ready(ended) => dropped(future, ended),
        Poll::Pending => Box::pin(rest(future, cancellation, timeout, clock)).await,
    }
}

/// The same for a future that has been polled once, by the same task.
pub(crate) async fn rest<T>(
    mut future: Guarded<'_, T>,
    cancellation: &Cancellation,
    timeout: Option<Duration>,
    clock: &dyn Clock,
) -> Ended<T> {
    let ended = wait(&mut future, cancellation, timeout, clock).await;
    dropped(future, ended)
}

/// Drops what a future still holds; that may panic as well.
fn dropped<T>(future: Guarded<'_, T>, ended: Ended<T>) -> Ended<T> {
    match (start(move || drop(future)), ended) {
        (Err(message), Ended::Done(_)) => Ended::Panicked(message),
        (_, ended) => ended,
    }
}

pub(crate) type Guarded<'f, T> = Pin<Box<dyn Future<Output = T> + Send + 'f>>;

fn poll<T>(future: &mut Guarded<'_, T>, cx: &mut Context<'_>) -> Poll<Ended<T>> {
    match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(cx))) {
        Ok(Poll::Ready(value)) => Poll::Ready(Ended::Done(value)),
        Ok(Poll::Pending) => Poll::Pending,
        Err(payload) => Poll::Ready(Ended::Panicked(message(payload))),
    }
}

async fn wait<T>(
    future: &mut Guarded<'_, T>,
    cancellation: &Cancellation,
    timeout: Option<Duration>,
    clock: &dyn Clock,
) -> Ended<T> {
    let mut cancelled = pin!(cancellation.cancelled());
    let mut timer = timeout.map(|timeout| clock.sleep(timeout));
    // The future has just been polled, and has this task's waker.
    let mut polled = true;
    poll_fn(|cx| {
        if !std::mem::take(&mut polled)
            && let Poll::Ready(ended) = poll(future, cx)
        {
            return Poll::Ready(ended);
        }
        if cancelled.as_mut().poll(cx).is_ready() {
            return Poll::Ready(Ended::Cancelled);
        }
        if let Some(timer) = &mut timer
            && timer.as_mut().poll(cx).is_ready()
        {
            return Poll::Ready(Ended::TimedOut);
        }
        Poll::Pending
    })
    .await
}

fn message(payload: Box<dyn Any + Send>) -> String {
    if let Some(text) = payload.downcast_ref::<&str>() {
        return (*text).to_owned();
    }
    match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(other) => {
            // Whatever else was thrown may panic when it is dropped, and what
            // that throws may do so again.
            if let Err(again) = catch_unwind(AssertUnwindSafe(move || drop(other))) {
                std::mem::forget(again);
            }
            "a panic without a message".into()
        }
    }
}
