//! The one form in which schemas are kept: the same bytes for the same type,
//! in every process and whichever features other crates turn on.

use serde_json::{Map, Value};

use super::kinds::Kinds;
use super::position::rebuilt;
use super::width;
use crate::arguments::number::EXACT;

/// Brings a schema into its canonical form.
///
/// - The keys of all objects are sorted.
/// - `$schema` and `title` go, and so do the formats that only name a Rust
///   number type; what such a format bounds stays as `minimum` and `maximum`
///   where every JSON reader can hold the bound exactly (up to 2^53).
/// - Every schema that takes objects has `properties`.
///
/// All of that happens where schemas stand. Properties that are called `title`
/// or `format`, and data in `default`, `enum`, `const` or `examples`, keep
/// their names and values.
///
/// Formats tell `coverage` which bounds
/// come from a number type, so ask for that first.
pub(crate) fn canonical(schema: Value) -> Value {
    sorted(plain(schema))
}

fn plain(schema: Value) -> Value {
    let Value::Object(mut keywords) = schema else {
        return schema;
    };
    add_bounds(&mut keywords);
    let takes_objects = keywords
        .get("type")
        .and_then(Kinds::of_type)
        .is_some_and(|kinds| kinds.has(Kinds::OBJECT));
    if takes_objects {
        keywords
            .entry("properties")
            .or_insert_with(|| Value::Object(Map::new()));
    }
    keywords.remove("$schema");
    keywords.remove("title");
    if keywords.get("format").and_then(width::of).is_some() {
        keywords.remove("format");
    }
    for (keyword, value) in &mut keywords {
        *value = rebuilt(keyword, value.take(), &mut plain);
    }
    Value::Object(keywords)
}

/// Writes out the bounds a number format stands for, before it goes.
fn add_bounds(keywords: &mut Map<String, Value>) {
    let integer = keywords
        .get("type")
        .and_then(Kinds::of_type)
        .is_some_and(|kinds| kinds.has(Kinds::INTEGER));
    let Some(width) = keywords
        .get("format")
        .and_then(width::of)
        .filter(|_| integer)
    else {
        return;
    };
    for (keyword, bound) in [("minimum", width.least), ("maximum", width.greatest)] {
        let exact = bound
            .and_then(|bound| i64::try_from(bound).ok())
            .filter(|bound| bound.unsigned_abs() <= EXACT.unsigned_abs());
        if let Some(bound) = exact {
            keywords.entry(keyword).or_insert_with(|| bound.into());
        }
    }
}

/// How many levels of values are put in order: more than any schema that can
/// be rendered has.
const LEVELS: usize = 400;

/// The same value with the keys of every object in order, whether or not some
/// other crate asked `serde_json` to preserve the order of insertion.
///
/// What nests deeper than [`LEVELS`] is left as it is down there, for the sake
/// of the stack.
pub(crate) fn sorted(mut value: Value) -> Value {
    sort(&mut value, 0);
    value
}

fn sort(value: &mut Value, level: usize) {
    match value {
        _ if level > LEVELS => {}
        Value::Array(items) => {
            for item in items {
                sort(item, level + 1);
            }
        }
        Value::Object(fields) => {
            fields.sort_keys();
            for value in fields.values_mut() {
                sort(value, level + 1);
            }
        }
        _ => {}
    }
}

/// The entries of an object in the order of their names, for the same reason.
pub(crate) fn in_order(fields: &Map<String, Value>) -> Vec<(&str, &Value)> {
    let mut entries = Vec::with_capacity(fields.len());
    for (name, value) in fields {
        entries.push((name.as_str(), value));
    }
    entries.sort_unstable_by_key(|(name, _)| *name);
    entries
}

#[cfg(test)]
mod tests;
