//! Saying in the description what a dialect has no keyword for.

use serde_json::Value;

use super::Object;

/// Adds a line to the schema's description.
pub(in crate::provider) fn append(schema: &mut Object, line: &str) {
    let text = match schema.get("description").and_then(Value::as_str) {
        Some(text) if !text.trim().is_empty() => format!("{text}\n{line}"),
        _ => line.to_owned(),
    };
    schema.insert("description".to_owned(), text.into());
}

/// The sentence that says what `keyword: value` says; `None` when there is
/// nothing to say.
pub(in crate::provider) fn said(keyword: &str, value: &Value) -> Option<String> {
    Some(match (keyword, value) {
        ("uniqueItems" | "deprecated", Value::Bool(false)) | ("default", Value::Null) => {
            return None;
        }
        ("default", value) => format!("Default: {value}"),
        ("examples", Value::Array(items)) => {
            let shown: Vec<String> = items.iter().map(Value::to_string).collect();
            format!("Examples: {}", shown.join(", "))
        }
        ("format", Value::String(name)) => format!("Format: {name}"),
        ("deprecated", _) => "Deprecated".to_owned(),
        ("const", value) => format!("Must be {value}"),
        ("pattern", Value::String(pattern)) => format!("Must match the pattern {pattern}"),
        ("minimum", value) => format!("At least {value}"),
        ("maximum", value) => format!("At most {value}"),
        ("minLength", value) => format!("At least {value} characters long"),
        ("maxLength", value) => format!("At most {value} characters long"),
        ("minProperties", value) => format!("At least {value} members"),
        ("maxProperties", value) => format!("At most {value} members"),
        ("exclusiveMinimum", value) => format!("Greater than {value}"),
        ("exclusiveMaximum", value) => format!("Less than {value}"),
        ("multipleOf", value) => format!("A multiple of {value}"),
        ("uniqueItems", _) => "No two items are equal".to_owned(),
        ("contentEncoding", Value::String(name)) => format!("Encoded as {name}"),
        ("contentMediaType", Value::String(name)) => format!("Media type: {name}"),
        ("propertyNames", value) => format!("Every key matches the JSON Schema {value}"),
        (keyword, value) => format!("{keyword}: {value}"),
    })
}
