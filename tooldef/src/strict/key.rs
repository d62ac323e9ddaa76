//! Object keys as deserializers, and numbers that arrive as text.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::{BorrowedStrDeserializer, StringDeserializer};
use serde::de::{DeserializeSeed, Deserializer, Error, IntoDeserializer, Visitor};

/// Takes any text, borrowed where the input allows.
pub(super) struct KeySeed;

impl<'de> DeserializeSeed<'de> for KeySeed {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for KeySeed {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text")
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(text))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(text.to_owned()))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Self::Value, E> {
        Ok(Cow::Owned(text))
    }
}

/// Shows a number's text to a visitor as the number that serde would make of it
/// without `arbitrary_precision`.
pub(super) fn visit_number<'de, V: Visitor<'de>, E: Error>(
    text: &str,
    visitor: V,
) -> Result<V::Value, E> {
    if let Ok(whole) = text.parse::<u64>() {
        visitor.visit_u64(whole)
    } else if let Ok(whole) = text.parse::<i64>() {
        visitor.visit_i64(whole)
    } else if let Ok(float) = text.parse::<f64>() {
        visitor.visit_f64(float)
    } else {
        Err(E::custom("not a number"))
    }
}

/// A key, read as text or, where the type wants one, as a number or a bool.
pub(super) struct KeyDeserializer<'de, E> {
    key: Cow<'de, str>,
    error: PhantomData<E>,
}

impl<'de, E> KeyDeserializer<'de, E> {
    pub(super) fn new(key: Cow<'de, str>) -> Self {
        Self {
            key,
            error: PhantomData,
        }
    }
}

/// Whether the text is a JSON integer: no sign but `-`, no leading zero.
fn is_json_integer(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty()
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && (digits.len() == 1 || !digits.starts_with('0'))
}

macro_rules! number_keys {
    ($($method:ident => $visit:ident: $kind:ty,)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
            if is_json_integer(&self.key) && let Ok(number) = self.key.parse::<$kind>() {
                return visitor.$visit(number);
            }
            self.deserialize_any(visitor)
        }
    )*};
}

impl<'de, E: Error> Deserializer<'de> for KeyDeserializer<'de, E> {
    type Error = E;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.key {
            Cow::Borrowed(key) => visitor.visit_borrowed_str(key),
            Cow::Owned(key) => visitor.visit_string(key),
        }
    }

    number_keys! {
        deserialize_i8 => visit_i8: i8, deserialize_i16 => visit_i16: i16,
        deserialize_i32 => visit_i32: i32, deserialize_i64 => visit_i64: i64,
        deserialize_i128 => visit_i128: i128, deserialize_u8 => visit_u8: u8,
        deserialize_u16 => visit_u16: u16, deserialize_u32 => visit_u32: u32,
        deserialize_u64 => visit_u64: u64, deserialize_u128 => visit_u128: u128,
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        self.deserialize_f64(visitor)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match serde_json::from_str::<f64>(&self.key) {
            Ok(number) => visitor.visit_f64(number),
            Err(_) => self.deserialize_any(visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match &*self.key {
            "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, E> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, E> {
        match self.key {
            Cow::Borrowed(key) => {
                BorrowedStrDeserializer::<E>::new(key).deserialize_enum(name, variants, visitor)
            }
            Cow::Owned(key) => {
                let key: StringDeserializer<E> = key.into_deserializer();
                key.deserialize_enum(name, variants, visitor)
            }
        }
    }

    serde::forward_to_deserialize_any! {
        char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct
        identifier ignored_any
    }
}
