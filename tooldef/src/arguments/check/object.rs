//! Fields of objects: the known, the missing and the unknown.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{Checker, problem, text};
use crate::arguments::path::Path;
use crate::arguments::problem::{Meaning, Names, Problem};
use crate::near::near;
use crate::schema::fields::{declared, may_match};
use crate::schema::in_order;

impl Checker<'_> {
    pub(super) fn object(
        &self,
        keywords: &Map<String, Value>,
        fields: &Map<String, Value>,
        whole: &Value,
        at: &Path<'_>,
        steps: usize,
    ) -> Vec<Problem> {
        let bounds = ["minProperties", "maxProperties"];
        let mut found = text::count(keywords, bounds, fields.len(), "field", at);
        let mut names = required(keywords, fields);
        names.extend(fields.keys().map(String::as_str));
        for name in names {
            let place = at.key(name);
            match fields.get(name) {
                None => found.push(problem(&place, "required, but missing")),
                Some(value) => {
                    found.extend(self.field(keywords, fields, name, value, &place, steps));
                }
            }
        }
        if let Some(Value::Object(dependents)) = keywords.get("dependentSchemas") {
            for (name, schema) in in_order(dependents) {
                if fields.contains_key(name) {
                    found.extend(self.visit(schema, whole, at, steps + 1));
                }
            }
        }
        found
    }

    fn field(
        &self,
        keywords: &Map<String, Value>,
        fields: &Map<String, Value>,
        name: &str,
        value: &Value,
        at: &Path<'_>,
        steps: usize,
    ) -> Vec<Problem> {
        let mut found = Vec::new();
        if let Some(names) = keywords.get("propertyNames") {
            // A checker of its own, because what is known goes by addresses and
            // this text does not last.
            let key = Value::String(name.to_owned());
            for fault in Checker::new(self.root).visit(names, &key, at, steps + 1) {
                found.push(problem(
                    at,
                    format!("the name of the field: {}", fault.message),
                ));
            }
        }
        let schemas = declared(keywords, name);
        for schema in &schemas {
            found.extend(self.visit(schema, value, at, steps + 1));
        }
        if schemas.is_empty() && !may_match(keywords, name) {
            match keywords.get("additionalProperties") {
                Some(Value::Bool(false)) => found.push(unknown(keywords, fields, name, at)),
                Some(schema) => found.extend(self.visit(schema, value, at, steps + 1)),
                None => {}
            }
        }
        found
    }
}

/// The names that must be there, also because others are.
fn required<'s>(
    keywords: &'s Map<String, Value>,
    fields: &Map<String, Value>,
) -> BTreeSet<&'s str> {
    let mut names = BTreeSet::new();
    let mut add = |list: &'s Value| {
        for name in list.as_array().into_iter().flatten() {
            names.extend(name.as_str());
        }
    };
    if let Some(list) = keywords.get("required") {
        add(list);
    }
    if let Some(Value::Object(dependents)) = keywords.get("dependentRequired") {
        for (name, list) in dependents {
            if fields.contains_key(name) {
                add(list);
            }
        }
    }
    names
}

fn unknown(
    keywords: &Map<String, Value>,
    fields: &Map<String, Value>,
    name: &str,
    at: &Path<'_>,
) -> Problem {
    let mut problem = problem(at, "unknown argument");
    if let Some(Value::Object(properties)) = keywords.get("properties") {
        // A field that was sent already is not what was meant.
        let free = properties
            .keys()
            .filter(|known| !fields.contains_key(*known));
        let names = near(name, free.map(String::as_str), 3);
        problem.names = Some(Names {
            meaning: Meaning::Near,
            above: at.above().render(),
            list: names.into_iter().map(str::to_owned).collect(),
        });
    }
    problem
}
