//! JSON Schema as data: where schemas stand inside of schemas, what a
//! reference points to, which types a schema takes, and the one canonical form.

pub(crate) mod canonical;
pub(crate) mod combined;
pub(crate) mod definitions;
pub(crate) mod fields;
mod impossible;
pub(crate) mod kinds;
pub(crate) mod pattern;
pub(crate) mod position;
pub(crate) mod reference;
pub(crate) mod shape;
pub(crate) mod width;

pub(crate) use canonical::{canonical, in_order, sorted};
pub(crate) use impossible::impossible;
