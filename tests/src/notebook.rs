//! A notebook in memory, with a tool of every kind: the application that the
//! tests serve and call.

// The functions are written as an application's are, which nothing but the
// dispatcher calls.
#![allow(
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    clippy::must_use_candidate
)]

use std::sync::{Arc, Mutex, PoisonError};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tooldef::{
    Caller, Cancellation, Dispatcher, DispatcherBuilder, Progress, State, ToolSet, tool, tools,
};

/// One note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Note {
    /// Its number, from 1.
    pub id: u64,
    /// What it says.
    pub text: String,
    /// Who wrote it.
    pub author: String,
}

/// The notes, and what happened to long calls.
#[derive(Debug, Default)]
pub struct Notebook {
    notes: Mutex<Vec<Note>>,
    trace: Mutex<Vec<String>>,
}

impl Notebook {
    /// The notes as they are now.
    #[must_use]
    pub fn notes(&self) -> Vec<Note> {
        self.lock().clone()
    }

    /// What happened to calls of `wait`, in order.
    #[must_use]
    pub fn trace(&self) -> Vec<String> {
        self.trace
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    fn tell(&self, what: &str) {
        self.trace
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(what.to_owned());
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Note>> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A note that is not there.
#[derive(Debug)]
pub struct Missing(u64);

impl std::fmt::Display for Missing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "there is no note {}", self.0)
    }
}

impl std::error::Error for Missing {}

/// Finds notes.
#[tool(
    description = "Search the notes by a text they contain. Returns the matching notes; all notes for an empty text.",
    effect = "read",
    title = "Search notes"
)]
pub fn search(
    /// What to look for; letter case counts.
    #[arg(default)]
    text: &str,
    #[context] notebook: State<Notebook>,
) -> Vec<Note> {
    let mut notes = notebook.notes();
    notes.retain(|note| note.text.contains(text));
    notes
}

/// Reads one note.
#[tool(
    description = "Read one note by its id. Returns its id, text and author.",
    effect = "read"
)]
pub fn read_note(
    /// The note's id.
    id: u64,
    #[context] notebook: State<Notebook>,
) -> Result<Note, Missing> {
    let notes = notebook.notes();
    notes
        .into_iter()
        .find(|note| note.id == id)
        .ok_or(Missing(id))
}

/// Adds a note.
#[tool(
    description = "Save a new note. Takes its text; returns the note with its id. Call once per note.",
    effect = "write"
)]
pub fn save_note(
    /// The note's full text.
    text: String,
    #[context] notebook: State<Notebook>,
    #[context] caller: Caller,
) -> Note {
    let mut notes = notebook.lock();
    let note = Note {
        id: notes.iter().map(|note| note.id).max().unwrap_or(0) + 1,
        text,
        author: caller.id().to_owned(),
    };
    notes.push(note.clone());
    note
}

/// Changes a note.
#[tool(
    description = "Replace the text of a note. Takes its id and the new text; returns the note.",
    effect = "update",
    idempotent
)]
pub fn edit_note(
    /// The note's id.
    id: u64,
    /// The new text.
    text: String,
    #[context] notebook: State<Notebook>,
) -> Result<Note, Missing> {
    let mut notes = notebook.lock();
    let note = notes.iter_mut().find(|note| note.id == id);
    let note = note.ok_or(Missing(id))?;
    note.text = text;
    Ok(note.clone())
}

/// Removes a note.
#[tool(
    description = "Delete a note for good. Takes its id; returns nothing.",
    effect = "destructive"
)]
pub fn delete_note(
    /// The note's id.
    id: u64,
    #[context] notebook: State<Notebook>,
) -> Result<(), Missing> {
    let mut notes = notebook.lock();
    let at = notes.iter().position(|note| note.id == id);
    notes.remove(at.ok_or(Missing(id))?);
    Ok(())
}

/// Tells the notebook when a call of `wait` is dropped.
struct Left<'a>(&'a Notebook, Cancellation);

impl Drop for Left<'_> {
    fn drop(&mut self) {
        let fired = self.1.is_cancelled();
        self.0.tell(if fired { "cancelled" } else { "dropped" });
    }
}

/// Never ends on its own.
#[tool(
    description = "Wait until the call is cancelled. Reports progress once, when it has begun.",
    effect = "read"
)]
pub async fn wait(
    #[context] notebook: State<Notebook>,
    #[context] cancellation: Cancellation,
    #[context] progress: Progress,
) {
    notebook.tell("begun");
    let _left = Left(&notebook, cancellation);
    progress.report(1.0, None);
    std::future::pending::<()>().await;
}

/// Reports how far it is.
#[tool(
    description = "Count to a number. Reports every step as progress; returns the number.",
    effect = "read"
)]
pub async fn count(
    /// How far to count, 10 at most.
    to: u8,
    #[context] progress: Progress,
) -> u8 {
    let to = to.min(10);
    for step in 1..=to {
        progress.report_with(step.into(), Some(to.into()), format!("step {step}"));
    }
    to
}

/// Fails in the worst way.
#[tool(
    description = "Fail by a panic. Use it to see how a broken tool looks.",
    effect = "read"
)]
pub fn explode() {
    panic!("the secret cause");
}

/// Writes to standard output, as a careless tool might.
#[tool(
    description = "Print a line to standard output, which a server must not mind. Returns done.",
    effect = "read"
)]
pub fn chatter() -> &'static str {
    println!("this line is no message");
    "done"
}

/// Whether `wait` was cancelled.
#[tool(
    description = "Tell what happened to the calls of wait so far, in order.",
    effect = "read"
)]
pub fn trace(#[context] notebook: State<Notebook>) -> Vec<String> {
    notebook.trace()
}

/// The notebook's tools.
///
/// # Panics
/// When the set is at fault, which no input can bring about.
#[must_use]
pub fn toolset() -> ToolSet {
    tools! {
        search,
        read_note,
        save_note,
        edit_note,
        delete_note,
        wait,
        count,
        explode,
        chatter,
        trace,
    }
    .expect("a sound set")
}

/// A dispatcher over a notebook, to be set up further.
#[must_use]
pub fn dispatcher(notebook: &Arc<Notebook>) -> DispatcherBuilder {
    Dispatcher::builder(toolset()).shared_state(Arc::clone(notebook))
}
