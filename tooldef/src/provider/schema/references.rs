//! Where references lead, and which lead back to themselves.

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;

use super::{DEPTH_LIMIT, Fault, Slot, below, slot};

/// Keywords about the document rather than about values.
pub(super) fn is_document_keyword(keyword: &str) -> bool {
    matches!(
        keyword,
        "$schema"
            | "$id"
            | "$anchor"
            | "$dynamicAnchor"
            | "$comment"
            | "$vocabulary"
            | "$defs"
            | "definitions"
    )
}

/// What a reference leads to.
pub(super) struct Target<'a> {
    /// What it is called under `$defs`, if the reference stays.
    pub(super) name: Option<String>,
    pub(super) schema: &'a Value,
    /// The references in there.
    refs: BTreeSet<&'a str>,
    /// The references in whose targets this one stands.
    from: BTreeSet<&'a str>,
}

/// What every reference of a document leads to.
pub(super) type Targets<'a> = HashMap<&'a str, Target<'a>>;

/// Follows every reference of a document, each once.
pub(super) fn targets(root: &Value) -> Result<Targets<'_>, Fault> {
    let mut targets = Targets::new();
    let mut waiting: Vec<(&str, String)> = Vec::new();
    let mut edges = Vec::new();
    let mut found = BTreeSet::new();
    refs_in(root, "#", 0, &mut |reference, path| {
        if found.insert(reference) {
            waiting.push((reference, path.to_owned()));
        }
    })?;
    while let Some((reference, path)) = waiting.pop() {
        if targets.contains_key(reference) {
            continue;
        }
        let schema = resolve(root, reference).ok_or_else(|| {
            Fault::new(
                &path,
                "$ref",
                format!("the reference `{reference}` leads nowhere"),
                "refer to `#` or to a definition under `#/$defs`",
            )
        })?;
        let mut refs = BTreeSet::new();
        refs_in(schema, reference, 0, &mut |inner, path| {
            if refs.insert(inner) {
                waiting.push((inner, path.to_owned()));
            }
        })?;
        for inner in &refs {
            edges.push((reference, *inner));
        }
        targets.insert(
            reference,
            Target {
                name: None,
                schema,
                refs,
                from: BTreeSet::new(),
            },
        );
    }
    for (from, to) in edges {
        if let Some(target) = targets.get_mut(to) {
            target.from.insert(from);
        }
    }
    Ok(targets)
}

fn resolve<'a>(root: &'a Value, reference: &str) -> Option<&'a Value> {
    let pointer = reference.strip_prefix('#')?;
    root.pointer(pointer)
        .or_else(|| root.pointer(&percent_decoded(pointer)?))
        .filter(|value| value.is_object() || value.is_boolean())
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let high = char::from(rest.next()?).to_digit(16)?;
            let low = char::from(rest.next()?).to_digit(16)?;
            bytes.push(u8::try_from(high * 16 + low).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

fn refs_in<'a>(
    schema: &'a Value,
    path: &str,
    depth: usize,
    found: &mut dyn FnMut(&'a str, &str),
) -> Result<(), Fault> {
    if depth > DEPTH_LIMIT {
        return Err(Fault::too_deep(path));
    }
    let Value::Object(object) = schema else {
        return Ok(());
    };
    for (keyword, value) in object {
        if is_document_keyword(keyword) {
            continue;
        }
        let path = below(path, keyword);
        match (keyword.as_str(), value) {
            ("$ref", Value::String(reference)) => found(reference, &path),
            ("$dynamicRef" | "$recursiveRef", _) => {
                return Err(Fault::new(
                    &path,
                    keyword,
                    "dynamic references are not supported",
                    "use `$ref`",
                ));
            }
            _ => {}
        }
        match (slot(keyword), value) {
            (Some(Slot::Schema), schema) => refs_in(schema, &path, depth + 1, found)?,
            (Some(Slot::List), Value::Array(schemas)) => {
                for (index, schema) in schemas.iter().enumerate() {
                    refs_in(schema, &below(&path, &index.to_string()), depth + 1, found)?;
                }
            }
            (Some(Slot::Map), Value::Object(schemas)) => {
                for (name, schema) in schemas {
                    refs_in(schema, &below(&path, name), depth + 1, found)?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// The references that lead back to themselves (and those between two such):
/// what is left after the ends that lead nowhere further, on either side, are
/// taken away.
pub(super) fn recursive<'a>(targets: &Targets<'a>) -> BTreeSet<&'a str> {
    let mut left = BTreeSet::new();
    left.extend(targets.keys());
    take_ends(
        &mut left,
        targets,
        |target| &target.refs,
        |target| &target.from,
    );
    take_ends(
        &mut left,
        targets,
        |target| &target.from,
        |target| &target.refs,
    );
    left
}

/// One side of a target: where it leads, or where it is led to from.
type Side = for<'t, 'a> fn(&'t Target<'a>) -> &'t BTreeSet<&'a str>;

/// Takes away what does not lead to a circle, going one way.
fn take_ends(left: &mut BTreeSet<&str>, targets: &Targets<'_>, on: Side, back: Side) {
    let mut waiting: Vec<&str> = targets.keys().copied().collect();
    while let Some(reference) = waiting.pop() {
        let target = &targets[reference];
        if !on(target).iter().any(|next| left.contains(next)) && left.remove(reference) {
            waiting.extend(back(target));
        }
    }
}
