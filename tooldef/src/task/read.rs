//! Reads a list of task tools from JSON, and says in one line what is wrong.

use serde_json::{Map, Value};

use super::fault::{Place, TaskToolFault, TaskToolProblem, TaskToolsError};
use super::{TaskToolConfig, shape};
use crate::arguments::Limits;
use crate::arguments::parse::parse_value;
use crate::near::near_clause;
use crate::schema::in_order;

type Faults = Vec<TaskToolFault>;

/// Reads the text of a list.
pub(super) fn text(text: &str) -> Result<Vec<TaskToolConfig>, TaskToolsError> {
    let value = parse_value(text, Limits::default().depth).map_err(|fault| {
        let problem = TaskToolProblem::Json(fault.to_string());
        TaskToolsError(vec![TaskToolFault::new("tools", problem)])
    })?;
    list(value)
}

/// Reads a list.
pub(super) fn list(value: Value) -> Result<Vec<TaskToolConfig>, TaskToolsError> {
    let Value::Array(entries) = value else {
        let got = kind(&value);
        let fault = TaskToolFault::new("tools", TaskToolProblem::List { got });
        return Err(TaskToolsError(vec![fault]));
    };
    let mut faults = Vec::new();
    let configs: Vec<_> = entries
        .into_iter()
        .enumerate()
        .filter_map(|(at, entry)| entry_at(&Place(at), entry, &mut faults))
        .collect();
    if faults.is_empty() {
        Ok(configs)
    } else {
        Err(TaskToolsError(faults))
    }
}

fn entry_at(place: &Place, entry: Value, faults: &mut Faults) -> Option<TaskToolConfig> {
    match entry {
        Value::String(name) => Some(TaskToolConfig::action(name)),
        Value::Object(object) => object_at(place, object, faults),
        other => {
            let why = format!("expected a text or an object, got {}", kind(&other));
            faults.push(TaskToolFault::new(
                place.to_string(),
                TaskToolProblem::Shape { why },
            ));
            None
        }
    }
}

fn object_at(
    place: &Place,
    mut object: Map<String, Value>,
    faults: &mut Faults,
) -> Option<TaskToolConfig> {
    let before = faults.len();
    let has = |key: &str| object.contains_key(key);
    if let Some(why) = wrong_shape(has) {
        faults.push(TaskToolFault::new(
            place.to_string(),
            TaskToolProblem::Shape { why },
        ));
        return None;
    }
    let keys = if has("method") {
        shape::METHOD
    } else {
        shape::APP_METHOD
    };
    for (key, _) in in_order(&object) {
        if !keys.contains(&key) {
            let near = near_clause(key, keys.iter().copied());
            faults.push(TaskToolFault::new(
                place.key(key),
                TaskToolProblem::UnknownKey { near },
            ));
        }
    }
    let name = text_at(place, keys[0], object.remove(keys[0]), faults);
    let description = text_at(place, "description", object.remove("description"), faults);
    let defaults = match object.remove("defaults") {
        None => None,
        Some(value @ Value::Object(_)) => Some(value),
        Some(other) => {
            faults.push(TaskToolFault::new(
                place.key("defaults"),
                TaskToolProblem::Type {
                    expected: "an object of pinned arguments",
                    got: kind(&other),
                },
            ));
            None
        }
    };
    let name = name.filter(|_| faults.len() == before)?;
    let mut config = if keys[0] == "method" {
        TaskToolConfig::action(name)
    } else {
        TaskToolConfig::app_method(name)
    };
    if let Some(text) = description {
        config = config.description(text);
    }
    Some(match defaults {
        Some(pinned) => config.defaults(pinned),
        None => config,
    })
}

/// What is wrong with an object of these keys, as far as its shape goes.
fn wrong_shape(has: impl Fn(&str) -> bool) -> Option<String> {
    let inline: Vec<&str> = ["name", "inputSchema", "execute"]
        .into_iter()
        .filter(|key| has(key))
        .collect();
    let named = has("method") || has("appMethod");
    if has("method") && has("appMethod") {
        Some("`method` and `appMethod` are two shapes".into())
    } else if named && !inline.is_empty() {
        Some(format!(
            "`{}` belongs to an inline tool, another shape",
            inline[0]
        ))
    } else if has("method") && has("description") {
        Some("`description` belongs to `appMethod`, another shape".into())
    } else if named {
        None
    } else if !inline.is_empty() {
        Some("an inline tool cannot be read from JSON: give it from Rust".into())
    } else {
        Some("neither `method` nor `appMethod` is there".into())
    }
}

fn text_at(
    place: &Place,
    key: &'static str,
    value: Option<Value>,
    faults: &mut Faults,
) -> Option<String> {
    match value? {
        Value::String(text) => Some(text),
        other => {
            faults.push(TaskToolFault::new(
                place.key(key),
                TaskToolProblem::Type {
                    expected: "a text",
                    got: kind(&other),
                },
            ));
            None
        }
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
