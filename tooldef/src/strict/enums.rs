//! Externally tagged enums, held to their schema: a unit variant is a text and
//! nothing else, and a variant with content is an object with exactly one key.

use std::borrow::Cow;
use std::fmt;

use serde::de::value::{BorrowedStrDeserializer, StrDeserializer};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, IgnoredAny, MapAccess, VariantAccess, Visitor,
};

use super::key::{KeyDeserializer, KeySeed};
use super::{NUMBER_TOKEN, Segment, Strict, Watch};

pub(super) struct EnumVisitor<'w, V> {
    pub(super) inner: V,
    pub(super) watch: &'w Watch,
}

impl<'de, V: Visitor<'de>> Visitor<'de> for EnumVisitor<'_, V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.expecting(f)
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<V::Value, E> {
        self.inner.visit_enum(BorrowedStrDeserializer::new(text))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<V::Value, E> {
        self.inner.visit_enum(StrDeserializer::new(text))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<V::Value, A::Error> {
        self.watch.enter()?;
        let tag = match map.next_key_seed(KeySeed)? {
            Some(tag) if tag != NUMBER_TOKEN => tag,
            _ => {
                return Err(A::Error::custom(
                    "expected a text, or an object with one key",
                ));
            }
        };
        let value = self.inner.visit_enum(Variant {
            tag,
            map,
            watch: self.watch,
        })?;
        self.watch.leave();
        Ok(value)
    }
}

struct Variant<'de, 'w, A> {
    tag: Cow<'de, str>,
    map: A,
    watch: &'w Watch,
}

impl<'de, A: MapAccess<'de>> Variant<'de, '_, A> {
    /// Reads the content, then makes sure that nothing else stands beside it.
    fn content<S: DeserializeSeed<'de>>(mut self, seed: S) -> Result<S::Value, A::Error> {
        let value = self.map.next_value_seed(seed).inspect_err(|_| {
            self.watch.note(Segment::Key(self.tag.to_string()));
        })?;
        match self
            .map
            .next_key_seed(std::marker::PhantomData::<IgnoredAny>)?
        {
            None => Ok(value),
            Some(_) => Err(A::Error::custom("expected an object with one key")),
        }
    }
}

impl<'de, A: MapAccess<'de>> EnumAccess<'de> for Variant<'de, '_, A> {
    type Error = A::Error;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), A::Error> {
        let variant = seed.deserialize(KeyDeserializer::new(self.tag.clone()))?;
        Ok((variant, self))
    }
}

impl<'de, A: MapAccess<'de>> VariantAccess<'de> for Variant<'de, '_, A> {
    type Error = A::Error;

    fn unit_variant(self) -> Result<(), A::Error> {
        Err(A::Error::custom(format_args!(
            "expected the text {:?}, got an object",
            self.tag
        )))
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, A::Error> {
        let watch = self.watch;
        self.content(Strict::new(seed, watch))
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, A::Error> {
        let watch = self.watch;
        self.content(ContentSeed {
            visitor,
            watch,
            fields: Fields::Tuple(len),
        })
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        let watch = self.watch;
        self.content(ContentSeed {
            visitor,
            watch,
            fields: Fields::Struct(fields),
        })
    }
}

enum Fields {
    Tuple(usize),
    Struct(&'static [&'static str]),
}

struct ContentSeed<'w, V> {
    visitor: V,
    watch: &'w Watch,
    fields: Fields,
}

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for ContentSeed<'_, V> {
    type Value = V::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        let strict = Strict::new(deserializer, self.watch);
        match self.fields {
            Fields::Tuple(len) => strict.deserialize_tuple(len, self.visitor),
            Fields::Struct(fields) => strict.deserialize_struct("", fields, self.visitor),
        }
    }
}
