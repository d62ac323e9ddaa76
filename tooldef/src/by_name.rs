//! A map by tool name, with a hash that is quick for short texts.
//!
//! Names are chosen by developers and limited to 64 bytes, so the hash need not
//! withstand an attacker who looks for collisions.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::ToolName;

/// A map by tool name.
pub(crate) type ByName<V> = HashMap<ToolName, V, BuildHasherDefault<NameHasher>>;

/// Folds eight bytes at a time.
#[derive(Default)]
pub(crate) struct NameHasher(u64);

/// An odd number whose bits look random: the fraction of the golden ratio.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

impl NameHasher {
    #[inline]
    fn fold(&mut self, word: u64) {
        let mixed = u128::from(self.0 ^ word) * u128::from(FACTOR);
        // The high half holds what the low half lost.
        #[allow(clippy::cast_possible_truncation, reason = "both halves are taken")]
        let halves = (mixed as u64, (mixed >> 64) as u64);
        self.0 = halves.0 ^ halves.1;
    }
}

impl Hasher for NameHasher {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.fold(u64::from_le_bytes(*word));
        }
        let rest = rest
            .iter()
            .fold(0, |word, byte| word << 8 | u64::from(*byte));
        self.fold(rest | (bytes.len() as u64) << 56);
    }

    #[inline]
    fn write_u8(&mut self, _: u8) {
        // The mark that a text ends here; nothing follows a name.
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}
