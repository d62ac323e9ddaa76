//! OpenAI: Chat Completions and Responses, plain and strict.
//!
//! | part | Chat Completions | Responses |
//! |---|---|---|
//! | tool | `{type:"function",function:{name,description,parameters,strict?}}` | the same, flat |
//! | call | `tool_calls[]{id,type,function:{name,arguments: text}}` | `{type:"function_call",call_id,name,arguments: text}` |
//! | result | `{role:"tool",tool_call_id,content}` | `{type:"function_call_output",call_id,output}` |
//!
//! There is no flag for errors: the text says so. The Responses API tries
//! strict when `strict` is left out, so that it is always written there. Names
//! are 1 to 64 of `A-Z a-z 0-9 _ -`. The root must be an object without a
//! union beside it. A schema without `strict` is otherwise plain JSON Schema
//! 2020-12; every array has `items`, for the API refuses those without.
//!
//! Noted, for the API's behaviour has changed over time: more than 128 tools,
//! and descriptions of more than 1024 characters.
//!
//! Source: the types of the `openai` package; the API reference.

pub(super) mod chat;
mod nullable;
pub(super) mod responses;
mod strict;

use serde_json::Value;

use super::note::{NoteKind, Notes};
use super::schema::{Fault, Object};

/// Descriptions up to this many characters were never refused.
const DESCRIPTION_LIMIT: usize = 1024;

/// The most tools in one request.
pub(super) const TOOL_LIMIT: usize = 128;

/// The parameters to send, and whether they are strict.
fn parameters(plain: Object, wanted: bool, notes: &mut Notes) -> Result<(Value, bool), Fault> {
    super::refuse_root_union(&plain)?;
    if wanted {
        let mut own = Notes::default();
        match strict::strict(&plain, &mut own) {
            Ok(schema) => {
                for note in own.list {
                    notes.add(note.kind, &note.path, note.text);
                }
                return Ok((schema.into(), true));
            }
            Err(fault) => notes.not_strict(&fault),
        }
    }
    Ok((plain.into(), false))
}

fn note_description(description: &str, notes: &mut Notes) {
    let length = description.chars().count();
    if length > DESCRIPTION_LIMIT {
        let text = format!(
            "the description is {length} characters long; the API has refused more than {DESCRIPTION_LIMIT}"
        );
        notes.add(NoteKind::Risk, "", text);
    }
}
