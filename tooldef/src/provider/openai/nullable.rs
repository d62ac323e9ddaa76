//! A schema that accepts null as well, in words that strict accepts.

use serde_json::{Value, json};

use super::super::schema::{Object, allows_null, types};

/// The schema, or null.
pub(super) fn nullable(mut schema: Object) -> Object {
    if allows_null(&schema) {
        return schema;
    }
    let simple = types(&schema).is_some_and(|names| {
        names
            .iter()
            .all(|name| matches!(*name, "string" | "number" | "integer" | "boolean"))
    });
    let only_type = !["anyOf", "enum", "const", "$ref"]
        .iter()
        .any(|keyword| schema.contains_key(*keyword));
    if simple && only_type {
        let mut names: Vec<Value> = types(&schema)
            .unwrap_or_default()
            .into_iter()
            .map(Value::from)
            .collect();
        names.push("null".into());
        schema.insert("type".to_owned(), names.into());
        return schema;
    }
    let bare_union = schema
        .keys()
        .all(|keyword| matches!(keyword.as_str(), "anyOf" | "description" | "title"));
    if let (true, Some(Value::Array(branches))) = (bare_union, schema.get_mut("anyOf")) {
        branches.push(json!({ "type": "null" }));
        return schema;
    }
    let mut out = Object::new();
    for keyword in ["description", "title"] {
        if let Some(text) = schema.remove(keyword) {
            out.insert(keyword.to_owned(), text);
        }
    }
    out.insert("anyOf".to_owned(), json!([schema, { "type": "null" }]));
    out
}
