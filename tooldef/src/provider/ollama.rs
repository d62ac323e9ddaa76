//! Ollama's own chat API.
//!
//! - Tool: as in Chat Completions, `{type:"function",function:{…}}`, with plain
//!   JSON Schema 2020-12.
//! - Call: `message.tool_calls[]{function:{name,arguments: object}}`, in older
//!   versions without an id.
//! - Result: `{role:"tool",tool_name,content}`, matched by order and name.
//!   There is no flag for errors: the text says so.
//!
//! Source: the API documentation of Ollama.

use serde_json::{Value, json};

use super::note::Notes;
use super::outcome::each;
use super::schema::{Fault, Object};
use super::{ResultForModel, openai};
use crate::Definition;

pub(super) fn tool(
    definition: &Definition,
    plain: Object,
    notes: &mut Notes,
) -> Result<Value, Fault> {
    openai::chat::tool(definition, plain, false, notes)
}

/// One message with the role `tool` for each result.
pub(super) fn write(results: &[ResultForModel<'_>]) -> Value {
    each(results, |result| {
        let mut message = json!({
            "role": "tool",
            "tool_name": result.name,
            "content": result.text,
        });
        if result.id_given {
            message["tool_call_id"] = result.id.into();
        }
        message
    })
    .into()
}
