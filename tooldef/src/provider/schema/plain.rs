//! The plain form of a schema: the same meaning with fewer words.
//!
//! - References are in place; only recursion keeps `$defs`.
//! - Boolean schemas are objects, except where a provider's own meta-schema
//!   expects a boolean (`additionalProperties`). Schemas that nothing can
//!   satisfy leave unions, and are refused elsewhere.
//! - `allOf` is merged where one schema says the same. Unions of literals are
//!   an `enum`; members beside a union are moved into its branches.
//! - Every object has `properties`, every array has `items`.
//! - Formats are those of JSON Schema 2020-12: the integer widths that
//!   schemars writes (`uint32`) are dropped, for their bounds stand beside
//!   them; other formats of texts are said in the description.

use serde_json::{Value, json};

use super::inline::inline;
use super::{
    DEPTH_LIMIT, Fault, Object, Slot, asserts, below, canonical, conjoin, is_closed, required,
    set_types, slot, types, union, words,
};

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

/// The plain form of a schema of arguments. The root is an object schema.
pub(in crate::provider) fn plain(schema: &Value) -> Result<Object, Fault> {
    let mut root = match inline(schema)? {
        Value::Object(root) => root,
        Value::Bool(true) => Object::new(),
        _ => return Err(impossible("#")),
    };
    let definitions = root.remove("$defs");
    root.entry("type").or_insert_with(|| "object".into());
    let mut root = node(root, "#", 0)?.ok_or_else(|| impossible("#"))?;
    if types(&root).is_none_or(|names| names != ["object"]) {
        return Err(Fault::new(
            "#",
            "type",
            "arguments are always an object, this is the schema of something else",
            "describe an object with one property for each argument",
        ));
    }
    if let Some(Value::Object(definitions)) = definitions {
        let mut all = Object::new();
        for (name, schema) in definitions {
            let path = below("#/$defs", &name);
            let schema = value(schema, &path, 0)?.ok_or_else(|| impossible(&path))?;
            all.insert(name, schema.into());
        }
        root.insert("$defs".to_owned(), all.into());
    }
    match canonical(root.into()) {
        Value::Object(root) => Ok(root),
        _ => Err(impossible("#")),
    }
}

fn impossible(path: &str) -> Fault {
    Fault::new(
        path,
        "not",
        "no value can satisfy this schema, so the tool could never be called",
        "leave the argument out, or give its type a value (an enum needs a variant)",
    )
}

/// The plain form of any schema; `None` where nothing can satisfy it.
fn value(schema: Value, path: &str, depth: usize) -> Result<Option<Object>, Fault> {
    match schema {
        Value::Object(object) => node(object, path, depth),
        Value::Bool(true) => Ok(Some(Object::new())),
        Value::Bool(false) => Ok(None),
        _ => Err(Fault::new(
            path,
            "schema",
            "a schema is an object or a boolean, this is neither",
            "write a JSON Schema here",
        )),
    }
}

fn node(schema: Object, path: &str, depth: usize) -> Result<Option<Object>, Fault> {
    if depth > DEPTH_LIMIT {
        return Err(Fault::too_deep(path));
    }
    let must: Vec<String> = required(&schema).into_iter().map(str::to_owned).collect();
    let closed = is_closed(&schema);
    let mut own = Object::new();
    for (keyword, held) in schema {
        let path = below(path, &keyword);
        let kept = match (slot(&keyword), held) {
            (Some(Slot::Schema), held) => match child(&keyword, held, &path, depth)? {
                Child::Keep(value) => Some(value),
                Child::Drop => None,
                Child::Impossible => return Ok(None),
            },
            (Some(Slot::List), Value::Array(held)) => match list(&keyword, held, &path, depth)? {
                None => return Ok(None),
                some => some,
            },
            (Some(Slot::Map), Value::Object(held)) => {
                match members(&keyword, held, &must, closed, &path, depth)? {
                    None => return Ok(None),
                    some => some,
                }
            }
            (_, held) => Some(held),
        };
        if let Some(kept) = kept {
            own.insert(keyword, kept);
        }
    }
    if !merge_all(&mut own) {
        return Ok(None);
    }
    union::fold_literals(&mut own);
    flatten(&mut own);
    if depth > 0 {
        distribute(&mut own);
    }
    finish(&mut own);
    Ok(Some(own))
}

enum Child {
    Keep(Value),
    Drop,
    Impossible,
}

/// A keyword that holds one schema.
fn child(keyword: &str, held: Value, path: &str, depth: usize) -> Result<Child, Fault> {
    if keyword == "items" && held.is_array() {
        return Err(Fault::new(
            path,
            "items",
            "a list of schemas under `items` is an older dialect's way to write a tuple",
            "use `prefixItems`",
        ));
    }
    let schema = value(held, path, depth + 1)?;
    let anything = |schema: &Object| !schema.keys().any(|keyword| asserts(keyword));
    Ok(match (keyword, schema) {
        ("not", None) => Child::Drop,
        ("not", Some(schema)) if anything(&schema) => Child::Impossible,
        ("additionalProperties" | "unevaluatedProperties" | "unevaluatedItems", Some(schema))
            if schema.is_empty() =>
        {
            Child::Keep(true.into())
        }
        (_, None) => Child::Keep(false.into()),
        (_, Some(schema)) => Child::Keep(schema.into()),
    })
}

/// A keyword that holds a list of schemas; `None` where nothing is left.
fn list(keyword: &str, held: Vec<Value>, path: &str, depth: usize) -> Result<Option<Value>, Fault> {
    let union = matches!(keyword, "anyOf" | "oneOf");
    let mut kept = Vec::with_capacity(held.len());
    for (index, schema) in held.into_iter().enumerate() {
        match value(schema, &below(path, &index.to_string()), depth + 1)? {
            Some(schema) => kept.push(Value::from(schema)),
            None if union => {}
            None => return Ok(None),
        }
    }
    Ok((!union || !kept.is_empty()).then(|| kept.into()))
}

/// A keyword that holds schemas by name; `None` where a required member can
/// never be.
fn members(
    keyword: &str,
    held: Object,
    must: &[String],
    closed: bool,
    path: &str,
    depth: usize,
) -> Result<Option<Value>, Fault> {
    let mut kept = Object::new();
    for (name, schema) in held {
        let path = below(path, &name);
        match value(schema, &path, depth + 1)? {
            Some(schema) => {
                kept.insert(name, schema.into());
            }
            None if keyword != "properties" => {
                kept.insert(name, false.into());
            }
            None if must.contains(&name) => {
                // Named here rather than at the object, for this is where the
                // author can do something about it.
                return if depth == 0 {
                    Err(impossible(&path))
                } else {
                    Ok(None)
                };
            }
            None if closed => {}
            None => return Err(impossible(&path)),
        }
    }
    Ok(Some(kept.into()))
}

/// Merges `allOf` where that is exact. False where nothing can satisfy both.
fn merge_all(own: &mut Object) -> bool {
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
fn flatten(own: &mut Object) {
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
fn distribute(own: &mut Object) {
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
    let shared: Object = SHARED
        .iter()
        .filter_map(|key| Some(((*key).to_owned(), own.get(*key)?.clone())))
        .collect();
    let branches: Option<Vec<Value>> = own[keyword].as_array().and_then(|branches| {
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
fn finish(own: &mut Object) {
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
        (true, [_, ..]) => json!({ "anyOf": distinct }),
        _ => json!({}),
    };
    own.insert("items".to_owned(), items);
}
