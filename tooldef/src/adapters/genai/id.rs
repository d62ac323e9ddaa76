//! Call ids that are unique, and genai's own behind them.
//!
//! Gemini may leave ids out. genai then makes `call#name#0`, and counts anew in
//! each answer, so that the same id comes back in every turn. A run refuses to
//! run a gated call twice, and would take the second turn's call for a
//! repetition of the first's.

use crate::provider::fresh_id;

const MADE: &str = "call#";

/// Stands in neither genai's ids nor in names of tools.
const MARK: char = '@';

/// The id for a call: genai's, made unique where genai made it.
pub(super) fn unique(theirs: &str) -> String {
    if theirs.starts_with(MADE) {
        format!("{theirs}{MARK}{}", fresh_id())
    } else {
        theirs.to_owned()
    }
}

/// The id that genai knows the call by.
pub(super) fn theirs(id: &str) -> &str {
    match id.rsplit_once(MARK) {
        Some((theirs, _)) if id.starts_with(MADE) => theirs,
        _ => id,
    }
}
