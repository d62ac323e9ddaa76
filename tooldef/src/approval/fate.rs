//! What has become of a request: kept by the gate, read by whoever decides.
//!
//! One answer is taken, in time and before the call is cancelled; the moment it
//! is taken settles who was first, whichever of several approvers asked.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::Settlement;
use crate::cancel::Cancellation;
use crate::clock::Clock;

/// Why an answer is not taken any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Closed {
    /// It was answered before, or ended in another way.
    Settled(Settlement),
    /// The time is up.
    Expired,
    /// The call was cancelled, or nobody waits for the answer any more.
    Cancelled,
}

#[derive(Debug, Clone, Copy)]
enum State {
    Open,
    Answered(Settlement),
    Settled(Settlement),
}

/// The state of one request, by the dispatcher's clock.
pub(crate) struct Fate {
    state: Mutex<State>,
    clock: Arc<dyn Clock>,
    /// On that clock.
    deadline: Duration,
    cancellation: Cancellation,
}

impl Fate {
    pub(crate) fn open(
        clock: Arc<dyn Clock>,
        timeout: Duration,
        cancellation: Cancellation,
    ) -> Self {
        Self {
            state: Mutex::new(State::Open),
            deadline: clock.now().saturating_add(timeout),
            clock,
            cancellation,
        }
    }

    /// How long an answer will still be taken.
    pub(crate) fn remaining(&self) -> Duration {
        self.deadline.saturating_sub(self.clock.now())
    }

    /// Takes the answer, unless there was one or it comes too late.
    pub(crate) fn answer(&self, how: Settlement) -> Result<(), Closed> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(closed) = self.closed_at(*state) {
            return Err(closed);
        }
        *state = State::Answered(how);
        Ok(())
    }

    /// Why an answer would be refused now; `None` while one would be taken.
    pub(crate) fn closed(&self) -> Option<Closed> {
        self.closed_at(*self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn closed_at(&self, state: State) -> Option<Closed> {
        match state {
            State::Settled(Settlement::TimedOut) => Some(Closed::Expired),
            State::Settled(Settlement::Cancelled) => Some(Closed::Cancelled),
            State::Answered(how) | State::Settled(how) => Some(Closed::Settled(how)),
            State::Open if self.cancellation.is_cancelled() => Some(Closed::Cancelled),
            State::Open if self.remaining().is_zero() => Some(Closed::Expired),
            State::Open => None,
        }
    }

    /// Whether an answer was taken while the request was open.
    pub(crate) fn is_answered(&self) -> bool {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        matches!(*state, State::Answered(_))
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancellation.is_cancelled()
    }

    /// Notes how the gate ended the request.
    pub(crate) fn settle(&self, how: Settlement) {
        *self.state.lock().unwrap_or_else(PoisonError::into_inner) = State::Settled(how);
    }
}

impl fmt::Debug for Fate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Fate").field(&self.closed()).finish()
    }
}
