//! Tool names: the one rule that the macro, the record and the runtime share.

use std::fmt;

/// The longest legal name, in bytes (which are characters: names are ASCII).
pub const NAME_LIMIT: usize = 64;

/// Why a name is not legal.
///
/// The rule is 1 to 64 characters of `A-Z a-z 0-9 _ -`. Names are never
/// sanitised or cut, because two different names must not become one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NameFault {
    /// The name has no characters.
    Empty,
    /// The name is longer than [`NAME_LIMIT`]; holds its length in bytes.
    TooLong(usize),
    /// The byte at this offset is not a legal character.
    Illegal(usize),
}

impl fmt::Display for NameFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("it is empty"),
            Self::TooLong(len) => {
                write!(f, "it is {len} characters long, the limit is {NAME_LIMIT}")
            }
            Self::Illegal(at) => write!(
                f,
                "the character at byte {at} is not one of `A-Z a-z 0-9 _ -`"
            ),
        }
    }
}

/// Checks a tool name against the one rule for names.
///
/// # Errors
/// Returns the first [`NameFault`] found.
pub const fn check_name(name: &str) -> Result<(), NameFault> {
    let bytes = name.as_bytes();
    if bytes.is_empty() {
        return Err(NameFault::Empty);
    }
    let mut at = 0;
    while at < bytes.len() {
        if !matches!(bytes[at], b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-') {
            return Err(NameFault::Illegal(at));
        }
        at += 1;
    }
    if bytes.len() > NAME_LIMIT {
        return Err(NameFault::TooLong(bytes.len()));
    }
    Ok(())
}
