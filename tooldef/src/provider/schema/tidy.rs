//! The rules that tidy one schema, its parts being plain already.

use serde_json::{Value, json};

use super::{Object, conjoin, set_types, types, words};

/// The formats of JSON Schema 2020-12.
const FORMATS: [&str; 19] = [
    "date",
    "date-time",
    "duration",
    "email",
    "hostname",
    "idn-email",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "iri",
    "iri-reference",
    "json-pointer",
    "regex",
    "relative-json-pointer",
    "time",
    "uri",
    "uri-reference",
    "uri-template",
    "uuid",
];

/// How many values one rule may copy.
const COPY_LIMIT: usize = 5000;

/// How many values a value consists of.
fn size(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(size).sum(),
        Value::Object(members) => members.values().map(size).sum(),
        _ => 0,
    }
}

/// Merges `allOf` where that is exact. False where nothing can satisfy both.
pub(super) fn merge_all(own: &mut Object) -> bool {
    if let Some(Value::Array(parts)) = own.remove("allOf") {
        let mut left = Vec::new();
        for part in parts {
            match part.as_object().and_then(|part| conjoin(own, part)) {
                Some(both) if !part_is_reference(&part, own) => *own = both,
                _ => left.push(part),
            }
        }
        if !left.is_empty() {
            own.insert("allOf".to_owned(), left.into());
        }
    }
    match (own.get("const"), own.get("enum")) {
        (Some(value), Some(Value::Array(literals))) if !literals.contains(value) => false,
        (Some(_), Some(_)) => {
            own.remove("enum");
            true
        }
        _ => true,
    }
}

/// A reference must stand alone.
fn part_is_reference(part: &Value, own: &Object) -> bool {
    part.get("$ref").is_some() && !own.is_empty()
}

/// Unions in unions, and unions of one.
pub(super) fn flatten(own: &mut Object) {
    for keyword in ["anyOf", "oneOf"] {
        let Some(Value::Array(branches)) = own.get_mut(keyword) else {
            continue;
        };
        if keyword == "anyOf" {
            let nested = std::mem::take(branches);
            for branch in nested {
                match branch {
                    Value::Object(mut branch) if branch.len() == 1 => {
                        match branch.remove("anyOf") {
                            Some(Value::Array(inner)) => branches.extend(inner),
                            Some(other) => branches.push(json!({ "anyOf": other })),
                            None => branches.push(branch.into()),
                        }
                    }
                    other => branches.push(other),
                }
            }
        }
        if let [Value::Object(only)] = branches.as_slice() {
            let only = only.clone();
            let mut rest = own.clone();
            rest.remove(keyword);
            if only.contains_key("$ref") && !rest.is_empty() {
                continue;
            }
            if let Some(both) = conjoin(&rest, &only) {
                *own = both;
            }
        }
    }
}

/// Moves the members that stand beside a union into its branches, which is
/// how a flattened enum comes out: branches of closed objects then say on
/// their own what they allow.
pub(super) fn distribute(own: &mut Object) {
    const SHARED: [&str; 5] = [
        "additionalProperties",
        "properties",
        "required",
        "type",
        "unevaluatedProperties",
    ];
    let keyword = match (own.contains_key("anyOf"), own.contains_key("oneOf")) {
        (true, false) => "anyOf",
        (false, true) => "oneOf",
        _ => return,
    };
    let has_members = own
        .get("properties")
        .and_then(Value::as_object)
        .is_some_and(|all| !all.is_empty());
    if !has_members && !own.contains_key("unevaluatedProperties") {
        return;
    }
    let mut shared = Object::new();
    for key in SHARED {
        if let Some(value) = own.get(key) {
            shared.insert(key.to_owned(), value.clone());
        }
    }
    let branches: Option<Vec<Value>> = own[keyword].as_array().and_then(|branches| {
        // Copies of copies would multiply; a large union stays as it is.
        let parts: usize = shared.values().map(size).sum();
        if parts.saturating_mul(branches.len()) > COPY_LIMIT {
            return None;
        }
        branches
            .iter()
            .map(|branch| {
                let branch = branch.as_object()?;
                if branch.contains_key("$ref") {
                    return None;
                }
                let mut both = conjoin(branch, &shared)?;
                finish(&mut both);
                Some(both.into())
            })
            .collect()
    });
    if let Some(branches) = branches {
        for key in SHARED {
            own.remove(key);
        }
        own.insert(keyword.to_owned(), branches.into());
    }
}

/// The rules for one schema, its parts being plain already.
pub(super) fn finish(own: &mut Object) {
    if let Some(names) = types(own)
        && let [only] = names.as_slice()
    {
        let only = (*only).to_owned();
        set_types(own, &[&only]);
    }
    close(own);
    let named = |own: &Object, name: &str| types(own).is_some_and(|names| names.contains(&name));
    if named(own, "object") {
        own.entry("properties").or_insert_with(|| json!({}));
    }
    if named(own, "array") {
        array(own);
    }
    if let Some(Value::String(format)) = own.get("format")
        && !FORMATS.contains(&format.as_str())
    {
        let line = format!("Format: {format}");
        own.remove("format");
        if named(own, "string") {
            words::append(own, &line);
        }
    }
}

/// `unevaluatedProperties` with nothing else that could evaluate a member is
/// `additionalProperties`.
fn close(own: &mut Object) {
    const APPLICATORS: [&str; 7] = [
        "$ref",
        "allOf",
        "anyOf",
        "dependentSchemas",
        "if",
        "not",
        "oneOf",
    ];
    if APPLICATORS.iter().any(|keyword| own.contains_key(*keyword)) {
        return;
    }
    if let Some(rule) = own.remove("unevaluatedProperties") {
        own.entry("additionalProperties").or_insert(rule);
    }
}

/// Gives every array `items`. Providers refuse arrays without, tuples too.
fn array(own: &mut Object) {
    let Some(Value::Array(prefix)) = own.get("prefixItems").cloned() else {
        match own.get("items") {
            None => {
                own.insert("items".to_owned(), json!({}));
            }
            Some(Value::Bool(false)) => {
                own.insert("items".to_owned(), json!({}));
                own.insert("maxItems".to_owned(), 0.into());
            }
            Some(_) => {}
        }
        return;
    };
    let count = prefix.len() as u64;
    match own.get("items") {
        Some(Value::Bool(false)) => {
            let most = own.get("maxItems").and_then(Value::as_u64);
            let most = most.map_or(count, |most| most.min(count));
            own.insert("maxItems".to_owned(), most.into());
        }
        Some(_) => return,
        None => {}
    }
    let most = own.get("maxItems").and_then(Value::as_u64);
    let mut distinct: Vec<Value> = Vec::new();
    for item in prefix {
        if !distinct.contains(&item) {
            distinct.push(item);
        }
    }
    let items = match (most.is_some_and(|most| most <= count), distinct.as_slice()) {
        // Nothing may follow the prefix, so that `items` changes nothing: a
        // tuple of one type is a list of that length.
        (true, [only]) => {
            own.remove("prefixItems");
            only.clone()
        }
        (true, [_, ..]) if distinct.iter().map(size).sum::<usize>() <= COPY_LIMIT => {
            json!({ "anyOf": distinct })
        }
        _ => json!({}),
    };
    own.insert("items".to_owned(), items);
}
