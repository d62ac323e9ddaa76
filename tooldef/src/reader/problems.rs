//! What a thorough reader writes down about a value that did not fit.

use super::Reader;
use crate::arguments::{Problem, dotted};
use crate::strict::{Segment, Watch};

impl Reader<'_> {
    /// Notes why the value that starts here does not fit, if anybody wants to
    /// know.
    #[cold]
    pub(super) fn unfit(&mut self, watch: &Watch, error: &serde_json::Error) {
        if self.thorough {
            let key = self.key_before();
            self.note(vec![key], watch, error);
            self.noted = true;
        }
    }

    /// Notes a serde error below a path.
    #[cold]
    pub(super) fn note(&mut self, mut path: Vec<String>, watch: &Watch, error: &serde_json::Error) {
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
}
