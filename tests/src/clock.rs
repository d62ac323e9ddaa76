//! A clock that stands still until a test moves it.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Poll, Waker};
use std::time::Duration;

use tooldef::Clock;

/// Time that only a test moves. Clones are the same clock.
#[derive(Clone, Default)]
pub struct ManualClock(Arc<Mutex<Hands>>);

#[derive(Default)]
struct Hands {
    now: Duration,
    wakers: Vec<Waker>,
}

impl ManualClock {
    /// Moves the time on, and wakes what waits for it.
    pub fn advance(&self, by: Duration) {
        let wakers = {
            let mut hands = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            hands.now += by;
            std::mem::take(&mut hands.wakers)
        };
        wakers.into_iter().for_each(Waker::wake);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Duration {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).now
    }

    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        let until = self.now() + duration;
        let clock = self.clone();
        Box::pin(poll_fn(move |cx| {
            let mut hands = clock.0.lock().unwrap_or_else(PoisonError::into_inner);
            if hands.now >= until {
                return Poll::Ready(());
            }
            hands.wakers.push(cx.waker().clone());
            Poll::Pending
        }))
    }
}
