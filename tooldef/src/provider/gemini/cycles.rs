//! Which recursion Gemini can follow.

use std::collections::BTreeSet;

use serde_json::Value;

use super::super::schema::{Fault, Object, Slot, below, required, slot};
use crate::schema::in_order;

/// Refuses recursion whose every step is required: Gemini unrolls references
/// a little and then leaves the property out.
pub(super) fn check_cycles(definitions: &Object) -> Result<(), Fault> {
    let mut forced = Vec::with_capacity(definitions.len());
    for (name, schema) in in_order(definitions) {
        let mut found = Vec::new();
        if let Value::Object(schema) = schema {
            forced_refs(schema, &below("#/$defs", name), &mut found);
        }
        forced.push((name, found));
    }
    for name in definitions.keys() {
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let mut waiting = vec![name.as_str()];
        while let Some(current) = waiting.pop() {
            let Ok(place) = forced.binary_search_by_key(&current, |(name, _)| name) else {
                continue;
            };
            for (target, path) in &forced[place].1 {
                if target == name {
                    return Err(Fault::new(
                        path,
                        "$ref",
                        format!("`{name}` contains itself through required properties only"),
                        "make one property of the cycle optional (`Option<T>` or a default)",
                    ));
                }
                if seen.insert(target) {
                    waiting.push(target);
                }
            }
        }
    }
    Ok(())
}

/// References that stand in `schema` other than in an optional property.
fn forced_refs(schema: &Object, path: &str, found: &mut Vec<(String, String)>) {
    let must = required(schema);
    for (keyword, value) in schema {
        let path = below(path, keyword);
        match (slot(keyword), value) {
            (None, Value::String(reference)) if keyword == "$ref" => {
                if let Some(name) = reference.strip_prefix("#/$defs/") {
                    found.push((name.replace("~1", "/").replace("~0", "~"), path));
                }
            }
            (Some(Slot::Schema), Value::Object(schema)) => forced_refs(schema, &path, found),
            (Some(Slot::List), Value::Array(schemas)) => {
                for (index, schema) in schemas.iter().enumerate() {
                    if let Value::Object(schema) = schema {
                        forced_refs(schema, &below(&path, &index.to_string()), found);
                    }
                }
            }
            (Some(Slot::Map), Value::Object(schemas)) => {
                for (name, schema) in schemas {
                    let optional = keyword == "properties" && !must.contains(&name.as_str());
                    if let (Value::Object(schema), false) = (schema, optional) {
                        forced_refs(schema, &below(&path, name), found);
                    }
                }
            }
            _ => {}
        }
    }
}
