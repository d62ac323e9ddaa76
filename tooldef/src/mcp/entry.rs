//! A definition as an entry of `tools/list`.

use std::sync::Arc;

use rmcp::model::{JsonObject, MetaObject, Tool, ToolAnnotations};
use serde_json::Value;

use super::ServeError;
use crate::{Annotations, Definition, Effect};

/// The key of `_meta` under which the annotations stand that the protocol's
/// hints do not carry.
pub(super) const META_KEY: &str = "tooldef/annotations";

pub(super) fn entry(definition: &Definition) -> Result<Tool, ServeError> {
    let fault = |fault: &str| ServeError::Definition {
        tool: definition.name.to_string(),
        fault: fault.to_owned(),
    };
    let input = schema(&definition.input_schema)
        .ok_or_else(|| fault("the root of its input schema is not an object"))?;
    let mut tool = Tool::new(
        definition.name.to_string(),
        definition.description.clone(),
        input,
    );
    let annotations = &definition.annotations;
    tool.title = annotations.title.as_deref().map(str::to_owned);
    tool.output_schema = definition
        .output_schema
        .as_deref()
        .filter(|schema| is_object_schema(schema))
        .and_then(schema);
    tool.annotations = hints(annotations);
    tool.meta = meta(annotations);
    Ok(tool)
}

/// Only an object may be a tool's output before revision 2026-07-28.
fn is_object_schema(schema: &Value) -> bool {
    schema.get("type").and_then(Value::as_str) == Some("object")
}

/// A schema as it goes over. Clients of older revisions may read one that does
/// not name its dialect as draft 7, so it is named where that would matter.
fn schema(schema: &Value) -> Option<Arc<JsonObject>> {
    let mut object = schema.as_object()?.clone();
    if is_newer_than_draft_7(schema) {
        object
            .entry("$schema")
            .or_insert_with(|| "https://json-schema.org/draft/2020-12/schema".into());
    }
    Some(Arc::new(object))
}

/// Whether a word occurs that draft 7 does not know. A property of such a name
/// counts too; naming the dialect then does no harm.
fn is_newer_than_draft_7(schema: &Value) -> bool {
    const WORDS: [&str; 10] = [
        "$anchor",
        "$defs",
        "$dynamicRef",
        "dependentRequired",
        "dependentSchemas",
        "maxContains",
        "minContains",
        "prefixItems",
        "unevaluatedItems",
        "unevaluatedProperties",
    ];
    match schema {
        Value::Object(object) => object
            .iter()
            .any(|(key, inner)| WORDS.contains(&key.as_str()) || is_newer_than_draft_7(inner)),
        Value::Array(items) => items.iter().any(is_newer_than_draft_7),
        _ => false,
    }
}

/// The protocol's hints, from one table. `update` overwrites, and by the
/// protocol's wording only what adds and nothing else is not destructive. What
/// nothing is known about is left out, never guessed.
fn hints(annotations: &Annotations) -> Option<ToolAnnotations> {
    let (read_only, destructive) = if annotations.destructive == Some(true) {
        (Some(false), Some(true))
    } else {
        match annotations.effect {
            // Two annotations that contradict each other: the cautious one wins.
            Some(Effect::Read) if annotations.read_only == Some(false) => (Some(false), None),
            Some(Effect::Read) => (Some(true), Some(false)),
            Some(Effect::Write) => (Some(false), Some(false)),
            Some(Effect::Update | Effect::Destructive) => (Some(false), Some(true)),
            None => (annotations.read_only, annotations.destructive),
        }
    };
    let title = annotations.title.as_deref().map(str::to_owned);
    let hints = ToolAnnotations::from_raw(
        title,
        read_only,
        destructive,
        annotations.idempotent,
        annotations.open_world,
    );
    (hints != ToolAnnotations::default()).then_some(hints)
}

/// What the hints do not carry.
fn meta(annotations: &Annotations) -> Option<MetaObject> {
    let mut rest = annotations.clone();
    rest.title = None;
    rest.idempotent = None;
    rest.open_world = None;
    if rest == Annotations::new() {
        return None;
    }
    let rest = serde_json::to_value(rest).ok()?;
    Some(MetaObject(JsonObject::from_iter([(
        META_KEY.to_owned(),
        rest,
    )])))
}
