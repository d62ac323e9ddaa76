//! How much a model may send as the arguments of one call.

/// The deepest nesting that can be configured. The JSON reader beneath refuses
/// anything deeper by itself.
pub(crate) const DEEPEST: usize = 126;

/// Bounds on the arguments of one call, checked before anything is built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The longest accepted text, in bytes. 1 MiB unless set.
    pub bytes: usize,
    /// How many objects and arrays may stand inside each other, the arguments
    /// themselves included. 64 unless set; values above 126 count as 126.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            bytes: 1024 * 1024,
            depth: 64,
        }
    }
}
