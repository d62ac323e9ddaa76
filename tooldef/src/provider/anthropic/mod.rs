//! Anthropic Messages, plain and strict.
//!
//! - Tool: `{name,description,input_schema,strict?}`.
//! - Call: a block `{type:"tool_use",id,name,input: object}`.
//! - Result: `{type:"tool_result",tool_use_id,content,is_error}`; all results
//!   of a turn come first in the very next user message, which is what is
//!   written here.
//!
//! Without `strict` the schema is plain JSON Schema 2020-12. A root with
//! `oneOf`, `anyOf` or `allOf` fails the whole request and is refused here by
//! name. The API has also refused parameter names other than 1 to 64 of
//! `A-Z a-z 0-9 _ . -`; such names are noted.
//!
//! Per request at most 20 strict tools, with 24 optional and 16 union-typed
//! parameters among them; tools beyond, in order, are not strict.
//!
//! Source: the types of the `anthropic` package and its `transform_schema`;
//! the API documentation on strict tool use.

mod strict;

use serde_json::{Value, json};

use super::call::Entry;
use super::note::{NoteKind, Notes};
use super::outcome::each;
use super::schema::{Fault, Object, below};
use super::{Dialect, ParsedCall, ReadError, ResultForModel};
use crate::Definition;

/// What strict tools of one request may still use.
#[derive(Debug)]
pub(super) struct Budget {
    tools: usize,
    optional: usize,
    unions: usize,
}

impl Budget {
    pub(super) const fn new() -> Self {
        Self {
            tools: 20,
            optional: 24,
            unions: 16,
        }
    }

    /// Takes a tool's share, or says what it is too much for.
    fn take(&mut self, optional: usize, unions: usize) -> Result<(), Fault> {
        let over = |what: &str| {
            let problem = format!("the request's limit on {what} is used up");
            Err(Fault::new(
                "#",
                "strict",
                problem,
                "offer fewer strict tools",
            ))
        };
        if self.tools == 0 {
            return over("strict tools");
        }
        if optional > self.optional {
            return over("optional parameters of strict tools");
        }
        if unions > self.unions {
            return over("union-typed parameters of strict tools");
        }
        self.tools -= 1;
        self.optional -= optional;
        self.unions -= unions;
        Ok(())
    }
}

/// The tool; strict when there is a budget and it suffices.
pub(super) fn tool(
    definition: &Definition,
    plain: Object,
    budget: Option<&mut Budget>,
    notes: &mut Notes,
) -> Result<Value, Fault> {
    super::refuse_root_union(&plain)?;
    note_names(&plain, notes);
    let mut tool = json!({
        "name": &*definition.name,
        "description": definition.description,
    });
    if let Some(budget) = budget {
        let mut own = Notes::default();
        let written = strict::strict(&plain, &mut own).and_then(|strict| {
            budget.take(strict.optional, strict.unions)?;
            Ok(strict.schema)
        });
        match written {
            Ok(schema) => {
                for note in own.list {
                    notes.add(note.kind, &note.path, note.text);
                }
                tool["input_schema"] = schema.into();
                tool["strict"] = true.into();
                return Ok(tool);
            }
            Err(fault) => notes.not_strict(&fault),
        }
        tool["strict"] = false.into();
    }
    tool["input_schema"] = plain.into();
    Ok(tool)
}

fn note_names(plain: &Object, notes: &mut Notes) {
    let members = plain.get("properties").and_then(Value::as_object);
    for name in members.into_iter().flat_map(Object::keys) {
        let legal = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte);
        if name.is_empty() || name.len() > 64 || !name.bytes().all(legal) {
            let text =
                "the API has refused parameter names other than 1 to 64 of `A-Z a-z 0-9 _ . -`";
            notes.add(NoteKind::Risk, &below("#/properties", name), text);
        }
    }
}

/// Calls of a response, a message, a list of content blocks, or one block.
///
/// Tools that the provider runs itself (`server_tool_use`, `mcp_tool_use`) are
/// not calls to us.
pub(super) fn read(dialect: Dialect, message: &Value) -> Result<Vec<ParsedCall>, ReadError> {
    let blocks = match message.get("content") {
        Some(Value::String(_)) => return Ok(Vec::new()),
        Some(content) => Entry::list(dialect, "content", content)?,
        None if message.is_array() => Entry::list(dialect, "", message)?,
        None => {
            let block = Entry::new(dialect, "block".to_owned(), message)?;
            if block.kind().is_none() {
                let problem = "neither a message (no `content`) nor a block (no `type`)";
                return Err(ReadError::new(dialect, block.place, problem));
            }
            vec![block]
        }
    };
    let mut calls = Vec::new();
    for block in &blocks {
        if block.kind() == Some("tool_use") {
            let name = block.text("name")?.to_owned();
            let id = block.text("id")?;
            calls.push(ParsedCall::new(Some(id), name, block.object.get("input")));
        }
    }
    Ok(calls)
}

/// One user message that begins with all results.
pub(super) fn write(results: &[ResultForModel<'_>]) -> Value {
    let blocks = each(results, |result| {
        json!({
            "type": "tool_result",
            "tool_use_id": result.id,
            "content": result.text,
            "is_error": result.is_error,
        })
    });
    json!({ "role": "user", "content": blocks })
}
