//! Chat Completions: its tools, calls and results.

use serde_json::{Value, json};

use super::super::call::{Entry, chosen};
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
    let (parameters, is_strict) = super::parameters(plain, strict, notes)?;
    let mut function = json!({
        "name": &*definition.name,
        "description": definition.description,
        "parameters": parameters,
    });
    // Left out where it was not asked for: servers that speak this wire form
    // refuse members they do not know.
    if strict {
        function["strict"] = is_strict.into();
    }
    Ok(json!({ "type": "function", "function": function }))
}

/// Calls of a response, a choice, a message, or a list of `tool_calls`.
///
/// Entries of other tools (`type: "custom"`) are left to whoever offered them.
pub(in crate::provider) fn read(
    dialect: Dialect,
    message: &Value,
) -> Result<Vec<ParsedCall>, ReadError> {
    if message.is_array() {
        return calls(Entry::list(dialect, "", message)?);
    }
    if let Some(choices) = message.get("choices") {
        return chosen(dialect, "choices", choices, |choice, place| {
            let choice = Entry::new(dialect, place, choice)?;
            of_message(&choice.member("message")?)
        });
    }
    let entry = Entry::new(dialect, "message".to_owned(), message)?;
    match message.get("message") {
        Some(_) => of_message(&entry.member("message")?),
        None if entry.object.contains_key("function") => calls(vec![entry]),
        None => of_message(&entry),
    }
}

fn of_message(message: &Entry<'_>) -> Result<Vec<ParsedCall>, ReadError> {
    if message
        .object
        .get("function_call")
        .is_some_and(|call| !call.is_null())
    {
        let problem = "this older form has no call ids; offer tools under `tools`, not `functions`";
        return Err(message.fault("function_call", problem));
    }
    match message.object.get("tool_calls") {
        Some(Value::Null) => Ok(Vec::new()),
        Some(list) => {
            let place = format!("{}.tool_calls", message.place);
            calls(Entry::list(message.dialect, &place, list)?)
        }
        None if message.object.contains_key("role") || message.object.contains_key("content") => {
            Ok(Vec::new())
        }
        None => Err(ReadError::new(
            message.dialect,
            message.place.clone(),
            "not an assistant message: it has neither `role`, `content` nor `tool_calls`",
        )),
    }
}

fn calls(entries: Vec<Entry<'_>>) -> Result<Vec<ParsedCall>, ReadError> {
    let mut calls = Vec::with_capacity(entries.len());
    for entry in entries {
        if entry.kind() == Some("custom") {
            continue;
        }
        let function = entry.member("function")?;
        let name = function.text("name")?.to_owned();
        let arguments = function.object.get("arguments");
        calls.push(ParsedCall::new(entry.optional_text("id")?, name, arguments));
    }
    Ok(calls)
}

/// One message with the role `tool` for each result.
pub(in crate::provider) fn write(results: &[ResultForModel<'_>]) -> Value {
    each(results, |result| {
        let mut message = json!({ "role": "tool", "content": result.text });
        if result.id_given {
            message["tool_call_id"] = result.id.into();
        }
        message
    })
    .into()
}
