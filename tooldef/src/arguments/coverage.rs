//! Who sees to it that arguments satisfy their schema: the deserializer alone,
//! the check beside it, or nobody.
//!
//! No published constraint may go unenforced, so a set refuses a tool whose
//! schema says something that neither of the two understands.

use std::collections::{HashSet, VecDeque};

use serde_json::{Map, Value};

use super::number::Numeric;
use super::path::{ROOT, join};
use crate::schema::kinds::Kinds;
use crate::schema::position::inner;
use crate::schema::{in_order, pattern, reference, width};

#[cfg(test)]
mod tests;

/// Who enforces a schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Coverage {
    /// What a derived deserializer accepts satisfies the schema too, provided
    /// that its reader refuses arrays in place of structs and repeated keys.
    ///
    /// Names that only the deserializer knows (`alias`, `other`) are taken to
    /// be meant.
    Deserializer,
    /// The deserializer may accept more than the schema does, so every value
    /// has to go through [`check`](super::check::check).
    Checked,
    /// The check does not understand a keyword either.
    Unenforced {
        /// The dotted path of the arguments it bounds; `*` is any item or key.
        path: String,
        /// The keyword.
        keyword: String,
    },
}

/// Finds out who enforces a schema. Of several unenforced keywords the first is
/// told, those of outer fields before those of inner ones, then by name.
///
/// Formats of number types tell which bounds a deserializer has by itself, so
/// give the schema as it was derived, not yet canonical. Without them the
/// answer is still right, but it is more often [`Coverage::Checked`].
pub(crate) fn coverage(schema: &Value) -> Coverage {
    let mut survey = Survey {
        root: schema,
        seen: HashSet::new(),
        open: VecDeque::new(),
    };
    survey.open.push_back((schema, ROOT.to_owned()));
    let mut coverage = Coverage::Deserializer;
    while let Some((schema, path)) = survey.open.pop_front() {
        if !survey.seen.insert(std::ptr::from_ref(schema)) {
            continue;
        }
        match survey.look_at(schema, &path) {
            Enforced::Deserializer => {}
            Enforced::Check => coverage = Coverage::Checked,
            Enforced::No(keyword) => {
                return Coverage::Unenforced {
                    path,
                    keyword: keyword.to_owned(),
                };
            }
        }
    }
    coverage
}

/// Who enforces one keyword. The greatest of several decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Enforced<'s> {
    Deserializer,
    Check,
    No(&'s str),
}

use Enforced::{Check, Deserializer, No};

struct Survey<'s> {
    root: &'s Value,
    seen: HashSet<*const Value>,
    /// The schemas still to look at, and the path of what they describe.
    open: VecDeque<(&'s Value, String)>,
}

impl<'s> Survey<'s> {
    /// Looks at one schema without those inside of it, which are put in line.
    fn look_at(&mut self, schema: &'s Value, path: &str) -> Enforced<'s> {
        let keywords = match schema {
            Value::Bool(true) => return Deserializer,
            Value::Bool(false) => return Check,
            Value::Object(keywords) => keywords,
            _ => return No("a value that is no schema"),
        };
        for (keyword, name, inner) in inner(keywords) {
            // `false` for the rest only closes an object or a tuple.
            if inner.is_object() || keyword != "additionalProperties" && keyword != "items" {
                self.open.push_back((inner, below(path, keyword, name)));
            }
        }
        if let Some(target) = reference::target(self.root, schema) {
            self.open.push_back((target, path.to_owned()));
        }
        let mut all = Deserializer;
        for (keyword, value) in in_order(keywords) {
            match self.keyword(keyword, value, keywords) {
                No(keyword) => return No(keyword),
                one => all = all.max(one),
            }
        }
        all
    }

    fn keyword(
        &self,
        keyword: &'s str,
        value: &'s Value,
        all: &'s Map<String, Value>,
    ) -> Enforced<'s> {
        // A keyword whose value is not what it should be means something else
        // than the check takes it for.
        let provided = |sound: bool, by: Enforced<'s>| if sound { by } else { No(keyword) };
        let is_schema = value.is_object() || value.is_boolean();
        match keyword {
            "type" => provided(Kinds::of_type(value).is_some(), Deserializer),
            "minimum" | "maximum" => provided(value.is_number(), bound(keyword, value, all)),
            "exclusiveMinimum" | "exclusiveMaximum" | "multipleOf" | "minLength" | "maxLength"
            | "minContains" | "maxContains" | "minProperties" | "maxProperties" => {
                provided(value.is_number(), Check)
            }
            "minItems" | "maxItems" => provided(value.is_number(), items_bound(value, all)),
            "uniqueItems" => match value {
                Value::Bool(false) => Deserializer,
                value => provided(value.is_boolean(), Check),
            },
            "const" => provided(
                true,
                if value.is_string() {
                    Deserializer
                } else {
                    Check
                },
            ),
            "enum" => {
                let strings = value
                    .as_array()
                    .is_some_and(|all| all.iter().all(Value::is_string));
                provided(value.is_array(), if strings { Deserializer } else { Check })
            }
            "pattern" => provided(value.as_str().is_some_and(pattern::known), Check),
            "properties" => provided(value.is_object(), Deserializer),
            "required" => provided(value.is_array(), self.required(value, all)),
            "patternProperties" => match value {
                Value::Object(patterns) => {
                    let known = patterns.keys().all(|wanted| pattern::known(wanted));
                    let integers = patterns.keys().all(|wanted| pattern::integers(wanted));
                    provided(known, if integers { Deserializer } else { Check })
                }
                _ => No(keyword),
            },
            "additionalProperties" => {
                let named = all.get("properties").and_then(Value::as_object);
                // A map that is flattened into a struct.
                let mixed = value.is_object() && named.is_some_and(|named| !named.is_empty());
                provided(is_schema, if mixed { Check } else { Deserializer })
            }
            "items" => provided(is_schema, if value == false { Check } else { Deserializer }),
            "prefixItems" => {
                let closed = all.contains_key("minItems") && all.contains_key("maxItems");
                provided(value.is_array(), if closed { Deserializer } else { Check })
            }
            "anyOf" | "oneOf" => match value {
                Value::Array(branches) => self.union(keyword, branches),
                _ => No(keyword),
            },
            "allOf" => provided(value.is_array(), Check),
            "contains"
            | "propertyNames"
            | "not"
            | "if"
            | "then"
            | "else"
            | "unevaluatedProperties" => provided(is_schema, Check),
            "dependentSchemas" | "dependentRequired" => provided(value.is_object(), Check),
            "$ref" => {
                let found = value
                    .as_str()
                    .and_then(|to| reference::resolve(self.root, to));
                provided(
                    found.is_some(),
                    if all.keys().all(|beside| annotates(beside)) {
                        Deserializer
                    } else {
                        Check
                    },
                )
            }
            // A base of its own changes what references mean.
            "$id" => provided(
                std::ptr::eq(all, self.root.as_object().unwrap_or(all)),
                Deserializer,
            ),
            "unevaluatedItems" | "additionalItems" => provided(value == true, Deserializer),
            "$dynamicRef" | "$recursiveRef" | "dependencies" | "divisibleBy" | "disallow"
            | "extends" => No(keyword),
            _ => Deserializer,
        }
    }

    /// A derived struct lets an optional field be absent even where the schema
    /// was told to require it.
    fn required(&self, names: &Value, all: &Map<String, Value>) -> Enforced<'s> {
        let nullable = names.as_array().into_iter().flatten().any(|name| {
            let property = name
                .as_str()
                .and_then(|name| all.get("properties")?.get(name));
            property.is_some_and(|property| {
                let kinds = Kinds::of(self.root, property);
                kinds.has(Kinds::NULL) && kinds != Kinds::ANY && kinds != Kinds::NULL
            })
        });
        if nullable { Check } else { Deserializer }
    }

    /// A union is left to the deserializer when it is a type or null, a list of
    /// constants, or one of single values.
    fn union(&self, keyword: &str, branches: &[Value]) -> Enforced<'s> {
        let kinds: Vec<Kinds> = branches
            .iter()
            .map(|branch| Kinds::of(self.root, branch))
            .collect();
        let constants = branches
            .iter()
            .all(|branch| branch.get("const").is_some_and(Value::is_string));
        let optional = branches.len() == 2 && kinds.contains(&Kinds::NULL);
        let single = keyword == "anyOf"
            && kinds
                .iter()
                .all(|kinds| !kinds.meets(Kinds::OBJECT | Kinds::ARRAY));
        if constants || optional || single {
            Deserializer
        } else {
            Check
        }
    }
}

/// The path of what a schema inside of another one describes.
fn below(path: &str, keyword: &str, name: Option<&str>) -> String {
    match (keyword, name) {
        ("properties", Some(name)) => join(path, name),
        (
            "items"
            | "prefixItems"
            | "contains"
            | "additionalProperties"
            | "patternProperties"
            | "additionalItems"
            | "unevaluatedItems"
            | "unevaluatedProperties",
            _,
        ) => {
            if path == ROOT {
                "*".to_owned()
            } else {
                format!("{path}.*")
            }
        }
        _ => path.to_owned(),
    }
}

/// Whether a bound is one that the number type has anyway.
fn bound<'s>(keyword: &str, value: &Value, all: &Map<String, Value>) -> Enforced<'s> {
    let (Value::Number(bound), Some(width)) = (value, all.get("format").and_then(width::of)) else {
        return Check;
    };
    let bound = Numeric::of(bound);
    let natural = match keyword {
        "minimum" => width
            .least
            .is_some_and(|least| bound.compare(Numeric::Integer(least)).is_le()),
        _ => width
            .greatest
            .is_some_and(|most| bound.compare(Numeric::Integer(most)).is_ge()),
    };
    if natural { Deserializer } else { Check }
}

/// Whether a number of items is that of a tuple.
fn items_bound<'s>(value: &Value, all: &Map<String, Value>) -> Enforced<'s> {
    let tuple = all.get("prefixItems").and_then(Value::as_array);
    let length = tuple.and_then(|tuple| u64::try_from(tuple.len()).ok());
    if length.is_some() && value.as_u64() == length {
        Deserializer
    } else {
        Check
    }
}

/// Whether a keyword beside a reference only describes.
fn annotates(keyword: &str) -> bool {
    matches!(
        keyword,
        "$ref"
            | "$defs"
            | "definitions"
            | "$schema"
            | "$comment"
            | "title"
            | "description"
            | "default"
            | "examples"
            | "deprecated"
            | "readOnly"
            | "writeOnly"
    )
}
