//! JSON Schema as all dialects share it.
//!
//! A definition's schema is first made [`plain`]: references are put in place
//! ([`inline`]), overlapping parts are merged ([`merge`]), unions folded
//! ([`union`]), each schema is tidied ([`tidy`]). What comes out means the same and uses fewer words; from there
//! each dialect keeps, converts or refuses keyword by keyword.

mod inline;
mod keyword;
mod merge;
mod plain;
mod references;
mod tidy;
mod types;
mod union;
mod words;

use serde_json::Value;

pub(super) use keyword::{Slot, asserts, below, slot};
pub(super) use merge::conjoin;
pub(super) use plain::plain;
pub(super) use types::{
    allows_null, any_type, is_closed, is_object, required, set_types, split_types, strings, types,
};
pub(super) use union::{disjoint, literals};
pub(super) use words::{append, said};

/// A schema, or any other JSON object.
pub(super) type Object = serde_json::Map<String, Value>;

/// How deep schemas may nest. Deeper ones are refused before they can exhaust
/// the stack.
pub(super) const DEPTH_LIMIT: usize = 96;

/// Where and why a schema does not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fault {
    /// JSON pointer to the schema, `#` being the root.
    pub(super) path: String,
    /// The keyword that does not fit.
    pub(super) keyword: String,
    /// What is wrong with it.
    pub(super) problem: String,
    /// What to do about it.
    pub(super) remedy: &'static str,
}

impl Fault {
    pub(super) fn new(
        path: &str,
        keyword: &str,
        problem: impl Into<String>,
        remedy: &'static str,
    ) -> Self {
        Self {
            path: path.to_owned(),
            keyword: keyword.to_owned(),
            problem: problem.into(),
            remedy,
        }
    }

    pub(super) fn too_deep(path: &str) -> Self {
        // The path of a schema this deep helps nobody in full.
        let head: String = path.chars().take(120).collect();
        Self::new(
            &head,
            "properties",
            format!("schemas nest deeper than {DEPTH_LIMIT} levels"),
            "use flatter argument types",
        )
    }
}
