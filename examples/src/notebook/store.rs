//! The notes, in one file of an embedded database.

use std::path::Path;

use redb::{Database, ReadableTable as _, TableDefinition};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Notes as JSON, by id.
const NOTES: TableDefinition<'_, u64, &str> = TableDefinition::new("notes");

/// A note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Note {
    /// Identifies the note.
    pub id: u64,
    /// The full text.
    pub text: String,
    /// What it is filed under.
    pub labels: Vec<String>,
}

/// What can go wrong with the notebook.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotebookError {
    /// No note has this id.
    #[error("there is no note {0}; search_notes returns the ids")]
    NoSuchNote(u64),
    /// The database, or the file it is in, failed.
    #[error("the notebook's database failed")]
    Database(#[source] Box<redb::Error>),
    /// A note in the database is not what this program writes.
    #[error("a stored note cannot be read")]
    Stored(#[source] serde_json::Error),
}

// The database has an error type for each step; to a caller they are one.
impl<E: Into<redb::Error>> From<E> for NotebookError {
    fn from(error: E) -> Self {
        Self::Database(Box::new(error.into()))
    }
}

impl Note {
    fn read(stored: &str) -> Result<Self, NotebookError> {
        serde_json::from_str(stored).map_err(NotebookError::Stored)
    }

    fn written(&self) -> Result<String, NotebookError> {
        serde_json::to_string(self).map_err(NotebookError::Stored)
    }
}

/// A notebook in a file. One process can have it open at a time.
#[derive(Debug)]
pub struct Notebook(Database);

impl Notebook {
    /// Opens the notebook in this file. A new one starts with three notes.
    ///
    /// # Errors
    /// [`NotebookError`] when the file cannot be made or opened, for instance
    /// because another process has it open.
    pub fn open(path: &Path) -> Result<Self, NotebookError> {
        let new = !path.exists();
        if let Some(directory) = path.parent() {
            std::fs::create_dir_all(directory)?;
        }
        let notebook = Self(Database::create(path)?);
        if new {
            for (text, label) in [
                ("Call the dentist about Thursday", "health"),
                ("Buy milk, bread and apples", "shopping"),
                ("The bicycle's front tyre takes 4 bar", "house"),
            ] {
                notebook.save(text, vec![label.to_owned()])?;
            }
        }
        Ok(notebook)
    }

    /// The notes that contain the query, newest first, `limit` at most.
    ///
    /// # Errors
    /// [`NotebookError`] when the database cannot be read.
    pub fn search(&self, query: &str, limit: usize) -> Result<Vec<Note>, NotebookError> {
        let query = query.to_lowercase();
        let reading = self.0.begin_read()?;
        let notes = reading.open_table(NOTES)?;
        let mut found = Vec::new();
        for entry in notes.iter()?.rev() {
            let note = Note::read(entry?.1.value())?;
            let mut texts = std::iter::once(&note.text).chain(&note.labels);
            if texts.any(|text| text.to_lowercase().contains(&query)) {
                found.push(note);
            }
            if found.len() >= limit {
                break;
            }
        }
        found.truncate(limit);
        Ok(found)
    }

    /// Adds a note.
    ///
    /// # Errors
    /// [`NotebookError`] when the database cannot be written.
    pub fn save(&self, text: &str, labels: Vec<String>) -> Result<Note, NotebookError> {
        let writing = self.0.begin_write()?;
        let note = {
            let mut notes = writing.open_table(NOTES)?;
            let last = notes.last()?.map_or(0, |(id, _)| id.value());
            let note = Note {
                id: last + 1,
                text: text.to_owned(),
                labels,
            };
            notes.insert(note.id, note.written()?.as_str())?;
            note
        };
        writing.commit()?;
        Ok(note)
    }

    /// Replaces a note's text.
    ///
    /// # Errors
    /// [`NotebookError`] when there is no such note, or the database cannot be
    /// written.
    pub fn edit(&self, id: u64, text: &str) -> Result<Note, NotebookError> {
        let writing = self.0.begin_write()?;
        let note = {
            let mut notes = writing.open_table(NOTES)?;
            let mut note = match notes.get(id)? {
                Some(stored) => Note::read(stored.value())?,
                None => return Err(NotebookError::NoSuchNote(id)),
            };
            text.clone_into(&mut note.text);
            notes.insert(id, note.written()?.as_str())?;
            note
        };
        writing.commit()?;
        Ok(note)
    }

    /// Deletes a note.
    ///
    /// # Errors
    /// [`NotebookError`] when there is no such note, or the database cannot be
    /// written.
    pub fn delete(&self, id: u64) -> Result<(), NotebookError> {
        let writing = self.0.begin_write()?;
        let gone = writing.open_table(NOTES)?.remove(id)?.is_some();
        if !gone {
            return Err(NotebookError::NoSuchNote(id));
        }
        writing.commit()?;
        Ok(())
    }
}
