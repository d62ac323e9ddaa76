//! A null that stands for absence.
//!
//! Strict function schemas make every property required, so that a model has
//! one way left to say "not given": null. Before the arguments are read, such
//! nulls are taken out again.

use std::cell::Cell;

use serde_json::Value;

use super::schema::{Object, any_type, literals, required};

/// How many references and levels are followed.
const STEP_LIMIT: usize = 256;

/// How many schemas are looked at in all. Unions in unions multiply, and the
/// arguments come from a model.
const BUDGET: u32 = 200_000;

/// Takes out of `arguments` every property that is null and that `schema`
/// does not require, at every depth.
///
/// `schema` is the tool's own input schema, not a rendering of it. In a union
/// the first branch decides that fits once its nulls are out; where none fits,
/// or unions multiply beyond measure, the value stays as it is. A null that stands in a list, in a map or in a
/// required property also stays.
///
/// Meant for calls that answer a strict rendering. There an optional property
/// whose type has a null of its own (`Option<Option<T>>`) cannot be told from
/// an absent one, and is taken as absent.
///
/// ```
/// let schema = serde_json::json!({
///     "type": "object",
///     "properties": { "city": { "type": "string" }, "days": { "type": "integer" } },
///     "required": ["city"],
/// });
/// let mut arguments = serde_json::json!({ "city": "Oslo", "days": null });
/// tooldef::provider::absent_nulls(&schema, &mut arguments);
/// assert_eq!(arguments, serde_json::json!({ "city": "Oslo" }));
/// ```
pub fn absent_nulls(schema: &Value, arguments: &mut Value) {
    let walk = Walk {
        root: schema,
        budget: Cell::new(BUDGET),
    };
    walk.clean(schema, arguments, 0);
}

struct Walk<'a> {
    root: &'a Value,
    budget: Cell<u32>,
}

impl<'a> Walk<'a> {
    /// What a reference leads to.
    fn target(&self, schema: &'a Object) -> Option<&'a Value> {
        let reference = schema.get("$ref")?.as_str()?;
        self.root.pointer(reference.strip_prefix('#')?)
    }

    /// Whether another schema may be looked at.
    fn goes_on(&self, step: usize) -> bool {
        let left = self.budget.get();
        self.budget.set(left.saturating_sub(1));
        left > 0 && step < STEP_LIMIT
    }

    fn clean(&self, schema: &'a Value, value: &mut Value, step: usize) {
        let (Value::Object(schema), true) = (schema, self.goes_on(step)) else {
            return;
        };
        if let Some(target) = self.target(schema) {
            self.clean(target, value, step + 1);
        }
        for part in list(schema, "allOf") {
            self.clean(part, value, step + 1);
        }
        for keyword in ["anyOf", "oneOf"] {
            for branch in list(schema, keyword) {
                let mut cleaned = value.clone();
                self.clean(branch, &mut cleaned, step + 1);
                if self.fits(branch, &cleaned, step + 1) {
                    *value = cleaned;
                    break;
                }
            }
        }
        match value {
            Value::Object(members) => self.clean_members(schema, members, step),
            Value::Array(items) => {
                let prefix = list(schema, "prefixItems");
                for (index, item) in items.iter_mut().enumerate() {
                    if let Some(schema) = prefix.get(index).or_else(|| schema.get("items")) {
                        self.clean(schema, item, step + 1);
                    }
                }
            }
            _ => {}
        }
    }

    fn clean_members(&self, schema: &'a Object, members: &mut Object, step: usize) {
        let declared = schema.get("properties").and_then(Value::as_object);
        let must = required(schema);
        members.retain(|name, value| {
            let known = declared.is_some_and(|declared| declared.contains_key(name));
            !(value.is_null() && known && !must.contains(&name.as_str()))
        });
        for (name, value) in members {
            let own = declared.and_then(|declared| declared.get(name));
            if let Some(schema) = own.or_else(|| schema.get("additionalProperties")) {
                self.clean(schema, value, step + 1);
            }
        }
    }

    /// Whether the value has the shape of the schema: types, literals,
    /// members. Enough to choose a branch; the tool validates in full.
    fn fits(&self, schema: &'a Value, value: &Value, step: usize) -> bool {
        let schema = match schema {
            Value::Bool(all) => return *all,
            Value::Object(schema) if self.goes_on(step) => schema,
            _ => return false,
        };
        if let Some(target) = self.target(schema)
            && !self.fits(target, value, step + 1)
        {
            return false;
        }
        if literals(schema).is_some_and(|all| !all.contains(&value))
            || !any_type(schema).iter().any(|name| is_a(value, name))
            || !list(schema, "allOf")
                .iter()
                .all(|part| self.fits(part, value, step + 1))
        {
            return false;
        }
        for keyword in ["anyOf", "oneOf"] {
            let branches = list(schema, keyword);
            if !branches.is_empty() && !branches.iter().any(|one| self.fits(one, value, step + 1)) {
                return false;
            }
        }
        match value {
            Value::Object(members) => self.fits_members(schema, members, step),
            Value::Array(items) => {
                let prefix = list(schema, "prefixItems");
                items.iter().enumerate().all(|(index, item)| {
                    prefix
                        .get(index)
                        .or_else(|| schema.get("items"))
                        .is_none_or(|schema| self.fits(schema, item, step + 1))
                })
            }
            _ => true,
        }
    }

    fn fits_members(&self, schema: &'a Object, members: &Object, step: usize) -> bool {
        let declared = schema.get("properties").and_then(Value::as_object);
        let patterns = schema.contains_key("patternProperties");
        required(schema)
            .iter()
            .all(|name| members.contains_key(*name))
            && members.iter().all(|(name, value)| {
                match declared.and_then(|declared| declared.get(name)) {
                    Some(schema) => self.fits(schema, value, step + 1),
                    None if patterns => true,
                    None => schema
                        .get("additionalProperties")
                        .is_none_or(|schema| self.fits(schema, value, step + 1)),
                }
            })
    }
}

fn list<'a>(schema: &'a Object, keyword: &str) -> &'a [Value] {
    schema
        .get(keyword)
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}

fn is_a(value: &Value, name: &str) -> bool {
    match value {
        Value::Null => name == "null",
        Value::Bool(_) => name == "boolean",
        Value::Number(number) => {
            name == "number"
                || (name == "integer"
                    && (!number.is_f64() || number.as_f64().is_some_and(|n| n.fract() == 0.0)))
        }
        Value::String(_) => name == "string",
        Value::Array(_) => name == "array",
        Value::Object(_) => name == "object",
    }
}
