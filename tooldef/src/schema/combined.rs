//! Two schemas that hold for the same value, written as one.

use serde_json::{Map, Value};

/// Writes two schemas as one. Descriptions and the like are taken from `outer`.
/// What cannot be written side by side goes into `allOf`.
pub(crate) fn combined(mut outer: Map<String, Value>, inner: Value) -> Map<String, Value> {
    let inner = match inner {
        Value::Object(inner) if compatible(&outer, &inner) => inner,
        Value::Bool(true) => return outer,
        other => {
            let parts = outer
                .entry("allOf")
                .or_insert_with(|| Value::Array(Vec::new()));
            if let Value::Array(parts) = parts {
                parts.push(other);
            }
            return outer;
        }
    };
    for (keyword, value) in inner {
        match (keyword.as_str(), outer.get_mut(&keyword), value) {
            (_, None, value) => {
                outer.insert(keyword, value);
            }
            ("properties", Some(Value::Object(fields)), Value::Object(more)) => fields.extend(more),
            ("required" | "allOf", Some(Value::Array(names)), Value::Array(more)) => {
                for name in more {
                    if !names.contains(&name) {
                        names.push(name);
                    }
                }
            }
            _ => {}
        }
    }
    outer
}

/// Whether the keywords of both mean the same beside each other as apart.
fn compatible(outer: &Map<String, Value>, inner: &Map<String, Value>) -> bool {
    let fields = |schema: &Map<String, Value>| {
        schema
            .get("properties")
            .and_then(Value::as_object)
            .is_some_and(|fields| !fields.is_empty())
    };
    // What closes one of them would spare the fields of the other.
    let closes = |schema: &Map<String, Value>| {
        ["additionalProperties", "unevaluatedProperties"]
            .iter()
            .any(|keyword| {
                schema
                    .get(*keyword)
                    .is_some_and(|rest| rest != &Value::Bool(true))
            })
    };
    if closes(outer) && fields(inner) || closes(inner) && fields(outer) {
        return false;
    }
    inner.iter().all(
        |(keyword, value)| match (keyword.as_str(), outer.get(keyword), value) {
            ("properties", Some(Value::Object(fields)), Value::Object(more)) => {
                more.keys().all(|name| !fields.contains_key(name))
            }
            (_, None, _)
            | ("required" | "allOf", Some(Value::Array(_)), Value::Array(_))
            | (
                "title" | "description" | "default" | "examples" | "deprecated" | "readOnly"
                | "writeOnly" | "$comment",
                ..,
            ) => true,
            (_, Some(known), value) => known == value,
        },
    )
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::combined;

    fn both(outer: &Value, inner: Value) -> Value {
        Value::Object(combined(
            outer.as_object().cloned().unwrap_or_default(),
            inner,
        ))
    }

    #[test]
    fn fields_and_required_names_of_both_stand_side_by_side() {
        assert_eq!(
            both(
                &json!({"description": "outer", "properties": {"kind": {"const": "A"}}, "required": ["kind"]}),
                json!({"description": "inner", "type": "object", "properties": {"n": {}}, "required": ["n"]}),
            ),
            json!({
                "description": "outer", "type": "object",
                "properties": {"kind": {"const": "A"}, "n": {}}, "required": ["kind", "n"]
            })
        );
        assert_eq!(
            both(&json!({"type": "object"}), json!(true)),
            json!({"type": "object"})
        );
    }

    #[test]
    fn what_contradicts_stays_apart() {
        let closed = json!({"properties": {"n": {}}, "additionalProperties": false});
        let tag = json!({"properties": {"kind": {}}});
        assert_eq!(
            both(&tag, closed.clone()),
            json!({"properties": {"kind": {}}, "allOf": [closed]})
        );
        assert_eq!(
            both(&json!({"minimum": 1}), json!({"minimum": 2})),
            json!({"minimum": 1, "allOf": [{"minimum": 2}]})
        );
    }
}
