//! What a type makes of a field that is not there, or is `null`.
//!
//! Whether a parameter is optional is asked of its deserializer, not of the
//! spelling of its type: an alias of `Option` is optional, and a user's own
//! type called `Option` is whatever it says it is.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Visitor};

/// The value of a missing field, where the type has one.
pub(crate) fn value<'de, T: Deserialize<'de>>() -> Option<T> {
    T::deserialize(Missing).ok()
}

/// Why a type made nothing of nothing. Nobody reads it, so it holds no text.
#[derive(Debug)]
pub(crate) struct NoValue;

impl fmt::Display for NoValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("nothing here")
    }
}

impl std::error::Error for NoValue {}

impl serde::de::Error for NoValue {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

/// A field that is not there: only an option takes it, as `None`.
struct Missing;

/// The `null` of an option within an option, so that `null` and absence stay
/// distinct there: it reads as `Some(None)`, and fails for all else.
pub(crate) struct SomeNull;

/// The inner half of [`SomeNull`].
struct Null;

macro_rules! only_option {
    ($name:ty, |$visitor:ident| $body:expr) => {
        impl<'de> Deserializer<'de> for $name {
            type Error = NoValue;

            fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, NoValue> {
                Err(NoValue)
            }

            fn deserialize_option<V: Visitor<'de>>(self, $visitor: V) -> Result<V::Value, NoValue> {
                $body
            }

            serde::forward_to_deserialize_any! {
                bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
                unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier
                ignored_any
            }
        }
    };
}

only_option!(Missing, |visitor| visitor.visit_none());
only_option!(SomeNull, |visitor| visitor.visit_some(Null));
only_option!(Null, |visitor| visitor.visit_none());
