//! Measures tooldef beside its peers and beside code written by hand.

pub mod by_hand;
pub mod calls;
pub mod compile;
pub mod listings;
pub mod load;
pub mod measure;
pub mod own;
pub mod peers;
pub mod report;
