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
    let kept = keywords
        .into_iter()
        .filter(|(keyword, value)| match keyword.as_str() {
            "$schema" | "title" => false,
            "format" => width::of(value).is_none(),
            _ => true,
        });
    let plain = kept.map(|(keyword, value)| {
        let value = rebuilt(&keyword, value, &mut plain);
        (keyword, value)
    });
    Value::Object(plain.collect())
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
pub(crate) fn sorted(value: Value) -> Value {
    sorted_below(value, 0)
}

fn sorted_below(value: Value, level: usize) -> Value {
    match value {
        other if level > LEVELS => other,
        Value::Array(items) => items
            .into_iter()
            .map(|item| sorted_below(item, level + 1))
            .collect(),
        Value::Object(fields) => {
            let mut fields: Vec<_> = fields.into_iter().collect();
            fields.sort_by(|(a, _), (b, _)| a.cmp(b));
            fields
                .into_iter()
                .map(|(key, value)| (key, sorted_below(value, level + 1)))
                .collect::<serde_json::Map<_, _>>()
                .into()
        }
        other => other,
    }
}

#[cfg(test)]
mod tests;
