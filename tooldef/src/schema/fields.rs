//! Which schemas a field of an object has, by its name.

use serde_json::{Map, Value};

use super::{in_order, pattern};

/// The schemas a field has under its name and by its name's pattern.
pub(crate) fn declared<'s>(keywords: &'s Map<String, Value>, name: &str) -> Vec<&'s Value> {
    let mut schemas = Vec::new();
    if let Some(Value::Object(properties)) = keywords.get("properties") {
        schemas.extend(properties.get(name));
    }
    if let Some(Value::Object(patterns)) = keywords.get("patternProperties") {
        for (wanted, schema) in in_order(patterns) {
            if pattern::matches(wanted, name) == Some(true) {
                schemas.push(schema);
            }
        }
    }
    schemas
}

/// Whether a pattern that cannot be judged might match the name.
pub(crate) fn may_match(keywords: &Map<String, Value>, name: &str) -> bool {
    let Some(Value::Object(patterns)) = keywords.get("patternProperties") else {
        return false;
    };
    patterns
        .keys()
        .any(|wanted| pattern::matches(wanted, name) != Some(false))
}
