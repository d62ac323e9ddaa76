//! Maps and lists on their way through the strict deserializer: repeated keys
//! are refused, and an error learns where it happened while it unwinds.

use std::borrow::Cow;
use std::collections::HashSet;

use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess};

use super::key::{KeyDeserializer, KeySeed};
use super::{Segment, Strict, Watch};

/// How many keys are remembered without an allocation.
const INLINE: usize = 12;

/// The keys of one object, to notice a repeated one.
struct Seen<'de> {
    /// The marks of all keys so far: a key with a new one is new.
    marks: u64,
    few: [&'de str; INLINE],
    len: usize,
    /// Keys that were escaped in the text, and those beyond the first few.
    many: Option<HashSet<Cow<'de, str>>>,
}

impl<'de> Seen<'de> {
    fn new() -> Self {
        Self {
            marks: 0,
            few: [""; INLINE],
            len: 0,
            many: None,
        }
    }

    /// Adds a key; says whether it is new.
    #[allow(clippy::ptr_arg, reason = "a borrowed key is kept without a copy")]
    fn add(&mut self, key: &Cow<'de, str>) -> bool {
        let mark = mark(key);
        let may_stand = self.marks & mark != 0;
        self.marks |= mark;
        if may_stand && self.holds(key) {
            return false;
        }
        match key {
            Cow::Borrowed(key) if self.len < INLINE => {
                self.few[self.len] = *key;
                self.len += 1;
            }
            key => {
                self.many
                    .get_or_insert_with(HashSet::new)
                    .insert(key.clone());
            }
        }
        true
    }

    #[cold]
    fn holds(&self, key: &str) -> bool {
        self.few[..self.len].contains(&key)
            || self.many.as_ref().is_some_and(|many| many.contains(key))
    }
}

/// One of 64 bits, by what tells keys apart soonest.
fn mark(key: &str) -> u64 {
    let bytes = key.as_bytes();
    let [first, last] =
        [bytes.first(), bytes.last()].map(|byte| byte.map_or(0, |byte| usize::from(*byte)));
    1 << ((first ^ (last * 5) ^ (bytes.len() * 11)) % 64)
}

pub(super) struct StrictMap<'de, 'w, A> {
    inner: A,
    watch: &'w Watch,
    seen: Seen<'de>,
    peeked: Option<Cow<'de, str>>,
    current: Cow<'de, str>,
}

impl<'de, 'w, A: MapAccess<'de>> StrictMap<'de, 'w, A> {
    pub(super) fn new(inner: A, watch: &'w Watch) -> Self {
        Self {
            inner,
            watch,
            seen: Seen::new(),
            peeked: None,
            current: Cow::Borrowed(""),
        }
    }

    /// Reads the first key and keeps it for whoever asks next.
    pub(super) fn peek(&mut self) -> Result<Option<&str>, A::Error> {
        self.peeked = self.inner.next_key_seed(KeySeed)?;
        Ok(self.peeked.as_deref())
    }

    /// The text of a number that stands behind the number token.
    pub(super) fn number(&mut self) -> Result<Cow<'de, str>, A::Error> {
        self.inner.next_value_seed(KeySeed)
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for StrictMap<'de, '_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        let key = match self.peeked.take() {
            Some(key) => key,
            None => match self.inner.next_key_seed(KeySeed)? {
                Some(key) => key,
                None => return Ok(None),
            },
        };
        if !self.seen.add(&key) {
            self.watch
                .path
                .borrow_mut()
                .push(Segment::Key(key.into_owned()));
            return Err(A::Error::custom("the same key stands twice"));
        }
        self.current = key.clone();
        seed.deserialize(KeyDeserializer::new(key)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.inner
            .next_value_seed(Strict::new(seed, self.watch))
            .inspect_err(|_| {
                self.watch
                    .path
                    .borrow_mut()
                    .push(Segment::Key(self.current.to_string()));
            })
    }

    fn size_hint(&self) -> Option<usize> {
        self.inner.size_hint()
    }
}

pub(super) struct StrictSeq<'w, A> {
    inner: A,
    watch: &'w Watch,
    index: usize,
}

impl<'w, A> StrictSeq<'w, A> {
    pub(super) fn new(inner: A, watch: &'w Watch) -> Self {
        Self {
            inner,
            watch,
            index: 0,
        }
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for StrictSeq<'_, A> {
    type Error = A::Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, A::Error> {
        let item = self
            .inner
            .next_element_seed(Strict::new(seed, self.watch))
            .inspect_err(|_| {
                self.watch
                    .path
                    .borrow_mut()
                    .push(Segment::Index(self.index));
            })?;
        self.index += 1;
        Ok(item)
    }

    fn size_hint(&self) -> Option<usize> {
        self.inner.size_hint()
    }
}
