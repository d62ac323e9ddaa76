//! The notebook's tools: ordinary fns with an attribute.

use tooldef::{State, tool};

use super::{Note, Notebook, NotebookError};

/// How many notes a search gives back unless told otherwise.
const SEARCH_LIMIT: usize = 10;

/// Finds notes whose text or labels contain a text, newest first.
///
/// # Errors
/// [`NotebookError`] when the database cannot be read.
#[tool(
    description = "Search the notebook. Takes a text to look for, ignoring case; an empty one finds \
                   everything. Returns the matching notes with their ids, newest first.",
    effect = "read"
)]
pub fn search_notes(
    /// What to look for, in the text and the labels.
    query: &str,
    /// How many notes to return at most; 10 if left out.
    limit: Option<usize>,
    #[context] notebook: &State<Notebook>,
) -> Result<Vec<Note>, NotebookError> {
    notebook.search(query, limit.unwrap_or(SEARCH_LIMIT))
}

/// Adds a note.
///
/// # Errors
/// [`NotebookError`] when the database cannot be written.
#[tool(
    description = "Save a new note. Takes its text and any labels; returns the note with its new id. \
                   Call it once per note.",
    effect = "write"
)]
pub fn save_note(
    /// The note's full text.
    text: &str,
    /// Labels to file it under.
    #[arg(default)]
    labels: Vec<String>,
    #[context] notebook: &State<Notebook>,
) -> Result<Note, NotebookError> {
    notebook.save(text, labels)
}

/// Replaces the text of a note.
///
/// # Errors
/// [`NotebookError`] when there is no such note, or the database cannot be
/// written.
#[tool(
    description = "Replace the text of a note. Takes its id and the complete new text; the labels stay. \
                   Returns the changed note.",
    effect = "update",
    idempotent
)]
pub fn edit_note(
    /// The note's id, as a search returns it.
    id: u64,
    /// The complete new text.
    text: &str,
    #[context] notebook: &State<Notebook>,
) -> Result<Note, NotebookError> {
    notebook.edit(id, text)
}

/// Deletes a note.
///
/// # Errors
/// [`NotebookError`] when there is no such note, or the database cannot be
/// written.
#[tool(
    description = "Delete a note for good. Takes its id; returns a sentence that says so. \
                   There is no way to get the note back.",
    effect = "destructive"
)]
pub fn delete_note(
    /// The note's id, as a search returns it.
    id: u64,
    #[context] notebook: &State<Notebook>,
) -> Result<String, NotebookError> {
    notebook.delete(id)?;
    Ok(format!("Note {id} is deleted."))
}
