//! What an object schema says of its fields, gathered from all its parts.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::reference;

/// So many parts are looked at; also ends references in a circle.
const BUDGET: u32 = 200;

/// The fields of an object schema.
#[derive(Debug, Default)]
pub(crate) struct Shape<'s> {
    /// The names of fields it speaks of, those of the branches of a union
    /// included.
    pub(crate) names: BTreeSet<&'s str>,
    /// The names of fields that must be there.
    pub(crate) required: BTreeSet<&'s str>,
    /// Fields that can have one value only.
    pub(crate) tags: BTreeMap<&'s str, &'s Value>,
}

impl<'s> Shape<'s> {
    /// The shape of a schema that stands in the document `root`.
    pub(crate) fn of(root: &'s Value, schema: &'s Value) -> Self {
        let mut shape = Self::default();
        shape.gather(root, schema, false, &mut BUDGET.clone());
        shape
    }

    /// Whether it speaks of a field.
    pub(crate) fn knows(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    fn gather(&mut self, root: &'s Value, schema: &'s Value, in_branch: bool, budget: &mut u32) {
        let (Value::Object(keywords), Some(left)) = (schema, budget.checked_sub(1)) else {
            return;
        };
        *budget = left;
        if let Some(Value::Object(properties)) = keywords.get("properties") {
            for (name, property) in properties {
                self.names.insert(name);
                // What only a branch says does not hold for the whole.
                if !in_branch && let Some(constant) = constant(property) {
                    self.tags.insert(name, constant);
                }
            }
        }
        if let Some(Value::Array(required)) = keywords.get("required")
            && !in_branch
        {
            self.required
                .extend(required.iter().filter_map(Value::as_str));
        }
        if let Some(target) = reference::target(root, schema) {
            self.gather(root, target, in_branch, budget);
        }
        for (keyword, in_branch) in [("allOf", in_branch), ("anyOf", true), ("oneOf", true)] {
            if let Some(Value::Array(parts)) = keywords.get(keyword) {
                for part in parts {
                    self.gather(root, part, in_branch, budget);
                }
            }
        }
    }
}

fn constant(schema: &Value) -> Option<&Value> {
    schema
        .get("const")
        .or_else(|| match schema.get("enum")?.as_array()?.as_slice() {
            [only] => Some(only),
            _ => None,
        })
}
