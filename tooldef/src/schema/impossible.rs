//! Schemas that no value satisfies.

use serde_json::Value;

use super::kinds::Kinds;
use super::reference;
use crate::arguments::path::{ROOT, join};

/// The dotted path of a value that has to be there and that nothing can be,
/// such as one of an enum without variants: no call could ever be valid.
pub(crate) fn impossible(root: &Value) -> Option<String> {
    let mut seen: Vec<&Value> = Vec::new();
    let mut open = vec![(root, String::new())];
    while let Some((schema, path)) = open.pop() {
        // References may go in circles.
        if seen.iter().any(|known| std::ptr::eq(*known, schema)) {
            continue;
        }
        seen.push(schema);
        if Kinds::of(root, schema) == Kinds::NONE {
            return Some(if path.is_empty() {
                ROOT.to_owned()
            } else {
                path
            });
        }
        if let Some(target) = reference::target(root, schema) {
            open.push((target, path.clone()));
        }
        let required = schema.get("required").and_then(Value::as_array);
        for name in required.into_iter().flatten().filter_map(Value::as_str) {
            if let Some(field) = schema.get("properties").and_then(|all| all.get(name)) {
                open.push((field, join(&path, name)));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::impossible;

    #[test]
    fn only_what_has_to_be_there_makes_a_schema_impossible() {
        let outer = |field, required: &[&str]| {
            json!({
                "type": "object",
                "properties": { "inner": {
                    "type": "object", "properties": { "field": field }, "required": required,
                } },
                "required": ["inner"],
            })
        };
        let path = |schema| impossible(&schema);
        assert_eq!(
            path(outer(json!(false), &["field"])).as_deref(),
            Some("inner.field")
        );
        assert_eq!(path(outer(json!(false), &[])), None);
        assert_eq!(
            path(outer(json!({"type": "array", "items": false}), &["field"])),
            None
        );
        assert_eq!(path(json!(false)).as_deref(), Some("(root)"));
    }

    #[test]
    fn a_schema_that_refers_to_itself_is_looked_at_once() {
        let node = json!({
            "$ref": "#/$defs/Node",
            "$defs": { "Node": {
                "type": "object", "properties": { "next": { "$ref": "#/$defs/Node" } }, "required": ["next"],
            } },
        });
        assert_eq!(impossible(&node), None);
    }
}
