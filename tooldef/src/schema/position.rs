//! Where schemas stand inside of a schema, as opposed to data and to names
//! chosen by somebody: a property may well be called `title` or `$ref`.

use serde_json::{Map, Value};

use super::in_order;

/// What the value of a keyword is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Position {
    /// One schema (or, in old drafts, a list of them).
    One,
    /// A list of schemas.
    Many,
    /// An object whose keys are names and whose values are schemas.
    Named,
    /// No schemas: numbers, names, examples and the like.
    Data,
}

/// What the value of this keyword is made of.
pub(crate) fn position(keyword: &str) -> Position {
    match keyword {
        "properties" | "patternProperties" | "dependentSchemas" | "$defs" | "definitions" => {
            Position::Named
        }
        "anyOf" | "oneOf" | "allOf" | "prefixItems" => Position::Many,
        "additionalProperties"
        | "additionalItems"
        | "contains"
        | "contentSchema"
        | "else"
        | "if"
        | "items"
        | "not"
        | "propertyNames"
        | "then"
        | "unevaluatedItems"
        | "unevaluatedProperties" => Position::One,
        _ => Position::Data,
    }
}

/// The value of a keyword with every schema right inside of it replaced by what
/// `change` makes of it. Data stays as it is.
pub(crate) fn rebuilt(
    keyword: &str,
    value: Value,
    change: &mut dyn FnMut(Value) -> Value,
) -> Value {
    match (position(keyword), value) {
        (Position::Named, Value::Object(mut named)) => {
            for value in named.values_mut() {
                *value = change(value.take());
            }
            Value::Object(named)
        }
        (Position::Many | Position::One, Value::Array(mut list)) => {
            for value in &mut list {
                *value = change(value.take());
            }
            Value::Array(list)
        }
        (Position::One, schema @ Value::Object(_)) => change(schema),
        (_, other) => other,
    }
}

/// The schemas right inside of this one, without definitions, each with the
/// keyword and, where there is one, the name it stands under. Ordered by
/// keyword, then name.
pub(crate) fn inner(keywords: &Map<String, Value>) -> Vec<(&str, Option<&str>, &Value)> {
    let mut found = Vec::new();
    for (keyword, value) in in_order(keywords) {
        match (position(keyword), value) {
            _ if matches!(keyword, "$defs" | "definitions") => {}
            (Position::Named, Value::Object(named)) => {
                for (name, value) in in_order(named) {
                    found.push((keyword, Some(name), value));
                }
            }
            (Position::Many | Position::One, Value::Array(list)) => {
                for value in list {
                    found.push((keyword, None, value));
                }
            }
            (Position::One, value) => found.push((keyword, None, value)),
            _ => {}
        }
    }
    found
}
