//! What the tests share.

mod clock;
#[cfg(feature = "mcp")]
pub mod notebook;

pub use clock::ManualClock;
