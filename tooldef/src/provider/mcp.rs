//! Model Context Protocol: the entries of `tools/list`, calls and results.
//!
//! - Tool: `{name,title?,description,inputSchema,outputSchema?,annotations?,
//!   _meta?}`. Schemas are JSON Schema 2020-12; an output schema whose root is
//!   not an object is left out, for most revisions of the protocol cannot
//!   carry it. Names are 1 to 128 of `A-Z a-z 0-9 _ - .`.
//! - Hints are written from one table, never left to the protocol's defaults
//!   where the tool says what it does:
//!
//!   | effect | `readOnlyHint` | `destructiveHint` |
//!   |---|---|---|
//!   | read | true | false |
//!   | write | false | false |
//!   | update, destructive | false | true |
//!   | the older `destructive = true`, beside any effect | false | true |
//!   | none | left out | left out |
//!
//!   `update` overwrites, and by the protocol's wording only what adds and
//!   nothing else is not destructive. A tool without an effect keeps what its
//!   older annotations say and nothing is guessed.
//! - The effect, `requires_user_context` and the older annotations travel in
//!   `_meta` under [`META_KEY`], so that none is lost.
//!
//! Source: the schema of the protocol, revisions 2024-11-05 to 2026-07-28.

use serde_json::{Value, json};

use super::call::Entry;
use super::note::{NoteKind, Notes};
use super::outcome::each;
use super::schema::{Object, plain};
use super::{Dialect, ParsedCall, ReadError, ResultForModel};
use crate::{Annotations, Definition, Effect};

/// The key of `_meta` under which a tool's annotations stand in full.
pub const META_KEY: &str = "tooldef/annotations";

pub(super) fn tool(definition: &Definition, input: &Object, notes: &mut Notes) -> Value {
    let annotations = &definition.annotations;
    let mut tool = json!({
        "name": &*definition.name,
        "description": definition.description,
        "inputSchema": input,
    });
    if let Some(title) = &annotations.title {
        tool["title"] = title.as_ref().into();
    }
    if let Some(output) = &definition.output_schema {
        let is_object = output.get("type") == Some(&json!("object"));
        match plain(output) {
            Ok(schema) if is_object => {
                tool["outputSchema"] = schema.into();
            }
            _ if !is_object => notes.add(
                NoteKind::OutputLeftOut,
                "",
                "the output schema is left out: most revisions of MCP take structured results \
                 of objects only, and this tool's is none, so the result goes as text",
            ),
            Ok(_) => {}
            Err(fault) => notes.add(
                NoteKind::OutputLeftOut,
                &fault.path,
                format!("the output schema is left out: {}", fault.problem),
            ),
        }
    }
    let hints = hints(annotations);
    if !hints.is_empty() {
        tool["annotations"] = hints.into();
    }
    if let Some(meta) = meta(annotations) {
        tool["_meta"] = json!({ META_KEY: meta });
    }
    tool
}

/// The protocol's hints for these annotations. Hints that nothing is known
/// about are not there.
#[must_use]
pub fn hints(annotations: &Annotations) -> Object {
    let destroys = annotations.destructive == Some(true);
    let (read_only, destructive) = match annotations.effect {
        _ if destroys => (Some(false), Some(true)),
        // Two annotations that contradict each other: the cautious one wins.
        Some(Effect::Read) => match annotations.read_only {
            Some(false) => (Some(false), None),
            _ => (Some(true), Some(false)),
        },
        Some(Effect::Write) => (Some(false), Some(false)),
        Some(Effect::Update | Effect::Destructive) => (Some(false), Some(true)),
        None => (annotations.read_only, annotations.destructive),
    };
    let mut hints = Object::new();
    if let Some(title) = &annotations.title {
        hints.insert("title".to_owned(), title.as_ref().into());
    }
    for (key, hint) in [
        ("readOnlyHint", read_only),
        ("destructiveHint", destructive),
        ("idempotentHint", annotations.idempotent),
        ("openWorldHint", annotations.open_world),
    ] {
        if let Some(hint) = hint {
            hints.insert(key.to_owned(), hint.into());
        }
    }
    hints
}

/// The annotations that the protocol's hints do not carry.
fn meta(annotations: &Annotations) -> Option<Value> {
    let mut rest = annotations.clone();
    rest.title = None;
    rest.idempotent = None;
    rest.open_world = None;
    if rest == Annotations::new() {
        return None;
    }
    serde_json::to_value(rest).ok()
}

/// The call of a `tools/call` request, of its `params`, or the calls of a list
/// of either.
///
/// The call's id is that of the request, as text. The response is the
/// transport's to write, with the request's own id.
pub(super) fn read(dialect: Dialect, message: &Value) -> Result<Vec<ParsedCall>, ReadError> {
    if message.is_array() {
        let entries = Entry::list(dialect, "", message)?;
        return entries.iter().map(of_request).collect();
    }
    Ok(vec![of_request(&Entry::new(
        dialect,
        "request".to_owned(),
        message,
    )?)?])
}

fn of_request(request: &Entry<'_>) -> Result<ParsedCall, ReadError> {
    if !request.object.contains_key("method") {
        let name = request.text("name")?.to_owned();
        return Ok(ParsedCall::new(None, name, request.object.get("arguments")));
    }
    if request.text("method")? != "tools/call" {
        return Err(request.fault("method", "expected `tools/call`"));
    }
    let number;
    let id = match request.object.get("id") {
        Some(Value::Number(id)) if !id.is_f64() => {
            number = id.to_string();
            Some(number.as_str())
        }
        Some(Value::Number(_)) => return Err(request.fault("id", "not a whole number")),
        _ => request.optional_text("id")?,
    };
    let params = request.member("params")?;
    let name = params.text("name")?.to_owned();
    Ok(ParsedCall::new(id, name, params.object.get("arguments")))
}

/// One `tools/call` result for each result, without the JSON-RPC around it.
pub(super) fn write(results: &[ResultForModel<'_>]) -> Value {
    each(results, |result| {
        json!({
            "content": [{ "type": "text", "text": result.text }],
            "isError": result.is_error,
        })
    })
    .into()
}
