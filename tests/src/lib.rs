//! What the tests share.

mod clock;
pub mod notebook;
pub mod corpus;
pub mod values;

pub use clock::ManualClock;
