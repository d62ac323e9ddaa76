//! Measures tooldef beside its peers and beside code written by hand.

pub mod calls;
pub mod compile;
pub mod listings;
pub mod load;
pub mod measure;
pub mod peers;
pub mod report;

pub use bench_count::{by_hand, own};
