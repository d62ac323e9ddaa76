//! Bedrock Converse.
//!
//! - Tool: `{toolSpec:{name,description,inputSchema:{json}}}`, an entry of
//!   `toolConfig.tools`. The schema is plain JSON Schema 2020-12; a root with
//!   a union is refused, for models behind Bedrock refuse it. Names are 1 to
//!   64 of `A-Z a-z 0-9 _ -`.
//! - Call: a block `{toolUse:{toolUseId,name,input: object}}`.
//! - Result: `{toolResult:{toolUseId,content:[{text}],status}}` with the
//!   status `success` or `error`, all in the next user message.
//!
//! Source: the API reference of `Converse`.

use serde_json::{Value, json};

use super::call::Entry;
use super::outcome::each;
use super::schema::{Fault, Object};
use super::{Dialect, ParsedCall, ReadError, ResultForModel};
use crate::Definition;

pub(super) fn tool(definition: &Definition, plain: &Object) -> Result<Value, Fault> {
    super::refuse_root_union(plain)?;
    Ok(json!({
        "toolSpec": {
            "name": &*definition.name,
            "description": definition.description,
            "inputSchema": { "json": plain },
        }
    }))
}

/// Calls of a response, a message, or a list of content blocks.
pub(super) fn read(dialect: Dialect, message: &Value) -> Result<Vec<ParsedCall>, ReadError> {
    let blocks = if message.is_array() {
        Entry::list(dialect, "", message)?
    } else {
        let mut entry = Entry::new(dialect, "message".to_owned(), message)?;
        if entry.object.contains_key("output") {
            entry = entry.member("output")?.member("message")?;
        }
        match entry.object.get("content") {
            Some(content) => Entry::list(dialect, &format!("{}.content", entry.place), content)?,
            None => return Err(entry.fault("content", "missing: this is not a Converse message")),
        }
    };
    let mut calls = Vec::new();
    for block in &blocks {
        if block.object.contains_key("toolUse") {
            let call = block.member("toolUse")?;
            let name = call.text("name")?.to_owned();
            let id = call.text("toolUseId")?;
            calls.push(ParsedCall::new(Some(id), name, call.object.get("input")));
        }
    }
    Ok(calls)
}

/// One user message with all results.
pub(super) fn write(results: &[ResultForModel<'_>]) -> Value {
    let blocks = each(results, |result| {
        json!({
            "toolResult": {
                "toolUseId": result.id,
                "content": [{ "text": result.text }],
                "status": if result.is_error { "error" } else { "success" },
            }
        })
    });
    json!({ "role": "user", "content": blocks })
}
