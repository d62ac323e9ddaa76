//! Reads what is plain in a text without serde: keys and texts without escapes,
//! short integers, and the space between them. What is not plain is left to
//! serde, which also says what is wrong with it.

use std::borrow::Cow;

use serde::de::{Deserialize, IgnoredAny};

use super::Reader;

/// The place of the next byte that is no white space.
#[inline]
pub(super) fn space(bytes: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\n' | b'\r' | b'\t') = bytes.get(at) {
        at += 1;
    }
    at
}

/// The text without escapes that is quoted here, and the place behind it.
#[inline]
pub(super) fn quoted(text: &str, at: usize) -> Option<(&str, usize)> {
    let bytes = text.as_bytes();
    if bytes.get(at) != Some(&b'"') {
        return None;
    }
    let end = special(bytes, at + 1);
    if bytes.get(end) != Some(&b'"') {
        return None;
    }
    Some((text.get(at + 1..end)?, end + 1))
}

/// The place of the first byte that ends a quoted text, escapes something, or
/// must not stand in one.
#[inline]
fn special(bytes: &[u8], mut at: usize) -> usize {
    // Eight bytes at a time: the high bit of each byte that is looked for.
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    const HIGH: u64 = ONES << 7;
    while let Some(word) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
        let word = u64::from_le_bytes(*word);
        let zeros = |word: u64| word.wrapping_sub(ONES) & !word;
        let control = word.wrapping_sub(ONES * 0x20) & !word;
        let quote = zeros(word ^ (ONES * u64::from(b'"')));
        let escape = zeros(word ^ (ONES * u64::from(b'\\')));
        // A borrow can only mark bytes behind one that is looked for.
        let found = (control | quote | escape) & HIGH;
        if found != 0 {
            return at + found.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    while let Some(byte) = bytes.get(at) {
        if matches!(byte, b'"' | b'\\' | 0..0x20) {
            return at;
        }
        at += 1;
    }
    at
}

/// The key that stands here, and the place behind it.
#[inline]
pub(super) fn key(text: &str, at: usize) -> Option<(Cow<'_, str>, usize)> {
    match quoted(text, at) {
        Some((key, end)) => Some((Cow::Borrowed(key), end)),
        None => escaped_key(text, at),
    }
}

/// A key with an escape in it, or no key.
#[cold]
fn escaped_key(text: &str, at: usize) -> Option<(Cow<'_, str>, usize)> {
    let mut json = serde_json::Deserializer::from_str(&text[at..]);
    let key = String::deserialize(&mut json).ok()?;
    Some((
        Cow::Owned(key),
        at + json.into_iter::<IgnoredAny>().byte_offset(),
    ))
}

impl<'call> Reader<'call> {
    /// The text without escapes that stands here, and the place behind it.
    pub(super) fn text_here(&self) -> Option<(&'call str, usize)> {
        quoted(self.text, self.at)
    }

    /// The list of such texts that stands here, and the place behind it.
    pub(super) fn texts_here(&self) -> Option<(Vec<String>, usize)> {
        let bytes = self.text.as_bytes();
        if bytes.get(self.at) != Some(&b'[') || self.depth == 0 {
            return None;
        }
        let mut texts = Vec::new();
        let mut at = space(bytes, self.at + 1);
        if bytes.get(at) == Some(&b']') {
            return Some((texts, at + 1));
        }
        loop {
            let (text, end) = quoted(self.text, at)?;
            texts.push(text.to_owned());
            at = space(bytes, end);
            match bytes.get(at) {
                Some(b',') => at = space(bytes, at + 1),
                Some(b']') => return Some((texts, at + 1)),
                _ => return None,
            }
        }
    }

    /// The truth value that stands here, and the place behind it.
    pub(super) fn truth_here(&self) -> Option<(bool, usize)> {
        let rest = self.text.get(self.at..)?;
        [(true, "true"), (false, "false")]
            .into_iter()
            .find_map(|(value, word)| {
                rest.starts_with(word)
                    .then_some((value, self.at + word.len()))
            })
    }

    /// The integer that stands here, and the place behind it; nothing if it has
    /// more than 18 digits, which may not fit, or might be no plain integer.
    pub(super) fn integer_here(&self) -> Option<(i64, usize)> {
        let rest = self.text.as_bytes().get(self.at..)?;
        let sign = usize::from(rest.first() == Some(&b'-'));
        let mut number = 0;
        let mut length = sign;
        while let Some(digit @ b'0'..=b'9') = rest.get(length) {
            number = number * 10 + i64::from(digit - b'0');
            length += 1;
            if length > 18 {
                return None;
            }
        }
        // No digit; a leading zero; or `-0`, which JSON reads as a float.
        let zero = rest.get(sign) == Some(&b'0');
        if length == sign || zero && (length > 1) {
            return None;
        }
        match rest.get(length) {
            Some(b',' | b'}' | b' ' | b'\n' | b'\r' | b'\t') => {
                Some((if sign == 1 { -number } else { number }, self.at + length))
            }
            _ => None,
        }
    }

    /// Whether `null` stands here.
    pub(super) fn null_here(&self) -> bool {
        self.text
            .as_bytes()
            .get(self.at..)
            .is_some_and(|rest| rest.starts_with(b"null"))
    }
}
