//! A budget of calls, which also takes from the budgets above it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// How many calls may still be made.
pub(crate) struct Budget {
    left: AtomicUsize,
    exhausted: AtomicBool,
    above: Option<Arc<Budget>>,
}

impl Budget {
    pub(crate) fn new(calls: usize, above: Option<Arc<Self>>) -> Self {
        Self {
            left: AtomicUsize::new(calls),
            exhausted: AtomicBool::new(false),
            above,
        }
    }

    /// Takes one call from here and from everything above; false, and nothing
    /// taken, when one of them has nothing left.
    pub(crate) fn spend(&self) -> bool {
        let own = self
            .left
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| {
                left.checked_sub(1)
            });
        if own.is_err() {
            self.exhausted.store(true, Ordering::SeqCst);
            return false;
        }
        let above = self.above.as_ref().is_none_or(|above| above.spend());
        if !above {
            self.left.fetch_add(1, Ordering::SeqCst);
        }
        above
    }

    /// How many calls are left here, and in the tightest budget above.
    pub(crate) fn left(&self) -> usize {
        let own = self.left.load(Ordering::SeqCst);
        self.above
            .as_ref()
            .map_or(own, |above| own.min(above.left()))
    }

    /// Whether a call was refused for want of this budget or one above it.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.exhausted.load(Ordering::SeqCst)
            || self
                .above
                .as_ref()
                .is_some_and(|above| above.is_exhausted())
    }
}
