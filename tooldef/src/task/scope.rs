//! Which task's call is being polled on this thread, so that a task started
//! from inside a call knows how deep it really stands, whatever run or
//! dispatcher it was given.

use std::cell::RefCell;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use super::builder::MOST_NESTING;
use crate::run::Run;
use crate::tool::BoxFuture;

thread_local! {
    static CURRENT: RefCell<Option<Run>> = const { RefCell::new(None) };
}

/// The run of the innermost task whose call is being polled on this thread.
fn current() -> Option<Run> {
    CURRENT
        .try_with(|current| current.borrow().clone())
        .ok()
        .flatten()
}

/// Marks the body as one of a task's call; other bodies stay as they are.
pub(crate) fn within<'call, T: 'call>(run: &Run, body: BoxFuture<'call, T>) -> BoxFuture<'call, T> {
    if run.depth() == 0 {
        return body;
    }
    Box::pin(Within {
        run: run.clone(),
        body,
    })
}

struct Within<'call, T> {
    run: Run,
    body: BoxFuture<'call, T>,
}

impl<T> Future for Within<'_, T> {
    type Output = T;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<T> {
        let _restore = Restore(swap(Some(self.run.clone())));
        self.body.as_mut().poll(cx)
    }
}

fn swap(run: Option<Run>) -> Option<Run> {
    CURRENT
        .try_with(|current| std::mem::replace(&mut *current.borrow_mut(), run))
        .ok()
        .flatten()
}

/// Puts back what was current, also when the body panics.
struct Restore(Option<Run>);

impl Drop for Restore {
    fn drop(&mut self) {
        drop(swap(self.0.take()));
    }
}

/// Where a task that is started on `run` really stands, and how many levels it
/// may still nest; or why it may not start.
pub(super) fn place(run: &Run) -> Result<(Run, usize), &'static str> {
    let base = match current() {
        Some(around) if !around.is_related(run) => {
            return Err(
                "a task inside a call of another task must be started on the call's own run, which `Context::run` gives",
            );
        }
        Some(around) if around.depth() > run.depth() => around,
        _ => run.clone(),
    };
    if let Some(refused) = refuse(&base) {
        return Err(refused);
    }
    let nesting = base
        .frame()
        .map_or(MOST_NESTING, |frame| frame.nesting.saturating_sub(1));
    Ok((base, nesting))
}

fn refuse(run: &Run) -> Option<&'static str> {
    run.frame()
        .is_some_and(|frame| frame.nesting == 0)
        .then_some(
            "it would start a task inside a task, deeper than that task's `allow_nested` permits",
        )
}

/// Why a task cannot be started below this run, if it cannot.
pub(crate) fn refuse_nested(run: &Run) -> Option<&'static str> {
    place(run).err()
}
