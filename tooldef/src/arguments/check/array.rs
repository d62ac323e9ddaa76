//! Items of arrays: each of them, how many, and whether they repeat.

use std::collections::HashMap;
use std::fmt::Write;

use serde_json::{Map, Value};

use super::{Checker, problem, text};
use crate::arguments::number::Numeric;
use crate::arguments::path::Path;
use crate::arguments::problem::Problem;
use crate::schema::in_order;

impl Checker<'_> {
    pub(super) fn array(
        &self,
        keywords: &Map<String, Value>,
        items: &[Value],
        at: &Path<'_>,
        steps: usize,
    ) -> Vec<Problem> {
        let mut found = text::count(keywords, ["minItems", "maxItems"], items.len(), "item", at);
        let first = match keywords.get("prefixItems") {
            Some(Value::Array(first)) => first.as_slice(),
            _ => &[],
        };
        let rest = keywords.get("items");
        // Items that are too many are said to be too many, once.
        let counted = keywords.contains_key("maxItems");
        for (index, item) in items.iter().enumerate() {
            let schema = match first.get(index) {
                Some(schema) => schema,
                None => match rest {
                    Some(Value::Bool(false)) if counted => break,
                    Some(schema) => schema,
                    None => break,
                },
            };
            found.extend(self.visit(schema, item, &at.index(index), steps + 1));
        }
        if keywords.get("uniqueItems") == Some(&Value::Bool(true)) {
            found.extend(repeated(items, at));
        }
        if let Some(wanted) = keywords.get("contains") {
            found.extend(self.contains(keywords, wanted, items, at, steps));
        }
        found
    }

    fn contains(
        &self,
        keywords: &Map<String, Value>,
        wanted: &Value,
        items: &[Value],
        at: &Path<'_>,
        steps: usize,
    ) -> Vec<Problem> {
        let matching = items
            .iter()
            .enumerate()
            .filter(|(index, item)| self.satisfies(wanted, item, &at.index(*index), steps + 1))
            .count();
        let bounds = ["minContains", "maxContains"];
        let mut found = text::count(keywords, bounds, matching, "item of the wanted shape", at);
        if matching == 0 && !keywords.contains_key("minContains") {
            found.push(problem(
                at,
                "must have at least 1 item of the wanted shape, got 0",
            ));
        }
        found
    }
}

/// The first item that is the same as one before it.
fn repeated(items: &[Value], at: &Path<'_>) -> Option<Problem> {
    let mut seen = HashMap::with_capacity(items.len());
    items.iter().enumerate().find_map(|(index, item)| {
        let mut form = String::new();
        write_form(item, &mut form);
        let earlier = seen.insert(form, index)?;
        Some(problem(
            at,
            format!("items must be unique, items {earlier} and {index} are the same"),
        ))
    })
}

/// Writes a text that two values share exactly when they mean the same.
fn write_form(value: &Value, form: &mut String) {
    // Writing to a text cannot fail.
    let _ = match value {
        Value::Number(number) => match Numeric::of(number) {
            Numeric::Integer(integer) => write!(form, "{integer}"),
            // Whole floats are written as integers are; adding 0 turns -0 to 0.
            Numeric::Real(real) => write!(form, "{}", real + 0.0),
        },
        Value::String(text) => write!(form, "{text:?}"),
        Value::Array(items) => {
            form.push('[');
            for item in items {
                write_form(item, form);
                form.push(',');
            }
            form.write_char(']')
        }
        Value::Object(fields) => {
            form.push('{');
            for (key, field) in in_order(fields) {
                let _ = write!(form, "{key:?}:");
                write_form(field, form);
                form.push(',');
            }
            form.write_char('}')
        }
        Value::Null | Value::Bool(_) => write!(form, "{value}"),
    };
}
