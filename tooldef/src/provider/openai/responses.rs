//! The Responses API: its tools, calls and results.

use serde_json::{Value, json};

use super::super::call::Entry;
use super::super::note::Notes;
use super::super::outcome::each;
use super::super::schema::{Fault, Object};
use super::super::{Dialect, ParsedCall, ReadError, ResultForModel};
use crate::Definition;

pub(in crate::provider) fn tool(
    definition: &Definition,
    plain: Object,
    strict: bool,
    notes: &mut Notes,
) -> Result<Value, Fault> {
    super::note_description(&definition.description, notes);
    let (parameters, strict) = super::parameters(plain, strict, notes)?;
    Ok(json!({
        "type": "function",
        "name": &*definition.name,
        "description": definition.description,
        "parameters": parameters,
        "strict": strict,
    }))
}

/// Calls of a response, a list of output items, or one item.
///
/// Items of other kinds (reasoning, messages, hosted and custom tools) are
/// left to whoever asked for them. Calls are answered by `call_id`; the item's
/// own `id` is something else.
pub(in crate::provider) fn read(
    dialect: Dialect,
    message: &Value,
) -> Result<Vec<ParsedCall>, ReadError> {
    let items = match message.get("output") {
        Some(output) => Entry::list(dialect, "output", output)?,
        None if message.is_array() => Entry::list(dialect, "", message)?,
        None => {
            let item = Entry::new(dialect, "item".to_owned(), message)?;
            if item.kind().is_none() {
                let problem = "neither a response (no `output`) nor an item (no `type`)";
                return Err(ReadError::new(dialect, item.place, problem));
            }
            vec![item]
        }
    };
    let mut calls = Vec::new();
    for item in &items {
        if item.kind() == Some("function_call") {
            let name = item.text("name")?.to_owned();
            let id = item.text("call_id")?;
            let arguments = item.object.get("arguments");
            calls.push(ParsedCall::new(Some(id), name, arguments));
        }
    }
    Ok(calls)
}

/// One `function_call_output` item for each result.
pub(in crate::provider) fn write(results: &[ResultForModel<'_>]) -> Value {
    each(results, |result| {
        let mut item = json!({ "type": "function_call_output", "output": result.text });
        if result.id_given {
            item["call_id"] = result.id.into();
        }
        item
    })
    .into()
}
