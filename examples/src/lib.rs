//! What the example programs share.

pub mod demo;
pub mod desk;
pub mod notebook;
