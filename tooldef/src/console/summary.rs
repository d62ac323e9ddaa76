//! A tool's parameters in a few words, for people.

use serde_json::Value;

/// The parameters as `name: type`, required ones first; optional ones are
/// `name?: type`.
pub(super) fn parameters(schema: &Value) -> String {
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
        return String::new();
    };
    let required = |name: &str| {
        schema
            .get("required")
            .and_then(Value::as_array)
            .is_some_and(|names| names.iter().any(|one| one == name))
    };
    let (needed, optional): (Vec<_>, Vec<_>) =
        properties.iter().partition(|(name, _)| required(name));
    let needed = needed
        .into_iter()
        .map(|(name, schema)| format!("{name}: {}", kind(schema)));
    let optional = optional
        .into_iter()
        .map(|(name, schema)| format!("{name}?: {}", kind(schema)));
    needed.chain(optional).collect::<Vec<_>>().join(", ")
}

/// A word or two for what a schema takes; `any` where none is enough.
fn kind(schema: &Value) -> String {
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return either(values.iter().map(Value::to_string));
    }
    if let Some(value) = schema.get("const") {
        return value.to_string();
    }
    for union in ["anyOf", "oneOf"] {
        if let Some(kinds) = schema.get(union).and_then(Value::as_array) {
            return either(kinds.iter().filter(|one| !is_null(one)).map(kind));
        }
    }
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        return reference
            .rsplit('/')
            .next()
            .unwrap_or_default()
            .trim_start_matches('#')
            .to_owned();
    }
    match schema.get("type") {
        Some(Value::String(name)) => named(name, schema),
        Some(Value::Array(names)) => either(
            names
                .iter()
                .filter_map(Value::as_str)
                .filter(|name| *name != "null")
                .map(|name| named(name, schema)),
        ),
        _ => "any".to_owned(),
    }
}

fn is_null(schema: &Value) -> bool {
    schema.get("type").is_some_and(|name| name == "null")
}

fn named(name: &str, schema: &Value) -> String {
    match (name, schema.get("items")) {
        ("array", Some(items)) => format!("[{}]", kind(items)),
        ("array", None) => "[any]".to_owned(),
        _ => name.to_owned(),
    }
}

fn either(kinds: impl Iterator<Item = String>) -> String {
    let kinds: Vec<String> = kinds.collect();
    if kinds.is_empty() {
        "any".to_owned()
    } else {
        kinds.join(" | ")
    }
}

#[cfg(test)]
mod tests {
    use super::parameters;
    use serde_json::json;

    #[test]
    fn says_what_is_needed_first_and_what_each_takes() {
        let schema = json!({
            "type": "object",
            "properties": {
                "a": { "type": ["integer", "null"] },
                "b": { "type": "array", "items": { "type": "string" } },
                "c": { "anyOf": [{ "$ref": "#/$defs/Color" }, { "type": "null" }] },
                "d": { "oneOf": [{ "const": "x" }, { "const": "y" }] },
                "e": true,
            },
            "required": ["b", "d", "e"],
        });
        assert_eq!(
            parameters(&schema),
            r#"b: [string], d: "x" | "y", e: any, a?: integer, c?: Color"#
        );
    }

    #[test]
    fn has_nothing_to_say_about_no_parameters() {
        assert_eq!(parameters(&json!({ "properties": {} })), "");
    }
}
