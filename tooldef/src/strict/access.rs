//! Maps and lists on their way through the strict deserializer: repeated keys
//! are refused, and an error learns where it happened while it unwinds.

use std::borrow::Cow;
use std::collections::HashSet;

use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess};

use super::key::{KeyDeserializer, KeySeed};
use super::{Segment, Strict, TWICE, Watch};

pub(super) struct StrictMap<'de, 'w, A> {
    inner: A,
    watch: &'w Watch,
    seen: HashSet<Cow<'de, str>>,
    peeked: Option<Cow<'de, str>>,
    current: Cow<'de, str>,
}

impl<'de, 'w, A: MapAccess<'de>> StrictMap<'de, 'w, A> {
    pub(super) fn new(inner: A, watch: &'w Watch) -> Self {
        Self {
            inner,
            watch,
            seen: HashSet::new(),
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
        if !self.seen.insert(key.clone()) {
            self.watch.note(Segment::Key(key.into_owned()));
            return Err(A::Error::custom(TWICE));
        }
        self.current = key.clone();
        seed.deserialize(KeyDeserializer::new(key)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        let seed = Strict::new(seed, self.watch);
        if !self.watch.traces {
            // What is not looked at is not moved either.
            return self.inner.next_value_seed(seed);
        }
        let value = self.inner.next_value_seed(seed);
        if value.is_err() {
            self.watch.note(Segment::Key(self.current.to_string()));
        }
        value
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
        let seed = Strict::new(seed, self.watch);
        if !self.watch.traces {
            return self.inner.next_element_seed(seed);
        }
        let item = self.inner.next_element_seed(seed);
        if item.is_err() {
            self.watch.note(Segment::Index(self.index));
        }
        self.index += 1;
        item
    }

    fn size_hint(&self) -> Option<usize> {
        self.inner.size_hint()
    }
}
