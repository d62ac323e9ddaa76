//! A notebook kept in a database file, and the four tools over it.

mod store;
mod tools;

pub use store::{Note, Notebook, NotebookError};
// Each name stands for the fn and for the tool made of it.
pub use tools::{delete_note, edit_note, save_note, search_notes};

use tooldef::{ToolSet, ToolSetError, tools};

/// The notebook's tools.
///
/// # Errors
/// None, as long as the tools have distinct names and published descriptions.
pub fn toolset() -> Result<ToolSet, ToolSetError> {
    tools! {
        search_notes,
        save_note,
        edit_note,
        delete_note,
    }
}
