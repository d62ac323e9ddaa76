//! Keeping references right while the root of a schema changes around them.

use std::collections::HashSet;
use std::ptr;

use serde_json::{Map, Value, json};

use super::position::rebuilt;
use super::reference;

/// The keywords definitions stand under.
const KEYWORDS: [&str; 2] = ["$defs", "definitions"];

/// The same schema with no reference to the root or into it, other than into
/// its definitions. Where there was one, the root becomes a definition too. The
/// root can then be changed without changing what those references mean.
pub(crate) fn anchored(schema: &Value) -> Value {
    let mut references = Vec::new();
    collect(schema, &mut references);
    let inside = |reference: &&str| *reference == "#" || reference.starts_with("#/");
    let anchored = references
        .iter()
        .filter(|reference| inside(reference))
        .all(|reference| reference::definition(reference).is_some());
    let (false, Value::Object(keywords)) = (anchored, schema) else {
        return schema.clone();
    };

    let taken = keywords.get("$defs").and_then(Value::as_object);
    let mut name = "Root".to_owned();
    while taken.is_some_and(|taken| taken.contains_key(&name)) {
        name.push('_');
    }
    let mut copy = keywords.clone();
    for keyword in KEYWORDS.into_iter().chain(["$schema", "$id"]) {
        copy.remove(keyword);
    }
    let mut whole = keywords.clone();
    if let Value::Object(definitions) = whole.entry("$defs").or_insert_with(|| json!({})) {
        definitions.insert(name.clone(), Value::Object(copy));
    }
    redirected(Value::Object(whole), &format!("#/$defs/{name}"))
}

/// The same schema without the definitions that nothing refers to.
pub(crate) fn pruned(schema: Value) -> Value {
    let Value::Object(mut keywords) = schema else {
        return schema;
    };
    let definitions: Vec<(&str, Map<String, Value>)> = KEYWORDS
        .into_iter()
        .filter_map(|keyword| match keywords.remove(keyword) {
            Some(Value::Object(named)) => Some((keyword, named)),
            _ => None,
        })
        .collect();
    let body = Value::Object(keywords.clone());
    let mut references = Vec::new();
    collect(&body, &mut references);
    // By address: a definition is one value, whatever it is called by.
    let mut kept = HashSet::new();
    while let Some(reference) = references.pop() {
        let Some((keyword, name)) = reference::definition(reference) else {
            continue;
        };
        let found = definitions.iter().find(|(known, _)| *known == keyword);
        if let Some(definition) = found.and_then(|(_, named)| named.get(&name))
            && kept.insert(ptr::from_ref(definition))
        {
            collect(definition, &mut references);
        }
    }
    for (keyword, named) in &definitions {
        let mut left = Map::new();
        for (name, definition) in named {
            if kept.contains(&ptr::from_ref(definition)) {
                left.insert(name.clone(), definition.clone());
            }
        }
        if !left.is_empty() {
            keywords.insert((*keyword).to_owned(), Value::Object(left));
        }
    }
    Value::Object(keywords)
}

/// Collects whatever may be a reference, wherever it stands.
fn collect<'s>(value: &'s Value, references: &mut Vec<&'s str>) {
    match value {
        Value::Object(fields) => {
            references.extend(fields.get("$ref").and_then(Value::as_str));
            for field in fields.values() {
                collect(field, references);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, references)),
        _ => {}
    }
}

/// Makes the references to the root point to a definition instead.
fn redirected(schema: Value, to: &str) -> Value {
    let Value::Object(mut keywords) = schema else {
        return schema;
    };
    for (keyword, value) in &mut keywords {
        match value {
            Value::String(reference) if keyword == "$ref" => {
                if reference::definition(reference).is_none()
                    && let Some(rest) = reference.strip_prefix('#')
                    && (rest.is_empty() || rest.starts_with('/'))
                {
                    *reference = format!("{to}{rest}");
                }
            }
            _ => *value = rebuilt(keyword, value.take(), &mut |inner| redirected(inner, to)),
        }
    }
    Value::Object(keywords)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{anchored, pruned};

    #[test]
    fn references_to_the_root_are_turned_to_a_copy_of_it() {
        let schema = json!({
            "properties": {"kids": {"items": {"$ref": "#"}}, "first": {"$ref": "#/properties/kids/items"}},
            "default": {"$ref": "#"},
            "$defs": {"Root": {"items": {"$ref": "#"}}}
        });
        let properties = json!({
            "kids": {"items": {"$ref": "#/$defs/Root_"}},
            "first": {"$ref": "#/$defs/Root_/properties/kids/items"}
        });
        assert_eq!(
            anchored(&schema),
            json!({
                "properties": properties, "default": {"$ref": "#"},
                "$defs": {
                    "Root": {"items": {"$ref": "#/$defs/Root_"}},
                    "Root_": {"properties": properties, "default": {"$ref": "#"}}
                }
            })
        );
        let plain = json!({"properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {}}});
        assert_eq!(anchored(&plain), plain);
    }

    #[test]
    fn definitions_that_nothing_refers_to_go_also_when_they_refer_to_each_other() {
        let schema = json!({
            "properties": {"a": {"$ref": "#/$defs/A~1x"}},
            "$defs": {
                "A/x": {"items": {"$ref": "#/$defs/B"}}, "B": {},
                "C": {"items": {"$ref": "#/$defs/D"}}, "D": {"items": {"$ref": "#/$defs/C"}}
            }
        });
        assert_eq!(
            pruned(schema),
            json!({
                "properties": {"a": {"$ref": "#/$defs/A~1x"}},
                "$defs": {"A/x": {"items": {"$ref": "#/$defs/B"}}, "B": {}}
            })
        );
        assert_eq!(
            pruned(json!({"type": "object", "$defs": {"A": {}}})),
            json!({"type": "object"})
        );
    }
}
