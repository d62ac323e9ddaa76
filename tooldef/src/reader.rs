//! Reads a call's arguments from their text, one parameter at a time.
//!
//! The text is walked once. Each value goes straight into the type of its
//! parameter, through the [strict deserializer](crate::strict); no
//! [`serde_json::Value`] is made. A reader is *quick* (stops at the first
//! thing it does not like and says only that; the caller then takes the checked
//! path) or *thorough* (names every problem).

mod plain;
mod problems;
mod ready;

use serde::de::{Deserialize, IgnoredAny};

use crate::absent::{self, SomeNull};
use crate::arguments::{Problem, dotted};
use crate::error::ContextError;
use crate::same::same;
use crate::strict::{self, Watch};
use plain::space;

pub(crate) use ready::Ready;

/// Why a call was not started.
#[derive(Debug)]
pub enum Refused {
    /// The arguments did not fit; a thorough reader holds the problems.
    Arguments,
    /// Something the function asks for besides its arguments is not there.
    Context(ContextError),
}

/// A parameter's value on its way in.
pub struct Slot<T>(Option<T>);

impl<T> Slot<T> {
    /// A slot that nothing has been put into.
    #[must_use]
    pub const fn new() -> Self {
        Self(None)
    }
}

impl<T> Default for Slot<T> {
    fn default() -> Self {
        Self::new()
    }
}

/// Walks the text of one arguments object.
pub struct Reader<'call> {
    text: &'call str,
    at: usize,
    depth: usize,
    thorough: bool,
    buffered: bool,
    /// The value that was just refused has its problem.
    noted: bool,
    problems: Vec<Problem>,
}

/// Reads the value of the parameter at an index; says whether it took it.
type Each<'each, 'call> = &'each mut dyn FnMut(usize, &mut Reader<'call>) -> bool;

impl<'call> Reader<'call> {
    pub(crate) fn quick(text: &'call str, depth: usize) -> Self {
        Self {
            text,
            at: 0,
            depth,
            thorough: false,
            buffered: false,
            noted: false,
            problems: Vec::new(),
        }
    }

    pub(crate) fn thorough(text: &'call str, depth: usize) -> Self {
        Self {
            thorough: true,
            ..Self::quick(text, depth)
        }
    }

    pub(crate) fn into_problems(self) -> Vec<Problem> {
        self.problems
    }

    /// Walks the object, and hands the place that each key has among the names
    /// to `each`, which says whether it took the value.
    ///
    /// # Errors
    /// [`Refused::Arguments`] when the text is not one closed object of known
    /// keys, each standing once, whose values fit.
    pub fn object(&mut self, names: &[&str], each: Each<'_, 'call>) -> Result<(), Refused> {
        let walked = self.walk(names, each);
        if walked.is_some() && !self.buffered && self.problems.is_empty() {
            return Ok(());
        }
        self.judge(walked.is_some())
    }

    /// Decides about a walk that did not go by the quick way to its end.
    #[cold]
    fn judge(&mut self, walked: bool) -> Result<(), Refused> {
        if !walked && self.problems.is_empty() && self.thorough {
            self.problems
                .push(Problem::new("(root)", "expected one JSON object"));
        }
        let unwatched = self.buffered && !self.thorough;
        if !walked || unwatched || !self.problems.is_empty() {
            return Err(Refused::Arguments);
        }
        Ok(())
    }

    fn walk(&mut self, names: &[&str], each: Each<'_, 'call>) -> Option<()> {
        let text = self.text;
        let bytes = text.as_bytes();
        let mut at = space(bytes, 0);
        match bytes.get(at) {
            None => return Some(()),
            Some(b'{') => at = space(bytes, at + 1),
            Some(_) => return None,
        }
        if bytes.get(at) == Some(&b'}') {
            return (space(bytes, at + 1) == bytes.len()).then_some(());
        }
        // The name that comes next if they come in order.
        let mut next = 0;
        loop {
            let key;
            (key, at) = plain::key(text, at)?;
            let index = match names.get(next) {
                Some(name) if same(name, &key) => Some(next),
                _ => names.iter().position(|name| same(name, &key)),
            };
            at = space(bytes, at);
            if bytes.get(at) != Some(&b':') {
                return None;
            }
            self.at = space(bytes, at + 1);
            let taken = index.is_some_and(|index| {
                next = index + 1;
                each(index, self)
            });
            if !taken {
                self.refused(&key, at)?;
            }
            at = space(bytes, self.at);
            match bytes.get(at)? {
                b',' => at = space(bytes, at + 1),
                b'}' => return (space(bytes, at + 1) == bytes.len()).then_some(()),
                _ => return None,
            }
        }
    }

    /// Goes on behind a value that was not taken, if anybody wants to know what
    /// else there is.
    #[cold]
    fn refused(&mut self, key: &str, colon: usize) -> Option<()> {
        if !self.thorough {
            return None;
        }
        if !self.noted {
            self.problems
                .push(Problem::new(dotted(&[key]), "unknown argument"));
        }
        self.noted = false;
        let value = &self.text[colon + 1..];
        let mut json = serde_json::Deserializer::from_str(value);
        IgnoredAny::deserialize(&mut json).ok()?;
        self.at = colon + 1 + json.into_iter::<IgnoredAny>().byte_offset();
        Some(())
    }

    /// Reads the value that stands here into a parameter's slot.
    pub fn fill<T: Deserialize<'call>>(&mut self, slot: &mut Slot<T>) -> bool {
        if slot.0.is_some() {
            return false;
        }
        let rest = &self.text[self.at..];
        if self.null_here()
            && let Ok(value) = T::deserialize(SomeNull)
        {
            self.at += "null".len();
            slot.0 = Some(value);
            return true;
        }
        let watch = Watch::new(self.depth, self.thorough);
        let mut json = serde_json::Deserializer::from_str(rest);
        match strict::read::<T, _>(&mut json, &watch) {
            Ok(value) => {
                self.read(&watch, json.into_iter::<IgnoredAny>().byte_offset());
                slot.0 = Some(value);
                true
            }
            Err(error) => {
                self.unfit(&watch, &error);
                false
            }
        }
    }

    /// Goes on behind a value.
    fn read(&mut self, watch: &Watch, length: usize) {
        self.at += length;
        self.buffered |= watch.buffered.get();
    }

    /// Reads the whole object as one type.
    pub(crate) fn whole<T: Deserialize<'call>>(&mut self) -> Option<T> {
        let text = if self.text.trim().is_empty() {
            "{}"
        } else {
            self.text
        };
        let watch = Watch::new(self.depth, self.thorough);
        let mut json = serde_json::Deserializer::from_str(text);
        let read =
            strict::read::<T, _>(&mut json, &watch).and_then(|value| json.end().map(|()| value));
        match read {
            Ok(value) if self.thorough || !watch.buffered.get() => Some(value),
            Ok(_) => None,
            Err(error) => {
                if self.thorough {
                    self.note(Vec::new(), &watch, &error);
                }
                None
            }
        }
    }

    /// The value of a parameter that has no default.
    ///
    /// # Errors
    /// [`Refused::Arguments`] when it is missing and its type has no way to be
    /// absent.
    pub fn take<T: Deserialize<'call>>(
        &mut self,
        slot: Slot<T>,
        name: &'static str,
    ) -> Result<T, Refused> {
        match slot.0.or_else(absent::value::<T>) {
            Some(value) => Ok(value),
            None => Err(self.missing(name)),
        }
    }

    #[cold]
    fn missing(&mut self, name: &str) -> Refused {
        if self.thorough {
            self.problems
                .push(Problem::new(dotted(&[name]), "required, but missing"));
        }
        Refused::Arguments
    }

    /// The value of a parameter that has a default.
    pub fn take_or<T>(&mut self, slot: Slot<T>, default: impl FnOnce() -> T) -> T {
        slot.0.unwrap_or_else(default)
    }
}
