//! Cancellation: a flag that everything below a run can watch or wait for.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

/// A token that fires at most once. Clones share it.
#[derive(Clone, Default)]
pub struct Cancellation(Arc<Inner>);

#[derive(Default)]
struct Inner {
    fired: AtomicBool,
    waiting: Mutex<Waiting>,
}

#[derive(Default)]
struct Waiting {
    next: u64,
    wakers: Vec<(u64, Waker)>,
}

impl Cancellation {
    /// A token that has not fired.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Fires the token. Firing again does nothing.
    pub fn cancel(&self) {
        self.0.fired.store(true, Ordering::SeqCst);
        let wakers = std::mem::take(&mut self.lock().wakers);
        for (_, waker) in wakers {
            waker.wake();
        }
    }

    /// Whether the token has fired.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.fired.load(Ordering::SeqCst)
    }

    /// Resolves when the token fires.
    #[must_use = "a future does nothing unless awaited"]
    pub fn cancelled(&self) -> Cancelled {
        Cancelled {
            token: self.clone(),
            key: None,
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Waiting> {
        self.0
            .waiting
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Cancellation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Cancellation")
            .field(&self.is_cancelled())
            .finish()
    }
}

/// Resolves when its token fires; dropping it leaves no trace in the token.
pub struct Cancelled {
    token: Cancellation,
    key: Option<u64>,
}

impl Future for Cancelled {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if self.token.is_cancelled() {
            return Poll::Ready(());
        }
        let token = self.token.clone();
        let mut waiting = token.lock();
        let known = self
            .key
            .and_then(|key| waiting.wakers.iter().position(|(own, _)| *own == key));
        if let Some(at) = known {
            waiting.wakers[at].1.clone_from(cx.waker());
        } else {
            let key = waiting.next;
            waiting.next += 1;
            waiting.wakers.push((key, cx.waker().clone()));
            self.key = Some(key);
        }
        // The token may have fired between the first look and the lock.
        if self.token.is_cancelled() {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    }
}

impl Drop for Cancelled {
    fn drop(&mut self) {
        if let Some(key) = self.key {
            self.token.lock().wakers.retain(|(own, _)| *own != key);
        }
    }
}

impl fmt::Debug for Cancelled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Cancelled").field(&self.token).finish()
    }
}
