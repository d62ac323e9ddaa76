//! What the tests share.

mod clock;

pub use clock::ManualClock;
