//! Structs on their way through the strict deserializer: an array does not fill
//! one, and no key stands twice, whether or not it is a field.
//!
//! A key is looked at while serde hands it on, so that it is not kept first.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Unexpected, Visitor};

use super::key::{KeyDeserializer, KeySeed};
use super::{Segment, Strict, TWICE, Watch};
use crate::same::same;

/// A struct's visitor, behind a watch.
pub(super) struct StructVisitor<'w, V> {
    pub(super) inner: V,
    pub(super) watch: &'w Watch,
    pub(super) fields: &'static [&'static str],
}

impl<'de, V: Visitor<'de>> Visitor<'de> for StructVisitor<'_, V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.expecting(f)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, _: A) -> Result<V::Value, A::Error> {
        Err(A::Error::invalid_type(Unexpected::Seq, &"an object"))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        self.watch.enter()?;
        let value = self.inner.visit_map(StructMap {
            inner: map,
            keys: Keys {
                watch: self.watch,
                fields: self.fields,
                next: 0,
                there: 0,
                others: None,
                current: Cow::Borrowed(""),
            },
        });
        self.watch.leave();
        value
    }
}

struct StructMap<'w, A> {
    inner: A,
    keys: Keys<'w>,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for StructMap<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        self.inner.next_key_seed(Key {
            inner: seed,
            keys: &mut self.keys,
        })
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        let seed = Strict::new(seed, self.keys.watch);
        if !self.keys.watch.traces {
            // What is not looked at is not moved either.
            return self.inner.next_value_seed(seed);
        }
        let value = self.inner.next_value_seed(seed);
        if value.is_err() {
            let key = self.keys.current.to_string();
            self.keys.watch.note(Segment::Key(key));
        }
        value
    }

    fn size_hint(&self) -> Option<usize> {
        self.inner.size_hint()
    }
}

/// The keys of one object so far.
struct Keys<'w> {
    watch: &'w Watch,
    fields: &'static [&'static str],
    /// The field that comes next if they come in order.
    next: usize,
    /// One bit for each of the first 64 fields that was there.
    there: u64,
    /// All other keys.
    others: Option<HashSet<String>>,
    /// The key whose value is read, if anybody wants to know.
    current: Cow<'static, str>,
}

impl Keys<'_> {
    /// Adds a key, or says that it stands twice.
    fn add<E: Error>(&mut self, key: &str) -> Result<(), E> {
        if !self.is_new(key) {
            self.watch.note(Segment::Key(key.to_owned()));
            return Err(E::custom(TWICE));
        }
        if self.watch.traces {
            self.current = Cow::Owned(key.to_owned());
        }
        Ok(())
    }

    fn is_new(&mut self, key: &str) -> bool {
        let Some(bit) = self.field(key) else {
            let others = self.others.get_or_insert_with(HashSet::new);
            return others.insert(key.to_owned());
        };
        let new = self.there & bit == 0;
        self.there |= bit;
        new
    }

    /// The bit of a field.
    fn field(&mut self, key: &str) -> Option<u64> {
        let at = match self.fields.get(self.next) {
            Some(field) if same(field, key) => self.next,
            _ => self.fields.iter().position(|field| same(field, key))?,
        };
        self.next = at + 1;
        1_u64.checked_shl(u32::try_from(at).ok()?)
    }
}

/// A key on its way: its seed, its deserializer or its visitor, before the keys
/// that it joins.
struct Key<'k, 'w, T> {
    inner: T,
    keys: &'k mut Keys<'w>,
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Key<'_, '_, S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        self.inner.deserialize(Key {
            inner: deserializer,
            keys: self.keys,
        })
    }
}

macro_rules! as_text {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
            self.inner.deserialize_str(Key {
                inner: visitor,
                keys: self.keys,
            })
        }
    )*};
}

macro_rules! as_kept {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
            self.kept()?.$method(visitor)
        }
    )*};
}

impl<'de, D: Deserializer<'de>> Key<'_, '_, D> {
    /// The key for a type that wants more than a text.
    fn kept(self) -> Result<KeyDeserializer<'de, D::Error>, D::Error> {
        let key = KeySeed.deserialize(self.inner)?;
        self.keys.add(&key)?;
        Ok(KeyDeserializer::new(key))
    }
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Key<'_, '_, D> {
    type Error = D::Error;

    as_text! { deserialize_identifier deserialize_str deserialize_string }

    as_kept! {
        deserialize_any deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32
        deserialize_i64 deserialize_i128 deserialize_u8 deserialize_u16 deserialize_u32
        deserialize_u64 deserialize_u128 deserialize_f32 deserialize_f64 deserialize_char
        deserialize_bytes deserialize_byte_buf deserialize_option
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.kept()?.deserialize_newtype_struct(name, visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.kept()?.deserialize_enum(name, variants, visitor)
    }

    serde::forward_to_deserialize_any! {
        unit unit_struct seq tuple tuple_struct map struct ignored_any
    }
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Key<'_, '_, V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.expecting(f)
    }

    fn visit_borrowed_str<E: Error>(self, key: &'de str) -> Result<V::Value, E> {
        self.keys.add(key)?;
        self.inner.visit_borrowed_str(key)
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<V::Value, E> {
        self.keys.add(key)?;
        self.inner.visit_str(key)
    }

    fn visit_string<E: Error>(self, key: String) -> Result<V::Value, E> {
        self.keys.add(&key)?;
        self.inner.visit_string(key)
    }
}
