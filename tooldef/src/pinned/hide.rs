//! The schema the model sees: without what is pinned.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::Pins;
use super::verify::{FREE_FORM, taken};
use crate::schema::canonical::sorted;
use crate::schema::combined::combined;
use crate::schema::fields::declared;
use crate::schema::kinds::Kinds;
use crate::schema::{definitions, reference};

/// So many references and parts are followed without going down a field.
const HOPS: usize = 32;
/// What a union counts for: unions that go in circles double with each.
const UNION: usize = 5;

impl Pins {
    /// Removes the pinned leaves from a schema: from `properties` and
    /// `required` at every level, and through references, whose other users
    /// keep them. An object with nothing left to send is removed whole, and
    /// definitions that nothing refers to any more go as well.
    ///
    /// An object that is pinned in part always exists after the merge. So where
    /// it has other required fields, it becomes required itself, and `null` and
    /// other shapes in its place, which the pins would overwrite, are no longer
    /// offered.
    pub(crate) fn hide(&self, schema: &Value) -> Value {
        if self.is_empty() {
            return schema.clone();
        }
        let root = definitions::anchored(schema);
        let hidden = Hider { root: &root }.node(&root, &self.leaves, 0);
        sorted(definitions::pruned(hidden.value))
    }
}

struct Hider<'s> {
    root: &'s Value,
}

/// A schema without what is pinned.
struct Hidden {
    value: Value,
    /// Something was taken out.
    dropped: bool,
    /// There is something left to send.
    left: bool,
    /// There is something left that must be sent.
    needed: bool,
    /// The fields that were taken out.
    gone: BTreeSet<String>,
}

impl Hidden {
    /// The schema as it is: whatever it takes may still be sent.
    fn untouched(schema: &Value) -> Self {
        Self {
            value: schema.clone(),
            dropped: false,
            left: true,
            needed: false,
            gone: BTreeSet::new(),
        }
    }

    fn adds(&mut self, other: &Self) {
        self.dropped |= other.dropped;
        self.left |= other.left;
        self.needed |= other.needed;
        self.gone.extend(other.gone.iter().cloned());
    }
}

impl Hider<'_> {
    fn node(&self, schema: &Value, pins: &Map<String, Value>, hops: usize) -> Hidden {
        let Value::Object(keywords) = schema else {
            return Hidden::untouched(schema);
        };
        let free_form = FREE_FORM
            .iter()
            .all(|keyword| !keywords.contains_key(*keyword));
        if hops > HOPS || free_form {
            return Hidden::untouched(schema);
        }
        let (mut own, mut hidden) = self.own(keywords, pins);
        if let Some(Value::Array(parts)) = keywords.get("allOf") {
            let mut left = Vec::with_capacity(parts.len());
            for part in parts {
                let part = self.node(part, pins, hops + 1);
                hidden.adds(&part);
                left.push(part.value);
            }
            own.insert("allOf".to_owned(), left.into());
        }
        let mut others = Vec::new();
        if let Some(target) = reference::target(self.root, schema) {
            others.push(self.node(target, pins, hops + 1));
        } else if let Some(reference) = keywords.get("$ref") {
            own.insert("$ref".to_owned(), reference.clone());
        }
        for keyword in ["anyOf", "oneOf"] {
            if let Some(Value::Array(branches)) = keywords.get(keyword) {
                others.push(self.union(keyword, branches, pins, hops + UNION));
            }
        }
        for other in others {
            hidden.adds(&other);
            own = combined(own, other.value);
        }
        // One part may require what another one declared.
        if let Some(Value::Array(names)) = own.get_mut("required") {
            names.retain(|name| name.as_str().is_none_or(|name| !hidden.gone.contains(name)));
        }
        hidden.value = Value::Object(own);
        hidden
    }

    /// The branches that are left with these pins; of a single one, the branch.
    fn union(
        &self,
        keyword: &str,
        branches: &[Value],
        pins: &Map<String, Value>,
        hops: usize,
    ) -> Hidden {
        let mut hidden: Vec<Hidden> = Vec::new();
        for branch in branches {
            if taken(self.root, branch, pins, "", 0).is_ok() {
                hidden.push(self.node(branch, pins, hops));
            }
        }
        if hidden.len() == 1
            && let Some(only) = hidden.pop()
        {
            return only;
        }
        let mut all = Hidden {
            value: Value::Null,
            dropped: hidden.len() < branches.len(),
            left: false,
            needed: hidden.iter().all(|branch| branch.needed),
            gone: BTreeSet::new(),
        };
        let mut branches = Vec::with_capacity(hidden.len());
        for branch in hidden {
            all.dropped |= branch.dropped;
            all.left |= branch.left;
            branches.push(branch.value);
        }
        let mut value = Map::new();
        value.insert(keyword.to_owned(), Value::Array(branches));
        all.value = Value::Object(value);
        all
    }

    /// What is left to send under a key that only the schema for further keys
    /// covers, if there is something left and it is not the same as under any
    /// other key.
    fn entry(&self, keywords: &Map<String, Value>, key: &str, pin: &Value) -> Option<Hidden> {
        let named = keywords
            .get("properties")
            .is_some_and(|named| named.get(key).is_some());
        let (false, Value::Object(inner)) = (named, pin) else {
            return None;
        };
        let rest = declared(keywords, key).into_iter().next();
        let rest = rest.or_else(|| keywords.get("additionalProperties"))?;
        let hidden = self.node(rest, inner, 0);
        let emptied = hidden.dropped && !hidden.left;
        (!emptied && hidden.value != *rest).then_some(hidden)
    }

    /// What a schema says by itself, without what it combines or refers to.
    fn own(
        &self,
        keywords: &Map<String, Value>,
        pins: &Map<String, Value>,
    ) -> (Map<String, Value>, Hidden) {
        let mut gone = BTreeSet::new();
        let mut needed: Vec<String> = Vec::new();
        let mut properties = Map::new();
        for (name, property) in keywords
            .get("properties")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            let hidden = match pins.get(name) {
                None => Hidden::untouched(property),
                Some(Value::Object(inner)) => self.node(property, inner, 0),
                Some(_) => Hidden {
                    value: Value::Null,
                    dropped: true,
                    left: false,
                    needed: false,
                    gone: BTreeSet::new(),
                },
            };
            if hidden.dropped && !hidden.left {
                gone.insert(name.clone());
                continue;
            }
            if hidden.needed {
                needed.push(name.clone());
            }
            properties.insert(name.clone(), hidden.value);
        }
        for (key, inner) in pins {
            // A key of a map that is pinned in part gets a place of its own.
            let Some(hidden) = self.entry(keywords, key, inner) else {
                continue;
            };
            if hidden.needed {
                needed.push(key.clone());
            }
            properties.insert(key.clone(), hidden.value);
        }
        needed.extend(required(keywords, pins));
        needed.retain(|name| !gone.contains(name.as_str()) && !is_leaf(pins, name));
        needed.sort_unstable();
        needed.dedup();

        let open = keywords.get("patternProperties").is_some()
            || keywords
                .get("additionalProperties")
                .is_some_and(|rest| rest != &Value::Bool(false));
        let hidden = Hidden {
            value: Value::Null,
            dropped: !gone.is_empty(),
            left: !properties.is_empty() || open,
            needed: !needed.is_empty(),
            gone,
        };
        let mut own = Map::new();
        for (keyword, value) in keywords {
            let value = match keyword.as_str() {
                "properties" | "required" | "$ref" | "allOf" | "anyOf" | "oneOf" => continue,
                "type" if Kinds::of_type(value).is_some_and(|kinds| kinds.has(Kinds::OBJECT)) => {
                    "object".into()
                }
                "default" => match without(value, pins) {
                    Some(value) => value,
                    None => continue,
                },
                "examples" => {
                    let examples = value.as_array().into_iter().flatten();
                    examples
                        .filter_map(|example| without(example, pins))
                        .collect()
                }
                "minProperties" | "maxProperties" => {
                    value.as_u64().map_or(value.clone(), |count| {
                        count.saturating_sub(hidden.gone.len() as u64).into()
                    })
                }
                "dependentRequired" => dependents(value, &hidden.gone, pins),
                _ => value.clone(),
            };
            own.insert(keyword.clone(), value);
        }
        if keywords.contains_key("properties") || !properties.is_empty() {
            own.insert("properties".to_owned(), Value::Object(properties));
        }
        if !needed.is_empty() || keywords.contains_key("required") {
            own.insert("required".to_owned(), needed.into());
        }
        (own, hidden)
    }
}

/// The names that must be there, those included that must because a pinned one
/// always is.
fn required(keywords: &Map<String, Value>, pins: &Map<String, Value>) -> Vec<String> {
    let mut lists: Vec<&Value> = Vec::new();
    lists.extend(keywords.get("required"));
    if let Some(Value::Object(dependents)) = keywords.get("dependentRequired") {
        for (name, names) in dependents {
            if pins.contains_key(name) {
                lists.push(names);
            }
        }
    }
    let mut required = Vec::new();
    for name in lists.into_iter().filter_map(Value::as_array).flatten() {
        required.extend(name.as_str().map(str::to_owned));
    }
    required
}

/// `dependentRequired` without names that are always there.
fn dependents(value: &Value, gone: &BTreeSet<String>, pins: &Map<String, Value>) -> Value {
    let Value::Object(dependents) = value else {
        return value.clone();
    };
    let stays = |name: &str| !gone.contains(name) && !is_leaf(pins, name);
    let mut kept = Map::new();
    for (name, names) in dependents {
        if !pins.contains_key(name) {
            let mut names = names.as_array().cloned().unwrap_or_default();
            names.retain(|name| name.as_str().is_none_or(stays));
            kept.insert(name.clone(), names.into());
        }
    }
    Value::Object(kept)
}

fn is_leaf(pins: &Map<String, Value>, name: &str) -> bool {
    pins.get(name).is_some_and(|pin| !pin.is_object())
}

/// A value for the whole object without what is pinned in it; nothing when that
/// leaves nothing, or when it is no object and the pins would overwrite it.
fn without(value: &Value, pins: &Map<String, Value>) -> Option<Value> {
    let Value::Object(fields) = value else {
        return None;
    };
    let mut kept = Map::new();
    for (name, field) in fields {
        let left = match pins.get(name) {
            None => Some(field.clone()),
            Some(Value::Object(inner)) => without(field, inner),
            Some(_) => None,
        };
        if let Some(left) = left {
            kept.insert(name.clone(), left);
        }
    }
    (!kept.is_empty()).then_some(Value::Object(kept))
}
