//! Small questions about one schema: its types, its nulls, its members.

use serde_json::Value;

use super::Object;

/// The names of all types that JSON Schema knows.
const ALL: [&str; 7] = [
    "array", "boolean", "integer", "null", "number", "object", "string",
];

/// The types that `type` names, in its order; `None` when it names none.
pub(in crate::provider) fn types(schema: &Object) -> Option<Vec<&str>> {
    match schema.get("type")? {
        Value::String(name) => Some(vec![name]),
        Value::Array(names) => Some(names.iter().filter_map(Value::as_str).collect()),
        _ => None,
    }
}

/// The types that `type` names, or every type.
pub(in crate::provider) fn any_type(schema: &Object) -> Vec<&str> {
    types(schema).unwrap_or_else(|| ALL.to_vec())
}

/// Writes `type`: one name as text, several as a list.
pub(in crate::provider) fn set_types(schema: &mut Object, names: &[&str]) {
    let value = match names {
        [one] => Value::from(*one),
        several => several.iter().copied().map(Value::from).collect(),
    };
    schema.insert("type".to_owned(), value);
}

/// Whether `type` allows objects, or there are properties and no `type`.
pub(in crate::provider) fn is_object(schema: &Object) -> bool {
    types(schema).map_or_else(
        || schema.contains_key("properties"),
        |names| names.contains(&"object"),
    )
}

/// Whether members that are not declared are refused.
pub(in crate::provider) fn is_closed(schema: &Object) -> bool {
    schema.get("additionalProperties") == Some(&Value::Bool(false))
}

/// The names in `required`.
pub(in crate::provider) fn required(schema: &Object) -> Vec<&str> {
    schema
        .get("required")
        .and_then(Value::as_array)
        .map(|names| names.iter().filter_map(Value::as_str).collect())
        .unwrap_or_default()
}

/// A JSON array of texts.
pub(in crate::provider) fn strings<'a>(names: impl IntoIterator<Item = &'a str>) -> Value {
    names.into_iter().map(Value::from).collect()
}

/// Whether the schema plainly accepts null: by type, by literal, or in one
/// branch of its union.
pub(in crate::provider) fn allows_null(schema: &Object) -> bool {
    if let Some(literal) = schema.get("const") {
        return literal.is_null();
    }
    if let Some(literals) = schema.get("enum").and_then(Value::as_array) {
        return literals.contains(&Value::Null);
    }
    if let Some(names) = types(schema) {
        return names.contains(&"null");
    }
    ["anyOf", "oneOf"].iter().any(|keyword| {
        schema
            .get(*keyword)
            .and_then(Value::as_array)
            .is_some_and(|branches| {
                branches
                    .iter()
                    .filter_map(Value::as_object)
                    .any(allows_null)
            })
    })
}

/// One schema for each of the types `names`, with the keywords that say
/// something about values of that type.
pub(in crate::provider) fn split_types(schema: &Object, names: &[&str]) -> Vec<Value> {
    names
        .iter()
        .map(|name| {
            let mut branch = Object::new();
            for (keyword, value) in schema {
                if concerns(keyword, name) {
                    branch.insert(keyword.clone(), value.clone());
                }
            }
            branch.insert("type".to_owned(), (*name).into());
            branch.into()
        })
        .collect()
}

/// Whether `keyword` says something about values of the type `name`.
fn concerns(keyword: &str, name: &str) -> bool {
    match keyword {
        // What is said about the whole is said beside the union.
        "default" | "deprecated" | "description" | "examples" | "title" => false,
        "format" | "pattern" | "minLength" | "maxLength" | "contentEncoding"
        | "contentMediaType" => name == "string",
        "items" | "prefixItems" | "minItems" | "maxItems" | "uniqueItems" | "contains"
        | "minContains" | "maxContains" | "unevaluatedItems" => name == "array",
        "properties"
        | "required"
        | "additionalProperties"
        | "patternProperties"
        | "propertyNames"
        | "minProperties"
        | "maxProperties"
        | "unevaluatedProperties"
        | "dependentRequired"
        | "dependentSchemas" => name == "object",
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" => {
            matches!(name, "integer" | "number")
        }
        _ => true,
    }
}
