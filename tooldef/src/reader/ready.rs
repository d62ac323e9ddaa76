//! Parameter types whose reading is compiled here, once, and not again in every
//! crate and for every tool that has one.
//!
//! Short integers and truth values are read off the text directly; what is not
//! plain takes the way of all other types.

use serde::de::Deserialize;

use super::{Reader, Refused, Slot};
use crate::text::Text;

/// A type that this crate reads for others.
pub trait Ready<'call>: Sized {
    /// Reads the value that stands here; see [`Reader::fill`].
    fn fill(reader: &mut Reader<'call>, slot: &mut Slot<Self>) -> bool;

    /// Takes the value out; see [`Reader::take`].
    ///
    /// # Errors
    /// [`Refused::Arguments`] when it is missing and the type has no way to be
    /// absent.
    fn take(
        reader: &mut Reader<'call>,
        slot: Slot<Self>,
        name: &'static str,
    ) -> Result<Self, Refused>;
}

macro_rules! ready {
    ($($kind:ty: $fill:ident),* $(,)?) => {$(
        impl<'call> Ready<'call> for $kind {
            #[inline(never)]
            fn fill(reader: &mut Reader<'call>, slot: &mut Slot<Self>) -> bool {
                reader.$fill(slot)
            }

            fn take(
                reader: &mut Reader<'call>,
                slot: Slot<Self>,
                name: &'static str,
            ) -> Result<Self, Refused> {
                slot.0.ok_or_else(|| reader.missing(name))
            }
        }

        impl<'call> Ready<'call> for Option<$kind> {
            #[inline(never)]
            fn fill(reader: &mut Reader<'call>, slot: &mut Slot<Self>) -> bool {
                reader.fill(slot)
            }

            fn take(
                _: &mut Reader<'call>,
                slot: Slot<Self>,
                _: &'static str,
            ) -> Result<Self, Refused> {
                Ok(slot.0.flatten())
            }
        }
    )*};
}

ready! {
    bool: truth,
    i8: integer, i16: integer, i32: integer, i64: integer,
    u8: integer, u16: integer, u32: integer, u64: integer, usize: integer,
    f64: fill, String: fill, Text<'call>: fill, Vec<String>: fill,
}

impl<'call> Reader<'call> {
    fn integer<T: TryFrom<i64> + Deserialize<'call>>(&mut self, slot: &mut Slot<T>) -> bool {
        if slot.0.is_none()
            && let Some((number, length)) = self.short_integer()
            && let Ok(number) = T::try_from(number)
        {
            self.at += length;
            slot.0 = Some(number);
            return true;
        }
        self.fill(slot)
    }

    fn truth(&mut self, slot: &mut Slot<bool>) -> bool {
        let rest = &self.text[self.at..];
        let (value, length) = if rest.starts_with("true") {
            (true, "true".len())
        } else if rest.starts_with("false") {
            (false, "false".len())
        } else {
            return self.fill(slot);
        };
        if slot.0.is_some() {
            return false;
        }
        self.at += length;
        slot.0 = Some(value);
        true
    }

    /// The integer that stands here, and how long its text is; nothing if it has
    /// more than 18 digits, which may not fit, or might be no plain integer.
    fn short_integer(&self) -> Option<(i64, usize)> {
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
                Some((if sign == 1 { -number } else { number }, length))
            }
            _ => None,
        }
    }
}
