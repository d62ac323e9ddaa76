//! How values a model sent are shown back to it: short, on one line, and
//! without what is inside of objects and arrays.

use serde_json::Value;

use super::number::Numeric;

/// Longer texts are cut when shown, in characters.
const TEXT_LIMIT: usize = 60;

/// Quotes a text and escapes whatever would break the line or hide in it. At
/// most `limit` characters of it are shown.
pub(crate) fn escaped(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        None => format!("{text:?}"),
        Some((end, _)) => format!("{:?}…", &text[..end]),
    }
}

/// The name of a value's JSON type.
pub(crate) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) => match Numeric::of(number) {
            Numeric::Integer(_) => "integer",
            Numeric::Real(_) => "number",
        },
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// A value as the model is told what it sent: its type and, unless it holds
/// other values, the value.
pub(crate) fn got(value: &Value) -> String {
    match value {
        Value::Null | Value::Array(_) | Value::Object(_) => kind(value).to_owned(),
        _ => format!("{} {}", kind(value), literal(value)),
    }
}

/// A value as it would be written in JSON, but short.
pub(crate) fn literal(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Number(number) => {
            let text = number.to_string();
            // With arbitrary precision a number may have any length.
            if text.len() > TEXT_LIMIT {
                format!("{}…", &text[..TEXT_LIMIT])
            } else {
                text
            }
        }
        Value::String(text) => escaped(text, TEXT_LIMIT),
        Value::Array(items) if items.is_empty() => "[]".to_owned(),
        Value::Array(_) => "[…]".to_owned(),
        Value::Object(fields) if fields.is_empty() => "{}".to_owned(),
        Value::Object(_) => "{…}".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::got;

    #[test]
    fn a_received_value_is_shown_with_its_type_and_containers_without_their_content() {
        assert_eq!(got(&json!("x")), "string \"x\"");
        assert_eq!(got(&json!(300)), "integer 300");
        assert_eq!(got(&json!(1.0)), "number 1.0");
        assert_eq!(got(&json!(true)), "boolean true");
        assert_eq!(got(&json!(null)), "null");
        assert_eq!(got(&json!({"token": "s3cr3t"})), "object");
        assert_eq!(got(&json!(["s3cr3t"])), "array");
    }

    #[test]
    fn a_long_or_many_lined_text_stays_short_and_on_one_line() {
        let shown = got(&json!("é\n".repeat(10_000)));
        assert!(
            shown.len() < 250 && !shown.contains('\n') && shown.ends_with('…'),
            "{shown}"
        );
    }
}
