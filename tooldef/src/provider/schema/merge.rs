//! Making one schema of two that must both hold.
//!
//! Wanted where a reference has neighbours (an internally tagged newtype
//! variant is `$ref` beside the tag) and for `allOf`. Where no single schema
//! says exactly the same, there is none, and the caller keeps both.

use serde_json::Value;

use super::{Object, asserts, types};

/// One schema that holds exactly where both do, annotated by `outer` before
/// `inner`; `None` where this does not find one.
///
/// One reading is deliberately kinder than the letter: two closed objects
/// become one that declares the members of both. To the letter, each would
/// refuse the other's members and nothing could satisfy them; serde, which
/// takes the tag away before the inner struct sees the rest, accepts them.
pub(in crate::provider) fn conjoin(outer: &Object, inner: &Object) -> Option<Object> {
    let mut both = inner.clone();
    for (keyword, value) in outer {
        let merged = match inner.get(keyword) {
            None => value.clone(),
            Some(other) if other == value || !asserts(keyword) => value.clone(),
            Some(other) => conjoin_keyword(keyword, value, other)?,
        };
        both.insert(keyword.clone(), merged);
    }
    narrow_literals(&mut both)?;
    Some(both)
}

fn conjoin_keyword(keyword: &str, a: &Value, b: &Value) -> Option<Value> {
    match keyword {
        "type" => conjoin_types(a, b),
        "properties" => {
            let mut all = b.as_object()?.clone();
            for (name, schema) in a.as_object()? {
                let merged = match all.get(name) {
                    None => schema.clone(),
                    Some(other) => conjoin_values(schema, other)?,
                };
                all.insert(name.clone(), merged);
            }
            Some(all.into())
        }
        "required" => {
            let mut names = a.as_array()?.clone();
            for name in b.as_array()? {
                if !names.contains(name) {
                    names.push(name.clone());
                }
            }
            Some(names.into())
        }
        "additionalProperties" | "unevaluatedProperties" => match (a, b) {
            (Value::Bool(false), _) | (_, Value::Bool(false)) => Some(false.into()),
            (Value::Bool(true), other) | (other, Value::Bool(true)) => Some(other.clone()),
            _ => None,
        },
        "items" => conjoin_values(a, b),
        "enum" => {
            let other = b.as_array()?;
            let common: Vec<Value> = a
                .as_array()?
                .iter()
                .filter(|value| other.contains(value))
                .cloned()
                .collect();
            (!common.is_empty()).then(|| common.into())
        }
        "minimum" | "exclusiveMinimum" | "minLength" | "minItems" | "minProperties" => {
            Some(if a.as_f64()? >= b.as_f64()? { a } else { b }.clone())
        }
        "maximum" | "exclusiveMaximum" | "maxLength" | "maxItems" | "maxProperties" => {
            Some(if a.as_f64()? <= b.as_f64()? { a } else { b }.clone())
        }
        "uniqueItems" => Some((a == &Value::Bool(true) || b == &Value::Bool(true)).into()),
        _ => None,
    }
}

fn conjoin_values(a: &Value, b: &Value) -> Option<Value> {
    match (a, b) {
        (Value::Bool(true), other) | (other, Value::Bool(true)) => Some(other.clone()),
        (Value::Bool(false), _) | (_, Value::Bool(false)) => Some(false.into()),
        (Value::Object(a), Value::Object(b)) => conjoin(a, b).map(Value::from),
        _ => None,
    }
}

fn conjoin_types(a: &Value, b: &Value) -> Option<Value> {
    fn names(value: &Value) -> Option<Vec<&str>> {
        match value {
            Value::String(name) => Some(vec![name]),
            Value::Array(names) => names.iter().map(Value::as_str).collect(),
            _ => None,
        }
    }
    let (a, b) = (names(a)?, names(b)?);
    let mut common: Vec<&str> = Vec::new();
    for name in &a {
        if b.contains(name) || (*name == "integer" && b.contains(&"number")) {
            common.push(name);
        }
    }
    if a.contains(&"number") && b.contains(&"integer") && !common.contains(&"integer") {
        common.push("integer");
    }
    if common.is_empty() {
        return None;
    }
    let mut holder = Object::new();
    types::set_types(&mut holder, &common);
    holder.remove("type")
}

/// `const` beside `enum`: the literals that both allow.
fn narrow_literals(schema: &mut Object) -> Option<()> {
    let (Some(value), Some(Value::Array(literals))) = (schema.get("const"), schema.get("enum"))
    else {
        return Some(());
    };
    if !literals.contains(value) {
        return None;
    }
    schema.remove("enum");
    Some(())
}
