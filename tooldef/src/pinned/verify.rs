//! Whether pinned values can be part of valid arguments at all.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{PinError, Pins};
use crate::arguments::check::check_at;
use crate::arguments::path::{ROOT, join};
use crate::near::near;
use crate::schema::fields::declared;
use crate::schema::in_order;
use crate::schema::kinds::Kinds;
use crate::schema::reference;
use crate::schema::shape::Shape;

/// So many unions right inside of unions are looked into.
const NESTED: usize = 6;

/// A schema with none of these takes any value.
pub(super) const FREE_FORM: [&str; 10] = [
    "type",
    "properties",
    "additionalProperties",
    "patternProperties",
    "$ref",
    "anyOf",
    "oneOf",
    "allOf",
    "enum",
    "const",
];

static ANYTHING: Value = Value::Bool(true);

impl Pins {
    /// Makes sure that the tool has every pinned argument, and that the pinned
    /// values are ones it takes.
    ///
    /// # Errors
    ///
    /// [`PinError::Unknown`] and [`PinError::Unfit`] name the pin at fault.
    pub(crate) fn verify(&self, schema: &Value) -> Result<(), PinError> {
        verify_object(schema, schema, &self.given, "")
    }
}

fn verify_object(
    root: &Value,
    schema: &Value,
    pins: &Map<String, Value>,
    above: &str,
) -> Result<(), PinError> {
    let found = taken(root, schema, pins, above, 0)?;
    match pins
        .keys()
        .filter(|key| !found.contains(key.as_str()))
        .min()
    {
        None => Ok(()),
        Some(key) => Err(unknown(root, schema, key, above)),
    }
}

/// Which of the pinned fields a schema has.
///
/// # Errors
///
/// A field it has takes another value, or it is closed and lacks the field.
pub(super) fn taken<'p>(
    root: &Value,
    schema: &Value,
    pins: &'p Map<String, Value>,
    above: &str,
    nested: usize,
) -> Result<BTreeSet<&'p str>, PinError> {
    let kinds = Kinds::of(root, schema);
    if !kinds.has(Kinds::OBJECT) {
        let path = if above.is_empty() { ROOT } else { above };
        let problem = format!("expected {kinds}, got object");
        return Err(PinError::Unfit {
            path: path.to_owned(),
            problem,
        });
    }
    let mut found = BTreeSet::new();
    for part in parts(root, schema) {
        for (key, pin) in in_order(pins) {
            let subs = accepting(part, key);
            if subs.is_empty() && part.get("additionalProperties") == Some(&Value::Bool(false)) {
                return Err(unknown(root, schema, key, above));
            }
            for sub in subs {
                verify_field(root, sub, pin, &join(above, key))?;
                found.insert(key);
            }
        }
        for keyword in ["anyOf", "oneOf"] {
            if let Some(Value::Array(branches)) = part.get(keyword)
                && nested < NESTED
            {
                found.extend(taken_by_any(root, branches, pins, above, nested + 1)?);
            }
        }
    }
    Ok(found)
}

/// The fields that the fitting branches of a union have.
fn taken_by_any<'p>(
    root: &Value,
    branches: &[Value],
    pins: &'p Map<String, Value>,
    above: &str,
    nested: usize,
) -> Result<BTreeSet<&'p str>, PinError> {
    let mut found = BTreeSet::new();
    let mut fault = None;
    let mut fits = false;
    for branch in branches {
        match taken(root, branch, pins, above, nested) {
            Ok(fields) => {
                fits = true;
                found.extend(fields);
            }
            // What a branch without fields has to say is said last.
            Err(one) if Kinds::of(root, branch).has(Kinds::OBJECT) => fault = Some(one),
            Err(one) => fault = fault.or(Some(one)),
        }
    }
    match fault {
        Some(fault) if !fits => Err(fault),
        _ => Ok(found),
    }
}

fn verify_field(root: &Value, schema: &Value, pin: &Value, path: &str) -> Result<(), PinError> {
    if let Value::Object(inner) = pin {
        return verify_object(root, schema, inner, path);
    }
    let Some(problem) = check_at(root, schema, pin).into_iter().next() else {
        return Ok(());
    };
    let path = match problem.path.as_str() {
        ROOT => path.to_owned(),
        inside => format!("{path}.{inside}"),
    };
    Err(PinError::Unfit {
        path,
        problem: problem.message,
    })
}

/// The schemas that all hold for a value at once: this one, those it refers to,
/// and the parts of `allOf`.
fn parts<'s>(root: &'s Value, schema: &'s Value) -> Vec<&'s Value> {
    let mut parts: Vec<&Value> = vec![schema];
    let mut next = 0;
    while let Some(part) = parts.get(next).copied() {
        next += 1;
        let inner = part
            .get("allOf")
            .and_then(Value::as_array)
            .into_iter()
            .flatten();
        for found in reference::target(root, part).into_iter().chain(inner) {
            // References may go in circles.
            if !parts.iter().any(|known| std::ptr::eq(*known, found)) {
                parts.push(found);
            }
        }
    }
    parts
}

/// The schemas a field of this name has in one part. Where any field may be
/// sent, it counts as declared.
fn accepting<'s>(part: &'s Value, key: &str) -> Vec<&'s Value> {
    let Value::Object(keywords) = part else {
        return if part == &ANYTHING {
            vec![&ANYTHING]
        } else {
            Vec::new()
        };
    };
    let fields = declared(keywords, key);
    if !fields.is_empty() {
        return fields;
    }
    if let Some(rest @ (Value::Bool(true) | Value::Object(_))) =
        keywords.get("additionalProperties")
    {
        return vec![rest];
    }
    let free_form = FREE_FORM
        .iter()
        .all(|keyword| !keywords.contains_key(*keyword));
    if free_form {
        vec![&ANYTHING]
    } else {
        Vec::new()
    }
}

fn unknown(root: &Value, schema: &Value, key: &str, above: &str) -> PinError {
    let shape = Shape::of(root, schema);
    let names = near(key, shape.names.iter().copied(), 3);
    PinError::Unknown {
        path: join(above, key),
        near: names.into_iter().map(|name| join(above, name)).collect(),
    }
}
