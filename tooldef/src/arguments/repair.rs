//! Putting right what models get wrong about JSON itself, by what the schema
//! says and never by guessing.
//!
//! Three things are put right: a JSON text where something else than a text is
//! wanted, a whole float where an integer is wanted, and `null` for a field
//! that may be absent but not null. Where texts are wanted, texts stay as they
//! are, also those that read `null` or `5`.

#[cfg(test)]
mod tests;

use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, HashMap};

use serde_json::{Map, Value};

use super::check::{VALUE_DEPTH, check, check_at, deeper_than};
use super::limits::DEEPEST;
use super::number::{EXACT, Numeric};
use super::parse::parse_value;
use crate::schema::fields::declared;
use crate::schema::kinds::Kinds;
use crate::schema::reference;

/// So many places are looked at before giving up, those of every tried branch
/// of a union included.
const BUDGET: usize = 50_000;
/// So many steps, through values and schemas together, are gone at most.
const STEPS: usize = 400;

/// Repairs arguments that fail their schema. Gives whether it did.
///
/// Either all of the value satisfies the schema afterwards and the answer is
/// `true`, or the value is what it was and the answer is `false`; a value that
/// satisfies the schema already is never touched.
pub(crate) fn repair(schema: &Value, value: &mut Value) -> bool {
    if deeper_than(value, VALUE_DEPTH) || check(schema, value).is_empty() {
        return false;
    }
    let mut repaired = value.clone();
    let work = Work {
        root: schema,
        kinds: RefCell::default(),
        left: Cell::new(BUDGET),
    };
    work.place(schema, &mut repaired, 0);
    if repaired == *value || !check(schema, &repaired).is_empty() {
        return false;
    }
    *value = repaired;
    true
}

struct Work<'s> {
    root: &'s Value,
    /// What schemas take, by their address.
    kinds: RefCell<HashMap<*const Value, Kinds>>,
    /// How much of the budget is left.
    left: Cell<usize>,
}

impl<'s> Work<'s> {
    /// Changes the value at one place towards its schema. What comes of it is
    /// only kept by the caller if it validates.
    fn place(&self, schema: &'s Value, value: &mut Value, steps: usize) {
        let Value::Object(keywords) = schema else {
            return;
        };
        if steps > STEPS || !self.spend(1) {
            return;
        }
        let kinds = self.kinds(schema);
        if value.is_string() && kinds.has(Kinds::STRING) {
            return;
        }
        if !kinds.has(Kinds::of_value(value))
            && let Some(converted) = converted(kinds, value)
        {
            *value = converted;
        }
        if let Some(target) = reference::target(self.root, schema) {
            self.place(target, value, steps + 1);
        }
        if let Some(Value::Array(parts)) = keywords.get("allOf") {
            for part in parts {
                self.place(part, value, steps + 1);
            }
        }
        match value {
            Value::Array(items) => self.items(keywords, items, steps),
            Value::Object(fields) => self.fields(keywords, fields, steps),
            _ => {}
        }
        for keyword in ["anyOf", "oneOf"] {
            if let Some(Value::Array(branches)) = keywords.get(keyword) {
                self.union(branches, value, steps);
            }
        }
    }

    fn items(&self, keywords: &'s Map<String, Value>, items: &mut [Value], steps: usize) {
        let first = match keywords.get("prefixItems") {
            Some(Value::Array(first)) => first.as_slice(),
            _ => &[],
        };
        for (index, item) in items.iter_mut().enumerate() {
            if let Some(schema) = first.get(index).or_else(|| keywords.get("items")) {
                self.place(schema, item, steps + 1);
            }
        }
    }

    fn fields(
        &self,
        keywords: &'s Map<String, Value>,
        fields: &mut Map<String, Value>,
        steps: usize,
    ) {
        let mut required: BTreeSet<&str> = BTreeSet::new();
        if let Some(Value::Array(names)) = keywords.get("required") {
            required.extend(names.iter().filter_map(Value::as_str));
        }
        if let Some(Value::Object(properties)) = keywords.get("properties") {
            fields.retain(|name, value| {
                let absent = value.is_null()
                    && !required.contains(name.as_str())
                    && properties
                        .get(name)
                        .is_some_and(|property| !self.kinds(property).has(Kinds::NULL));
                !absent
            });
        }
        for (name, value) in fields.iter_mut() {
            let schemas = declared(keywords, name);
            let rest = schemas
                .is_empty()
                .then(|| keywords.get("additionalProperties"))
                .flatten();
            for schema in schemas.into_iter().chain(rest) {
                self.place(schema, value, steps + 1);
            }
        }
    }

    /// Takes what one branch makes of the value, if it is the only branch that
    /// makes something acceptable of it.
    fn union(&self, branches: &'s [Value], value: &mut Value, steps: usize) {
        let fits = |schema: &Value, value: &Value| check_at(self.root, schema, value).is_empty();
        if branches.iter().any(|branch| fits(branch, value)) {
            return;
        }
        let mut only = None;
        for branch in branches {
            if !self.spend(size(value)) {
                return;
            }
            let mut attempt = value.clone();
            self.place(branch, &mut attempt, steps + 1);
            if attempt != *value && fits(branch, &attempt) && only.replace(attempt).is_some() {
                return;
            }
        }
        if let Some(attempt) = only {
            *value = attempt;
        }
    }

    fn kinds(&self, schema: &Value) -> Kinds {
        let place = std::ptr::from_ref(schema);
        *self
            .kinds
            .borrow_mut()
            .entry(place)
            .or_insert_with(|| Kinds::of(self.root, schema))
    }

    fn spend(&self, cost: usize) -> bool {
        let left = self.left.get().checked_sub(cost);
        self.left.set(left.unwrap_or(0));
        left.is_some()
    }
}

/// The same value in a type that is wanted, if it has exactly one such form.
fn converted(wanted: Kinds, value: &Value) -> Option<Value> {
    match value {
        Value::String(text) => from_text(wanted, text),
        Value::Number(number) => match Numeric::of(number) {
            Numeric::Real(real) if wanted.has(Kinds::INTEGER) => whole(real).map(Value::from),
            _ => None,
        },
        _ => None,
    }
}

/// The value a JSON text stands for. Numbers must be written as they would be
/// written back.
fn from_text(wanted: Kinds, text: &str) -> Option<Value> {
    let value = match text {
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        _ if text.trim_start().starts_with(['{', '[']) => parse_value(text, DEEPEST).ok()?,
        _ if text.starts_with(|c: char| c == '-' || c.is_ascii_digit()) => {
            let value = parse_value(text, DEEPEST).ok()?;
            let written = value.to_string();
            if written != text {
                return None;
            }
            value
        }
        _ => return None,
    };
    wanted.has(Kinds::of_value(&value)).then_some(value)
}

/// A float as an integer, where floats are exact.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the float is whole and within range"
)]
#[expect(clippy::cast_precision_loss, reason = "2^53 is exact")]
#[expect(clippy::float_cmp, reason = "whole floats compare exactly")]
fn whole(real: f64) -> Option<i64> {
    (real.trunc() == real && real.abs() <= EXACT as f64).then_some(real as i64)
}

/// How many values there are in a value, itself included. Does not recurse.
fn size(value: &Value) -> usize {
    let mut open = vec![value];
    let mut count = 0;
    while let Some(value) = open.pop() {
        count += 1;
        match value {
            Value::Array(items) => open.extend(items),
            Value::Object(fields) => open.extend(fields.values()),
            _ => {}
        }
    }
    count
}
