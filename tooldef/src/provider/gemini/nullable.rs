//! `nullable` and unions in the way of OpenAPI 3.0.

use serde_json::Value;

use super::super::schema::{Fault, Object, below};
use super::parameters::REMEDY;

/// Takes null out of `type` and `enum`, and says whether it was there.
pub(super) fn take_null(schema: &mut Object) -> bool {
    let mut found = false;
    if let Some(Value::Array(names)) = schema.get_mut("type") {
        let before = names.len();
        names.retain(|name| name != "null");
        found |= names.len() < before;
    }
    if let Some(Value::Array(values)) = schema.get_mut("enum") {
        // An `enum` of nothing but null keeps it, and is refused later.
        if values.len() > 1 {
            let before = values.len();
            values.retain(|value| !value.is_null());
            found |= values.len() < before;
        }
    }
    found
}

/// A union with nothing beside it: what was beside it goes into the branches.
pub(super) fn union(
    beside: &Object,
    mut branches: Vec<Object>,
    path: &str,
) -> Result<Object, Fault> {
    let mut own = Object::new();
    if let Some(text) = beside.get("description").and_then(Value::as_str) {
        for branch in &mut branches {
            let text = match branch.get("description").and_then(Value::as_str) {
                Some(inner) => format!("{text}\n{inner}"),
                None => text.to_owned(),
            };
            branch.insert("description".to_owned(), text.into());
        }
    }
    let other = beside
        .keys()
        .find(|key| !matches!(key.as_str(), "description" | "title" | "type"));
    if let Some(keyword) = other {
        let problem = format!("`{keyword}` beside a union");
        return Err(Fault::new(&below(path, keyword), keyword, problem, REMEDY));
    }
    if branches.len() == 1 {
        return Ok(branches.remove(0));
    }
    let branches: Vec<Value> = branches.into_iter().map(Value::from).collect();
    if branches.is_empty() {
        own.insert("type".to_owned(), "null".into());
    } else {
        own.insert("anyOf".to_owned(), branches.into());
    }
    Ok(own)
}

pub(super) fn make_nullable(schema: &mut Object) {
    match schema.get_mut("anyOf") {
        Some(Value::Array(branches)) => {
            for branch in branches {
                branch["nullable"] = true.into();
            }
        }
        _ => {
            schema.insert("nullable".to_owned(), true.into());
        }
    }
}
