//! Whether two keys are the same. Keys are short, and a call to compare memory
//! costs more than their comparison: up to 16 bytes are compared in place, as
//! their first and their last word, which may overlap.

/// Whether both are the same text.
#[inline]
pub(crate) fn same(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    if left.len() != right.len() {
        return false;
    }
    match left.len() {
        0..4 => left.iter().eq(right),
        4..8 => ends::<4>(left) == ends::<4>(right),
        8..=16 => ends::<8>(left) == ends::<8>(right),
        _ => left == right,
    }
}

/// The first and the last bytes of what is at least as long.
#[inline]
fn ends<const N: usize>(bytes: &[u8]) -> (Option<&[u8; N]>, Option<&[u8; N]>) {
    (bytes.first_chunk(), bytes.last_chunk())
}

#[cfg(test)]
mod tests {
    use super::same;

    #[test]
    fn texts_are_the_same_only_if_every_byte_is() {
        for length in 0..40 {
            let text = "x".repeat(length);
            assert!(same(&text, &text.clone()));
            assert!(!same(&text, &"x".repeat(length + 1)));
            for at in 0..length {
                let mut other = text.clone();
                other.replace_range(at..=at, "y");
                assert!(!same(&text, &other));
            }
        }
    }
}
