//! Reads a call's arguments from their text, one parameter at a time.
//!
//! The text is walked once. Each value goes straight into the type of its
//! parameter, through the [strict deserializer](crate::strict); no
//! [`serde_json::Value`] is made. A reader is *quick* (stops at the first
//! thing it does not like and says only that; the caller then takes the checked
//! path) or *thorough* (names every problem).

use std::borrow::Cow;

use serde::de::{Deserialize, IgnoredAny};

use crate::absent::{self, SomeNull};
use crate::arguments::{Problem, dotted};
use crate::error::ContextError;
use crate::strict::{self, Segment, Watch};

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
    problems: Vec<Problem>,
}

type Each<'each, 'call> = &'each mut dyn FnMut(&str, &mut Reader<'call>) -> bool;

impl<'call> Reader<'call> {
    pub(crate) fn quick(text: &'call str, depth: usize) -> Self {
        Self {
            text,
            at: 0,
            depth,
            thorough: false,
            buffered: false,
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

    /// Walks the object, and hands each key with its value to `each`, which
    /// says whether it took the value.
    ///
    /// # Errors
    /// [`Refused::Arguments`] when the text is not one closed object of known
    /// keys, each standing once, whose values fit.
    pub fn object(&mut self, each: Each<'_, 'call>) -> Result<(), Refused> {
        self.space();
        if self.at == self.text.len() {
            return Ok(());
        }
        let walked = self.walk(each);
        if walked.is_none() && self.problems.is_empty() && self.thorough {
            self.problems
                .push(Problem::new("(root)", "expected one JSON object"));
        }
        let unwatched = self.buffered && !self.thorough;
        if walked.is_none() || unwatched || !self.problems.is_empty() {
            return Err(Refused::Arguments);
        }
        Ok(())
    }

    fn walk(&mut self, each: Each<'_, 'call>) -> Option<()> {
        self.expect(b'{')?;
        self.space();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return self.end();
        }
        loop {
            let key = self.key()?;
            self.space();
            self.expect(b':')?;
            self.space();
            let start = self.at;
            let known = self.problems.len();
            if !each(&key, self) {
                if !self.thorough {
                    return None;
                }
                if self.problems.len() == known {
                    self.problems
                        .push(Problem::new(dotted(&[&key]), "unknown argument"));
                }
                self.at = start;
                self.skip()?;
            }
            self.space();
            match self.peek()? {
                b',' => {
                    self.at += 1;
                    self.space();
                }
                b'}' => {
                    self.at += 1;
                    return self.end();
                }
                _ => return None,
            }
        }
    }

    /// Reads the value that stands here into a parameter's slot.
    pub fn fill<T: Deserialize<'call>>(&mut self, slot: &mut Slot<T>) -> bool {
        if slot.0.is_some() {
            return false;
        }
        let rest = &self.text[self.at..];
        if rest.starts_with("null")
            && let Ok(value) = T::deserialize(SomeNull)
        {
            self.at += "null".len();
            slot.0 = Some(value);
            return true;
        }
        let watch = Watch::new(self.depth);
        let mut json = serde_json::Deserializer::from_str(rest);
        match strict::read::<T, _>(&mut json, &watch) {
            Ok(value) => {
                self.at += json.into_iter::<IgnoredAny>().byte_offset();
                self.buffered |= watch.buffered.get();
                slot.0 = Some(value);
                true
            }
            Err(error) => {
                if self.thorough {
                    let key = self.key_before();
                    self.note(vec![key], &watch, &error);
                }
                false
            }
        }
    }

    /// Reads the whole object as one type.
    pub(crate) fn whole<T: Deserialize<'call>>(&mut self) -> Option<T> {
        let text = if self.text.trim().is_empty() {
            "{}"
        } else {
            self.text
        };
        let watch = Watch::new(self.depth);
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
        slot.0.or_else(absent::value::<T>).ok_or_else(|| {
            self.problems
                .push(Problem::new(dotted(&[name]), "required, but missing"));
            Refused::Arguments
        })
    }

    /// The value of a parameter that has a default.
    pub fn take_or<T>(&mut self, slot: Slot<T>, default: impl FnOnce() -> T) -> T {
        slot.0.unwrap_or_else(default)
    }

    /// Notes a serde error below a path.
    fn note(&mut self, mut path: Vec<String>, watch: &Watch, error: &serde_json::Error) {
        path.extend(
            watch
                .path
                .borrow_mut()
                .drain(..)
                .rev()
                .map(|segment| match segment {
                    Segment::Key(key) => key,
                    Segment::Index(index) => index.to_string(),
                }),
        );
        let steps: Vec<&str> = path.iter().map(String::as_str).collect();
        let mut message = error.to_string();
        if let Some(cut) = message.rfind(" at line ") {
            message.truncate(cut);
        }
        self.problems.push(Problem::new(dotted(&steps), message));
    }

    /// The key whose value starts at the current place.
    fn key_before(&self) -> String {
        let head = self.text[..self.at]
            .trim_end()
            .trim_end_matches(':')
            .trim_end();
        let inner = head.strip_suffix('"').unwrap_or(head);
        let mut start = inner.len();
        let bytes = inner.as_bytes();
        while start > 0 {
            start -= 1;
            let escapes = bytes[..start]
                .iter()
                .rev()
                .take_while(|byte| **byte == b'\\')
                .count();
            if bytes[start] == b'"' && escapes % 2 == 0 {
                start += 1;
                break;
            }
        }
        let quoted = format!("\"{}\"", &inner[start..]);
        serde_json::from_str(&quoted).unwrap_or_else(|_| inner[start..].to_owned())
    }

    fn key(&mut self) -> Option<Cow<'call, str>> {
        let rest = &self.text[self.at..];
        let inner = rest.strip_prefix('"')?;
        for (at, byte) in inner.bytes().enumerate() {
            match byte {
                b'"' => {
                    self.at += at + 2;
                    return Some(Cow::Borrowed(&inner[..at]));
                }
                b'\\' | 0..0x20 => break,
                _ => {}
            }
        }
        let mut json = serde_json::Deserializer::from_str(rest);
        let key = String::deserialize(&mut json).ok()?;
        self.at += json.into_iter::<IgnoredAny>().byte_offset();
        Some(Cow::Owned(key))
    }

    fn skip(&mut self) -> Option<()> {
        let mut json = serde_json::Deserializer::from_str(&self.text[self.at..]);
        IgnoredAny::deserialize(&mut json).ok()?;
        self.at += json.into_iter::<IgnoredAny>().byte_offset();
        Some(())
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn expect(&mut self, byte: u8) -> Option<()> {
        (self.peek() == Some(byte)).then(|| self.at += 1)
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.at += 1;
        }
    }

    fn end(&mut self) -> Option<()> {
        self.space();
        (self.at == self.text.len()).then_some(())
    }
}
