//! Time, as the time-outs of calls and approvals see it.

use std::future::Future;
use std::pin::Pin;
use std::time::{Duration, Instant};

/// Tells the time and waits for it.
///
/// The [`SystemClock`] serves every executor. Tests put a clock of their own in
/// its place, so that no test depends on how fast a machine is.
pub trait Clock: Send + Sync + 'static {
    /// How long this clock has run, from a start that never changes.
    fn now(&self) -> Duration;

    /// Resolves once the duration has passed.
    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>>;
}

/// The machine's monotonic clock, with timers that need no runtime.
#[derive(Debug, Clone)]
pub struct SystemClock(Instant);

impl Default for SystemClock {
    fn default() -> Self {
        Self(Instant::now())
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }

    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        Box::pin(futures_timer::Delay::new(duration))
    }
}
