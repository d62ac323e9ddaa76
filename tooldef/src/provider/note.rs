//! What a rendering changed, and the author may want to know.

use std::fmt;

use super::schema::Fault;

/// Something about a rendering that is not an error and must not be silent.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Note {
    /// The tool's name; empty when the note is about the whole set.
    pub tool: String,
    /// JSON pointer into the schema; empty when the note is not about one
    /// place in it.
    pub path: String,
    /// What kind of note this is.
    pub kind: NoteKind,
    /// What was done and why, for people.
    pub text: String,
}

/// Kinds of [`Note`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum NoteKind {
    /// The tool is offered without the provider's guarantee that arguments
    /// fit the schema, because the strict subset cannot express it.
    NotStrict,
    /// A constraint the dialect has no keyword for is said in the description
    /// instead. The tool still enforces it.
    InWords,
    /// The schema allows something that was read in its narrower, evident
    /// sense.
    Narrowed,
    /// The provider may refuse, cut or ignore this; its documentation and its
    /// behaviour are not clear enough to refuse it here.
    Risk,
    /// The output schema has a form this dialect cannot carry, and is left
    /// out.
    OutputLeftOut,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.tool.as_str(), self.path.as_str()) {
            ("", _) => f.write_str(&self.text),
            (tool, "") => write!(f, "tool `{tool}`: {}", self.text),
            (tool, path) => write!(f, "tool `{tool}` at {path}: {}", self.text),
        }
    }
}

/// The notes about one tool while it is rendered.
#[derive(Debug, Default)]
pub(super) struct Notes {
    tool: String,
    pub(super) list: Vec<Note>,
}

impl Notes {
    pub(super) fn about(tool: &str) -> Self {
        Self {
            tool: tool.to_owned(),
            list: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, kind: NoteKind, path: &str, text: impl Into<String>) {
        self.list.push(Note {
            tool: self.tool.clone(),
            path: path.to_owned(),
            kind,
            text: text.into(),
        });
    }

    pub(super) fn in_words(&mut self, path: &str, keyword: &str) {
        let text = format!("`{keyword}` is said in the description only");
        self.add(NoteKind::InWords, path, text);
    }

    pub(super) fn not_strict(&mut self, fault: &Fault) {
        let text = format!(
            "offered without `strict`: `{}`: {}",
            fault.keyword, fault.problem
        );
        self.add(NoteKind::NotStrict, &fault.path, text);
    }
}
