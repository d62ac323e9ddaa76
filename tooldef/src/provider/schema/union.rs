//! Unions: folding literals, and telling branches apart.

use serde_json::Value;

use super::{Object, any_type, is_closed, is_object, required, words};

/// The values that a schema of literals allows.
pub(in crate::provider) fn literals(schema: &Object) -> Option<Vec<&Value>> {
    match (schema.get("const"), schema.get("enum")) {
        (Some(value), _) => Some(vec![value]),
        (None, Some(Value::Array(values))) => Some(values.iter().collect()),
        _ => None,
    }
}

/// A union whose branches are all literals of one type becomes one `enum`;
/// what was said about each literal goes into the description.
///
/// This is what a documented enum of unit variants looks like: `oneOf` of
/// `const`, which several providers refuse or read as "anything".
pub(super) fn fold_literals(schema: &mut Object) {
    for keyword in ["oneOf", "anyOf"] {
        let Some(Value::Array(branches)) = schema.get(keyword) else {
            continue;
        };
        let Some((values, lines, kind)) = folded(branches) else {
            continue;
        };
        if schema.contains_key("enum") || schema.contains_key("const") {
            continue;
        }
        let own = schema.get("type");
        if own.is_some() && own != kind.as_ref() {
            continue;
        }
        schema.remove(keyword);
        schema.insert("enum".to_owned(), values.into());
        if let Some(kind) = kind {
            schema.insert("type".to_owned(), kind);
        }
        for line in lines {
            words::append(schema, &line);
        }
        return;
    }
}

fn folded(branches: &[Value]) -> Option<(Vec<Value>, Vec<String>, Option<Value>)> {
    let mut values: Vec<Value> = Vec::new();
    let mut lines = Vec::new();
    let mut kind: Option<Option<Value>> = None;
    for branch in branches {
        let branch = branch.as_object()?;
        if !branch.keys().all(|key| {
            matches!(
                key.as_str(),
                "const" | "enum" | "type" | "description" | "title" | "deprecated"
            )
        }) {
            return None;
        }
        let found = literals(branch)?;
        let own = branch.get("type").cloned();
        if kind.get_or_insert_with(|| own.clone()) != &own {
            return None;
        }
        if let Some(text) = branch.get("description").and_then(Value::as_str) {
            let shown: Vec<String> = found.iter().map(std::string::ToString::to_string).collect();
            lines.push(format!("- {}: {text}", shown.join(", ")));
        }
        for value in found {
            // A value in two branches of a `oneOf` is in neither; leave such
            // a schema as it is.
            if values.contains(value) {
                return None;
            }
            values.push(value.clone());
        }
    }
    (!values.is_empty()).then_some((values, lines, kind.flatten()))
}

/// Whether no value fits two of the branches, so that `oneOf` and `anyOf` mean
/// the same. `definitions` are what references lead to.
pub(in crate::provider) fn disjoint(branches: &[Value], definitions: Option<&Object>) -> bool {
    let resolved: Option<Vec<&Object>> = branches
        .iter()
        .map(|branch| resolved(branch.as_object()?, definitions))
        .collect();
    resolved.is_some_and(|branches| {
        branches
            .iter()
            .enumerate()
            .all(|(index, a)| branches[index + 1..].iter().all(|b| apart(a, b)))
    })
}

fn resolved<'a>(schema: &'a Object, definitions: Option<&'a Object>) -> Option<&'a Object> {
    match schema.get("$ref").and_then(Value::as_str) {
        None => Some(schema),
        Some(reference) => definitions?
            .get(reference.strip_prefix("#/$defs/")?)?
            .as_object(),
    }
}

fn apart(a: &Object, b: &Object) -> bool {
    if let (Some(a), Some(b)) = (literals(a), literals(b)) {
        return !a.iter().any(|value| b.contains(value));
    }
    let number = |name: &str| matches!(name, "integer" | "number");
    let (types_a, types_b) = (any_type(a), any_type(b));
    let share = types_a
        .iter()
        .any(|x| types_b.iter().any(|y| x == y || (number(x) && number(y))));
    if !share {
        return true;
    }
    is_object(a)
        && is_object(b)
        && types_a.len() == 1
        && types_b.len() == 1
        && (told_apart_by_tag(a, b) || lacks_required(a, b) || lacks_required(b, a))
}

/// Both require a member whose literals differ: the tag.
fn told_apart_by_tag(a: &Object, b: &Object) -> bool {
    let required_b = required(b);
    required(a).iter().any(|name| {
        let tag = |schema: &Object| -> Option<Vec<Value>> {
            let member = schema.get("properties")?.get(*name)?.as_object()?;
            Some(literals(member)?.into_iter().cloned().collect())
        };
        required_b.contains(name)
            && match (tag(a), tag(b)) {
                (Some(a), Some(b)) => !a.iter().any(|value| b.contains(value)),
                _ => false,
            }
    })
}

/// `a` requires a member that `b` does not allow.
fn lacks_required(a: &Object, b: &Object) -> bool {
    let declared = |name: &str| {
        b.get("properties")
            .is_some_and(|all| all.get(name).is_some())
    };
    is_closed(b)
        && !b.contains_key("patternProperties")
        && required(a).iter().any(|name| !declared(name))
}
