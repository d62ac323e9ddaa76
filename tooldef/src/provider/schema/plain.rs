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

use serde_json::Value;

use super::inline::inline;
use super::{
    DEPTH_LIMIT, Fault, Object, Slot, asserts, below, is_closed, required, slot, tidy, types, union,
};
use crate::schema::sorted;

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
    match sorted(root.into()) {
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
    if !tidy::merge_all(&mut own) {
        return Ok(None);
    }
    union::fold_literals(&mut own);
    tidy::flatten(&mut own);
    if depth > 0 {
        tidy::distribute(&mut own);
    }
    tidy::finish(&mut own);
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
