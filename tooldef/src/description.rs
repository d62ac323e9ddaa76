//! What a description must at least be: not blank, and not the name again.

/// What is wrong with a description.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    Blank,
    Name,
}

impl Fault {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Blank => "is blank",
            Self::Name => "only repeats the name",
        }
    }
}

/// The next byte of meaning at or after `at`: lower case, without separators.
const fn next(bytes: &[u8], mut at: usize) -> (Option<u8>, usize) {
    while at < bytes.len() {
        let byte = bytes[at];
        at += 1;
        if !matches!(
            byte,
            b' ' | b'\t' | b'\r' | b'\n' | b'_' | b'-' | b'.' | b'`' | b'"'
        ) {
            return (Some(byte.to_ascii_lowercase()), at);
        }
    }
    (None, at)
}

/// Checks a description; works in constants, where the macro cannot see.
pub(crate) const fn fault(description: &str, name: &str) -> Option<Fault> {
    if is_blank(description) {
        return Some(Fault::Blank);
    }
    let (text, name) = (description.as_bytes(), name.as_bytes());
    let (mut text_at, mut name_at) = (0, 0);
    loop {
        let (left, after_left) = next(text, text_at);
        let (right, after_right) = next(name, name_at);
        match (left, right) {
            (None, None) => return Some(Fault::Name),
            (Some(a), Some(b)) if a == b => {}
            _ => return None,
        }
        (text_at, name_at) = (after_left, after_right);
    }
}

/// Whether nothing can be seen in the text; also without ASCII white space.
const fn is_blank(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c => at += 1,
            // U+00A0 no-break space, U+0085 next line.
            0xc2 if matches!(bytes[at + 1], 0xa0 | 0x85) => at += 2,
            // U+2000..U+200D spaces and joiners, U+2028/9, U+202F; U+205F, U+2060.
            0xe2 if bytes[at + 1] == 0x80
                && matches!(bytes[at + 2], 0x80..=0x8d | 0xa8 | 0xa9 | 0xaf) =>
            {
                at += 3;
            }
            0xe2 if bytes[at + 1] == 0x81 && matches!(bytes[at + 2], 0x9f | 0xa0) => at += 3,
            // U+3000 ideographic space, U+FEFF byte order mark.
            0xe3 if bytes[at + 1] == 0x80 && bytes[at + 2] == 0x80 => at += 3,
            0xef if bytes[at + 1] == 0xbb && bytes[at + 2] == 0xbf => at += 3,
            _ => return false,
        }
    }
    true
}
