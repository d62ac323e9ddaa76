//! Gemini: `parametersJsonSchema` by default, the older `parameters` on
//! request.
//!
//! - Tools: one entry `{functionDeclarations:[{name,description,…}]}` with
//!   either `parametersJsonSchema` or `parameters`, never both; no entry when
//!   there are no tools.
//! - Call: a part `{functionCall:{id?,name,args: object}}`.
//! - Result: `{functionResponse:{id?,name,response: object}}`, in which the
//!   text stands under `output`, or under `error` when the call failed. It is
//!   always sent as text, so that a `$ref` in it is never read as a reference.
//!   An id is sent back only where one was received.
//!
//! Parts of the model's turn, with the `thoughtSignature` they carry, are read
//! and never rewritten: replay them as received.
//!
//! Names start with a letter or an underscore, then `A-Z a-z 0-9 _ -`, 64 at
//! most (Gemini itself would also take dots and colons).
//!
//! Source: the types of the `google-genai` package
//! (`FunctionDeclaration`, `FunctionCall`, `FunctionResponse`).

mod cycles;
mod json_schema;
mod nullable;
mod parameters;

use serde_json::{Value, json};

use super::call::{Entry, chosen};
use super::note::Notes;
use super::outcome::each;
use super::schema::{Fault, Object};
use super::{Dialect, ParsedCall, ReadError, ResultForModel};
use crate::Definition;

/// One function declaration.
pub(super) fn tool(
    definition: &Definition,
    plain: &Object,
    older: bool,
    notes: &mut Notes,
) -> Result<Value, Fault> {
    super::refuse_root_union(plain)?;
    let mut declaration = json!({
        "name": &*definition.name,
        "description": definition.description,
    });
    if older {
        declaration["parameters"] = parameters::write(plain, notes)?.into();
    } else {
        declaration["parametersJsonSchema"] = json_schema::write(plain, notes)?.into();
    }
    Ok(declaration)
}

/// Calls of a response, a content, a list of parts, one part, or the chunks of
/// a stream.
pub(super) fn read(dialect: Dialect, message: &Value) -> Result<Vec<ParsedCall>, ReadError> {
    if let Value::Array(items) = message {
        let mut calls = Vec::new();
        for (index, item) in items.iter().enumerate() {
            let place = format!("[{index}]");
            calls.extend(of_item(&Entry::new(dialect, place, item)?)?);
        }
        return Ok(calls);
    }
    of_item(&Entry::new(dialect, "message".to_owned(), message)?)
}

fn of_item(item: &Entry<'_>) -> Result<Vec<ParsedCall>, ReadError> {
    let dialect = item.dialect;
    if let Some(candidates) = item.object.get("candidates") {
        let place = format!("{}.candidates", item.place);
        return chosen(dialect, &place, candidates, |candidate, place| {
            let candidate = Entry::new(dialect, place, candidate)?;
            match candidate.object.get("content") {
                // A candidate that was stopped has no content.
                None | Some(Value::Null) => Ok(Vec::new()),
                Some(_) => of_item(&candidate.member("content")?),
            }
        });
    }
    match item.object.get("parts") {
        Some(Value::Null) => Ok(Vec::new()),
        Some(parts) => {
            let parts = Entry::list(dialect, &format!("{}.parts", item.place), parts)?;
            let calls: Result<Vec<_>, _> = parts.iter().filter_map(of_part).collect();
            calls
        }
        None => Ok(of_part(item).transpose()?.into_iter().collect()),
    }
}

/// The call in a part, which SDKs also spell in snake case.
fn of_part(part: &Entry<'_>) -> Option<Result<ParsedCall, ReadError>> {
    let key = ["functionCall", "function_call"]
        .into_iter()
        .find(|key| part.object.get(*key).is_some_and(|call| !call.is_null()))?;
    Some(part.member(key).and_then(|call| {
        for partial in ["willContinue", "will_continue"] {
            if call.object.get(partial) == Some(&Value::Bool(true)) {
                return Err(call.fault(partial, "part of a call; gather the whole stream first"));
            }
        }
        let name = call.text("name")?.to_owned();
        Ok(ParsedCall::new(
            call.optional_text("id")?,
            name,
            call.object.get("args"),
        ))
    }))
}

/// One content with a part for each result.
pub(super) fn write(results: &[ResultForModel<'_>]) -> Value {
    let parts = each(results, |result| {
        let key = if result.is_error { "error" } else { "output" };
        let mut response = json!({ "name": result.name, "response": { key: result.text } });
        if result.id_given {
            response["id"] = result.id.into();
        }
        json!({ "functionResponse": response })
    });
    json!({ "role": "user", "parts": parts })
}
