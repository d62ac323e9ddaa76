//! A reader of JSON values that refuses repeated keys and deep nesting while
//! it reads, at every level.

use std::cell::Cell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use super::parse::ParseFault;
use super::path::Path;

/// `serde_json` marks values of its own with keys that begin like this. Where
/// such a key comes from outside, it could be taken for one of them.
const RESERVED: &str = "$serde_json::private::";

/// Takes the fault out of the reader, past the error type of the deserializer.
#[derive(Default)]
pub(super) struct Refusal(Cell<Option<ParseFault>>);

impl Refusal {
    /// The fault that ended the reading, if it was one of ours.
    pub(super) fn take(&self) -> Option<ParseFault> {
        self.0.take()
    }

    fn raise<E: Error>(&self, fault: ParseFault) -> E {
        let error = E::custom(&fault);
        self.0.set(Some(fault));
        error
    }
}

/// Reads the value at one place.
pub(super) struct Reader<'a> {
    path: Path<'a>,
    /// How many more levels may be entered.
    left: usize,
    limit: usize,
    refusal: &'a Refusal,
}

impl<'a> Reader<'a> {
    /// A reader of a whole text, at most `limit` levels deep.
    pub(super) fn new(limit: usize, refusal: &'a Refusal) -> Self {
        Self {
            path: Path::root(),
            left: limit,
            limit,
            refusal,
        }
    }

    /// Reads the value.
    ///
    /// # Errors
    ///
    /// Those of the deserializer; a fault of our own is kept in the refusal.
    pub(super) fn read<'de, D: Deserializer<'de>>(self, from: D) -> Result<Value, D::Error> {
        from.deserialize_any(self)
    }

    fn enter<E: Error>(&self) -> Result<usize, E> {
        self.left.checked_sub(1).ok_or_else(|| {
            self.refusal
                .raise(ParseFault::TooDeep { limit: self.limit })
        })
    }
}

impl<'de> DeserializeSeed<'de> for Reader<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Value, D::Error> {
        self.read(from)
    }
}

impl<'de> Visitor<'de> for Reader<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        float(value)
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E: Error>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let left = self.enter()?;
        let mut list = Vec::new();
        loop {
            let item = Reader {
                path: self.path.index(list.len()),
                left,
                ..self
            };
            match items.next_element_seed(item)? {
                Some(value) => list.push(value),
                None => return Ok(Value::Array(list)),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        let mut left = None;
        while let Some(key) = fields.next_key_seed(KeySeed)? {
            let Key::Text(key) = key else {
                return number(&fields.next_value::<String>()?);
            };
            let place = self.path.key(&key);
            if key.starts_with(RESERVED) {
                return Err(self.refusal.raise(ParseFault::ReservedKey {
                    path: place.render(),
                }));
            }
            if object.contains_key(&key) {
                return Err(self.refusal.raise(ParseFault::DuplicateKey {
                    path: place.render(),
                }));
            }
            // Numbers come here too, see `Key`, and they are no level.
            let left = match left {
                Some(left) => left,
                None => *left.insert(self.enter()?),
            };
            let value = fields.next_value_seed(Reader {
                path: place,
                left,
                ..self
            })?;
            object.insert(key, value);
        }
        if left.is_none() {
            self.enter()?;
        }
        Ok(Value::Object(object))
    }
}

/// What stands before a value in an object.
enum Key {
    /// A key of the text.
    Text(String),
    /// A mark: with `arbitrary_precision`, `serde_json` gives every number as
    /// an object with one marked field. Asked for a newtype, only a key of the
    /// text answers with one, which tells the two apart whatever the text says.
    Mark,
}

struct KeySeed;

impl<'de> DeserializeSeed<'de> for KeySeed {
    type Value = Key;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Key, D::Error> {
        from.deserialize_newtype_struct("Key", self)
    }
}

impl<'de> Visitor<'de> for KeySeed {
    type Value = Key;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, from: D) -> Result<Key, D::Error> {
        serde::Deserialize::deserialize(from).map(Key::Text)
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<Key, E> {
        Ok(Key::Mark)
    }
}

/// A number as it would be without `arbitrary_precision`.
fn number<E: Error>(text: &str) -> Result<Value, E> {
    // A negative zero is a float to `serde_json`, because integers have none.
    if text != "-0" {
        if let Ok(value) = text.parse::<u64>() {
            return Ok(value.into());
        }
        if let Ok(value) = text.parse::<i64>() {
            return Ok(value.into());
        }
    }
    float(text.parse().map_err(E::custom)?)
}

fn float<E: Error>(value: f64) -> Result<Value, E> {
    Number::from_f64(value)
        .map(Value::Number)
        .ok_or_else(|| E::custom("number out of range"))
}
