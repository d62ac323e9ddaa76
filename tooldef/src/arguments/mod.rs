//! Arguments as data: reading them, pinning, repairing and checking them
//! against a JSON Schema.
//!
//! Everything here takes and gives plain values, does no I/O and knows no
//! tool. The order of an object's keys never shows: what is reported is
//! ordered by name, whichever map `serde_json` was built with.

pub(crate) mod check;
pub(crate) mod coverage;
mod limits;
pub(crate) mod number;
pub(crate) mod parse;
pub(crate) mod path;
pub(crate) mod problem;
pub(crate) mod repair;
#[cfg(test)]
pub(crate) mod samples;
pub(crate) mod show;
mod strict;
pub(crate) mod wide;

pub(crate) use check::check;
pub(crate) use coverage::{Coverage, coverage};
pub(crate) use parse::parse_object;
pub(crate) use path::dotted;
pub(crate) use problem::{invalid_arguments, listed};
pub(crate) use repair::repair;
pub(crate) use wide::has_wide_integer;

pub use limits::Limits;
pub use parse::ParseFault;
pub use problem::Problem;
