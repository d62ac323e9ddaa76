//! Parameter types whose reading is compiled here, once, and not again in every
//! crate and for every tool that has one.
//!
//! Where a value is plain it is read off the text directly; what is not plain
//! takes the way of all other types.

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

/// Types with the way to read a plain value of each: the value, and the place
/// behind it.
macro_rules! ready {
    ($($kind:ty: |$reader:ident| $plain:expr;)*) => {$(
        impl<'call> Ready<'call> for $kind {
            #[inline(never)]
            fn fill($reader: &mut Reader<'call>, slot: &mut Slot<Self>) -> bool {
                if slot.0.is_none() && let Some((value, end)) = $plain {
                    $reader.at = end;
                    slot.0 = Some(value);
                    return true;
                }
                $reader.fill(slot)
            }

            #[inline]
            fn take(
                reader: &mut Reader<'call>,
                slot: Slot<Self>,
                name: &'static str,
            ) -> Result<Self, Refused> {
                slot.0.ok_or_else(|| reader.missing(name))
            }
        }

        impl<'call> Ready<'call> for Option<$kind> {
            fn fill(reader: &mut Reader<'call>, slot: &mut Slot<Self>) -> bool {
                if slot.0.is_some() {
                    return false;
                }
                if reader.null_here() {
                    reader.at += "null".len();
                    slot.0 = Some(None);
                    return true;
                }
                let mut inner = Slot::new();
                let filled = <$kind>::fill(reader, &mut inner);
                slot.0 = inner.0.map(Some);
                filled
            }

            #[inline]
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

/// The same for integers.
macro_rules! ready_integers {
    ($($kind:ty)*) => {
        ready! {$(
            $kind: |reader| reader
                .integer_here()
                .and_then(|(number, end)| Some((number.try_into().ok()?, end)));
        )*}
    };
}

ready_integers! { i8 i16 i32 i64 u8 u16 u32 u64 usize }

ready! {
    bool: |reader| reader.truth_here();
    f64: |reader| None;
    String: |reader| reader.text_here().map(|(text, end)| (text.to_owned(), end));
    Text<'call>: |reader| reader.text_here().map(|(text, end)| (text.into(), end));
    Vec<String>: |reader| reader.texts_here();
}
