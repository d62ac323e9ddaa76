//! The JSON Schema of a list of task tools, for editors and for whoever writes
//! such lists.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};

use super::TaskTools;

/// The keys of an action with pinned arguments; the first one names it.
pub(super) const METHOD: &[&str] = &["method", "defaults"];

/// The keys of an application method; the first one names it.
pub(super) const APP_METHOD: &[&str] = &["appMethod", "description", "defaults"];

impl TaskTools {
    /// The JSON Schema (2020-12) of such a list.
    #[must_use]
    pub fn schema() -> Value {
        json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "Task tools",
            "description": "The tools of a task. Names must not repeat.",
            "type": "array",
            "items": { "oneOf": [action(), method(), app_method()] },
        })
    }
}

impl JsonSchema for TaskTools {
    fn schema_name() -> Cow<'static, str> {
        "TaskTools".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "The tools of a task. Names must not repeat.",
            "type": "array",
            "items": { "oneOf": [action(), method(), app_method()] },
        })
    }
}

fn action() -> Value {
    json!({
        "description": "An action of the catalogue, by name.",
        "type": "string",
        "minLength": 1,
        "maxLength": crate::NAME_LIMIT,
        "pattern": "^[a-zA-Z0-9_-]+$",
    })
}

fn defaults() -> Value {
    json!({
        "description": "Arguments that the model neither sees nor can override; objects are merged key by key.",
        "type": "object",
    })
}

fn method() -> Value {
    json!({
        "description": "An action of the catalogue with pinned arguments.",
        "type": "object",
        "properties": { "method": action(), "defaults": defaults() },
        "required": ["method"],
        "additionalProperties": false,
    })
}

fn app_method() -> Value {
    let mut name = action();
    name["description"] = "One of the application's own methods, by id.".into();
    json!({
        "description": "One of the application's own methods, run as the invoking user.",
        "type": "object",
        "properties": {
            "appMethod": name,
            "description": {
                "description": "What the model reads in place of the method's own description.",
                "type": "string",
                "minLength": 1,
            },
            "defaults": defaults(),
        },
        "required": ["appMethod"],
        "additionalProperties": false,
    })
}
