//! What the tests share.

mod clock;
pub mod corpus;
pub mod notebook;
pub mod values;

pub use clock::ManualClock;
