//! `unevaluatedProperties`: fields that no part of a schema speaks of, parts
//! that are referred to or combined included.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{Checker, STEPS, problem};
use crate::arguments::path::Path;
use crate::arguments::problem::Problem;
use crate::schema::fields::{declared, may_match};
use crate::schema::reference;

impl Checker<'_> {
    pub(super) fn unevaluated(
        &self,
        schema: &Value,
        fields: &Map<String, Value>,
        value: &Value,
        at: &Path<'_>,
        steps: usize,
    ) -> Vec<Problem> {
        let rest = match schema.get("unevaluatedProperties") {
            None | Some(Value::Bool(true)) => return Vec::new(),
            Some(rest) => rest,
        };
        let mut left: BTreeSet<&str> = BTreeSet::new();
        left.extend(fields.keys().map(String::as_str));
        self.strike(schema, value, at, steps, &mut left);
        let mut found = Vec::new();
        for name in left {
            let place = at.key(name);
            match rest {
                Value::Bool(false) => found.push(problem(&place, "unknown argument")),
                rest => found.extend(self.visit(rest, &fields[name], &place, steps + 1)),
            }
        }
        found
    }

    /// Removes the fields this schema speaks of.
    fn strike(
        &self,
        schema: &Value,
        value: &Value,
        at: &Path<'_>,
        steps: usize,
        left: &mut BTreeSet<&str>,
    ) {
        let Value::Object(keywords) = schema else {
            return;
        };
        // Ends references that go round in circles.
        if left.is_empty() || steps > STEPS {
            return;
        }
        if keywords.contains_key("additionalProperties") {
            left.clear();
            return;
        }
        left.retain(|name| declared(keywords, name).is_empty() && !may_match(keywords, name));
        if let Some(target) = reference::target(self.root, schema) {
            self.strike(target, value, at, steps + 1, left);
        }
        for keyword in ["allOf", "anyOf", "oneOf"] {
            let Some(Value::Array(parts)) = keywords.get(keyword) else {
                continue;
            };
            for part in parts {
                // Branches that do not fit say nothing about the value.
                if self.satisfies(part, value, at, steps + 1) {
                    self.strike(part, value, at, steps + 1, left);
                }
            }
        }
        if let Some(condition) = keywords.get("if") {
            let holds = self.satisfies(condition, value, at, steps + 1);
            if holds {
                self.strike(condition, value, at, steps + 1, left);
            }
            if let Some(then) = keywords.get(if holds { "then" } else { "else" }) {
                self.strike(then, value, at, steps + 1, left);
            }
        }
    }
}
