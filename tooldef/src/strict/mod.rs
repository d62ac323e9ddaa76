//! A deserializer that holds a value to its JSON Schema while serde reads it.
//!
//! serde accepts more than the schema of the same type says: an array for a
//! struct, a repeated key in a map, `{"Unit": null}` for a unit variant. This
//! wrapper refuses these as they pass, so that the plain path needs neither a
//! second pass nor a [`serde_json::Value`]. It notes when serde buffered a value
//! (untagged, internally tagged, flattened, `Value`): what happens behind the
//! buffer cannot be watched, and the caller then checks against the schema.

mod access;
mod enums;
mod key;
mod structs;

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use access::{StrictMap, StrictSeq};
use enums::EnumVisitor;
use structs::StructVisitor;

/// The key under which `serde_json/arbitrary_precision` hides a number.
pub(crate) const NUMBER_TOKEN: &str = "$serde_json::private::Number";

/// What is said of a key that its object had already.
const TWICE: &str = "the same key stands twice";

/// What one reading has seen so far.
#[derive(Default)]
pub(crate) struct Watch {
    /// serde took a value into a buffer, or skipped one.
    pub(crate) buffered: Cell<bool>,
    /// How many maps and lists may still be entered.
    pub(crate) depth_left: Cell<usize>,
    /// Whether anybody wants to know where a failure was.
    pub(crate) traces: bool,
    /// Where it was, innermost first; filled while an error unwinds.
    pub(crate) path: RefCell<Vec<Segment>>,
}

/// One step of a path.
pub(crate) enum Segment {
    Key(String),
    Index(usize),
}

impl Watch {
    pub(crate) fn new(depth: usize, traces: bool) -> Self {
        Self {
            traces,
            depth_left: Cell::new(depth),
            ..Self::default()
        }
    }

    fn enter<E: Error>(&self) -> Result<(), E> {
        match self.depth_left.get().checked_sub(1) {
            Some(left) => {
                self.depth_left.set(left);
                Ok(())
            }
            None => Err(E::custom("nested too deeply")),
        }
    }

    /// Adds a step to the path of a failure that unwinds.
    #[cold]
    fn note(&self, step: Segment) {
        self.path.borrow_mut().push(step);
    }

    fn leave(&self) {
        self.depth_left.set(self.depth_left.get() + 1);
    }
}

/// Wraps a deserializer, or a visitor or seed on its way to one.
pub(crate) struct Strict<'w, T> {
    pub(crate) inner: T,
    pub(crate) watch: &'w Watch,
}

impl<'w, T> Strict<'w, T> {
    pub(crate) fn new(inner: T, watch: &'w Watch) -> Self {
        Self { inner, watch }
    }
}

/// How much the visitor behind a wrapper may be shown.
#[derive(Clone, Copy, PartialEq)]
enum Shape {
    /// A map or a list, as the type asked.
    Plain,
    /// Whatever comes; serde keeps it.
    Any,
}

struct StrictVisitor<'w, V> {
    inner: V,
    watch: &'w Watch,
    shape: Shape,
}

macro_rules! forward_plain {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
            self.inner.$method(visitor)
        }
    )*};
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Strict<'_, D> {
    type Error = D::Error;

    forward_plain! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_i128 deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
        deserialize_u128 deserialize_f32 deserialize_f64 deserialize_char deserialize_str
        deserialize_string deserialize_unit deserialize_identifier
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.watch.buffered.set(true);
        self.inner.deserialize_any(StrictVisitor {
            inner: visitor,
            watch: self.watch,
            shape: Shape::Any,
        })
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.watch.buffered.set(true);
        self.inner.deserialize_ignored_any(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.watch.buffered.set(true);
        self.inner.deserialize_bytes(StrictVisitor {
            inner: visitor,
            watch: self.watch,
            shape: Shape::Plain,
        })
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.watch.buffered.set(true);
        self.inner.deserialize_byte_buf(StrictVisitor {
            inner: visitor,
            watch: self.watch,
            shape: Shape::Plain,
        })
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.inner.deserialize_option(StrictVisitor {
            inner: visitor,
            watch: self.watch,
            shape: Shape::Plain,
        })
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.inner.deserialize_unit_struct(name, visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.inner.deserialize_newtype_struct(
            name,
            StrictVisitor {
                inner: visitor,
                watch: self.watch,
                shape: Shape::Plain,
            },
        )
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.inner.deserialize_seq(StrictVisitor {
            inner: visitor,
            watch: self.watch,
            shape: Shape::Plain,
        })
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.inner.deserialize_tuple(
            len,
            StrictVisitor {
                inner: visitor,
                watch: self.watch,
                shape: Shape::Plain,
            },
        )
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.inner.deserialize_tuple_struct(
            name,
            len,
            StrictVisitor {
                inner: visitor,
                watch: self.watch,
                shape: Shape::Plain,
            },
        )
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.inner.deserialize_map(StrictVisitor {
            inner: visitor,
            watch: self.watch,
            shape: Shape::Plain,
        })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.inner.deserialize_struct(
            name,
            fields,
            StructVisitor {
                inner: visitor,
                watch: self.watch,
                fields,
            },
        )
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.inner.deserialize_any(EnumVisitor {
            inner: visitor,
            watch: self.watch,
        })
    }

    fn is_human_readable(&self) -> bool {
        self.inner.is_human_readable()
    }
}

macro_rules! forward_visit {
    ($($method:ident: $kind:ty,)*) => {$(
        fn $method<E: Error>(self, value: $kind) -> Result<V::Value, E> {
            self.inner.$method(value)
        }
    )*};
}

impl<'de, V: Visitor<'de>> Visitor<'de> for StrictVisitor<'_, V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.expecting(f)
    }

    forward_visit! {
        visit_bool: bool, visit_i64: i64, visit_i128: i128, visit_u64: u64, visit_u128: u128,
        visit_f64: f64, visit_str: &str, visit_borrowed_str: &'de str, visit_string: String,
        visit_bytes: &[u8], visit_borrowed_bytes: &'de [u8], visit_byte_buf: Vec<u8>,
    }

    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        self.inner.visit_unit()
    }

    fn visit_none<E: Error>(self) -> Result<V::Value, E> {
        self.inner.visit_none()
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        self.inner.visit_some(Strict::new(deserializer, self.watch))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<V::Value, D::Error> {
        self.inner
            .visit_newtype_struct(Strict::new(deserializer, self.watch))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<V::Value, A::Error> {
        self.watch.enter()?;
        let value = self.inner.visit_seq(StrictSeq::new(seq, self.watch));
        self.watch.leave();
        value
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        self.watch.enter()?;
        let mut map = StrictMap::new(map, self.watch);
        if self.shape == Shape::Any && map.peek()? == Some(NUMBER_TOKEN) {
            let text: Cow<'de, str> = map.number()?;
            self.watch.leave();
            return key::visit_number(&text, self.inner);
        }
        let value = self.inner.visit_map(map);
        self.watch.leave();
        value
    }
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Strict<'_, S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        self.inner
            .deserialize(Strict::new(deserializer, self.watch))
    }
}

/// Reads a `T` strictly.
pub(crate) fn read<'de, T, D>(deserializer: D, watch: &Watch) -> Result<T, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    T::deserialize(Strict::new(deserializer, watch))
}
