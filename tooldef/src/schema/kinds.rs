//! Which JSON types a schema takes, as far as that can be said without a value.

use std::fmt;
use std::ops::{BitAnd, BitOr};

use serde_json::Value;

use super::reference;
use crate::arguments::show;

/// So many schemas are looked at before giving up and saying "any".
const BUDGET: u32 = 1000;

/// A set of JSON types. Integers are apart from other numbers: `number` takes
/// both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Kinds(u8);

const NAMES: [&str; 7] = [
    "boolean", "integer", "number", "string", "array", "object", "null",
];

impl Kinds {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const ANY: Self = Self(0x7f);
    pub(crate) const INTEGER: Self = Self(1 << 1);
    pub(crate) const REAL: Self = Self(1 << 2);
    pub(crate) const NUMBER: Self = Self(1 << 1 | 1 << 2);
    pub(crate) const STRING: Self = Self(1 << 3);
    pub(crate) const ARRAY: Self = Self(1 << 4);
    pub(crate) const OBJECT: Self = Self(1 << 5);
    pub(crate) const NULL: Self = Self(1 << 6);

    /// The type of one value.
    pub(crate) fn of_value(value: &Value) -> Self {
        match show::kind(value) {
            // Of values, `number` is what is not an integer.
            "number" => Self::REAL,
            name => Self::named(name).unwrap_or(Self::NONE),
        }
    }

    /// What a `type` keyword takes. `None` when it is no such keyword.
    pub(crate) fn of_type(keyword: &Value) -> Option<Self> {
        match keyword {
            Value::String(name) => Self::named(name),
            Value::Array(names) => names.iter().try_fold(Self::NONE, |kinds, name| {
                Some(kinds | Self::named(name.as_str()?)?)
            }),
            _ => None,
        }
    }

    /// What a schema takes at most.
    pub(crate) fn of(root: &Value, schema: &Value) -> Self {
        of_schema(
            root,
            schema,
            &mut Search {
                left: BUDGET,
                open: Vec::new(),
            },
        )
    }

    /// Whether all of `other` is in this set.
    pub(crate) fn has(self, other: Self) -> bool {
        self & other == other
    }

    /// Whether any of `other` is in this set.
    pub(crate) fn meets(self, other: Self) -> bool {
        self & other != Self::NONE
    }

    /// This set without the other.
    pub(crate) fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "number" => Self::NUMBER,
            name => Self(1 << NAMES.iter().position(|known| *known == name)?),
        })
    }
}

impl BitOr for Kinds {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for Kinds {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl fmt::Display for Kinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = *self;
        if shown.has(Self::NUMBER) {
            shown = shown.without(Self::INTEGER);
        }
        let names: Vec<&str> = (0..NAMES.len())
            .filter(|bit| shown.0 & 1 << bit != 0)
            .map(|bit| NAMES[bit])
            .collect();
        match names.split_last() {
            None => f.write_str("nothing"),
            Some((only, [])) => f.write_str(only),
            Some((last, others)) => write!(f, "{} or {last}", others.join(", ")),
        }
    }
}

struct Search<'s> {
    /// How much of the budget is left.
    left: u32,
    /// The targets of references being followed, to notice circles.
    open: Vec<&'s Value>,
}

fn of_schema<'s>(root: &'s Value, schema: &'s Value, search: &mut Search<'s>) -> Kinds {
    let Some(left) = search.left.checked_sub(1) else {
        return Kinds::ANY;
    };
    search.left = left;
    let keywords = match schema {
        Value::Bool(false) => return Kinds::NONE,
        Value::Object(keywords) => keywords,
        _ => return Kinds::ANY,
    };
    let mut kinds = keywords
        .get("type")
        .and_then(Kinds::of_type)
        .unwrap_or(Kinds::ANY);
    if let Some(value) = keywords.get("const") {
        kinds = kinds & Kinds::of_value(value);
    }
    if let Some(Value::Array(values)) = keywords.get("enum") {
        kinds = kinds
            & values
                .iter()
                .fold(Kinds::NONE, |all, one| all | Kinds::of_value(one));
    }
    if let Some(target) = reference::target(root, schema) {
        if search.open.iter().any(|open| std::ptr::eq(*open, target)) {
            return kinds;
        }
        search.open.push(target);
        kinds = kinds & of_schema(root, target, search);
        search.open.pop();
    }
    for keyword in ["anyOf", "oneOf"] {
        if let Some(Value::Array(branches)) = keywords.get(keyword) {
            kinds = kinds
                & branches.iter().fold(Kinds::NONE, |all, branch| {
                    all | of_schema(root, branch, search)
                });
        }
    }
    if let Some(Value::Array(parts)) = keywords.get("allOf") {
        kinds = parts
            .iter()
            .fold(kinds, |all, part| all & of_schema(root, part, search));
    }
    kinds
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Kinds;

    fn kinds(schema: &Value) -> String {
        Kinds::of(schema, schema).to_string()
    }

    #[test]
    fn types_are_found_through_references_unions_and_constants() {
        assert_eq!(
            kinds(&json!({"type": ["integer", "null"]})),
            "integer or null"
        );
        assert_eq!(kinds(&json!({"type": "number"})), "number");
        assert_eq!(
            kinds(&json!({"enum": ["a", null, 1]})),
            "integer, string or null"
        );
        let through = json!({
            "anyOf": [{"$ref": "#/$defs/A"}, {"const": "x"}],
            "$defs": {"A": {"allOf": [{"type": ["object", "array"]}, {"type": "object"}]}}
        });
        assert_eq!(kinds(&through), "string or object");
        assert_eq!(kinds(&json!(false)), "nothing");
    }

    #[test]
    fn references_in_a_circle_end() {
        assert_eq!(
            Kinds::of(&json!({"$ref": "#"}), &json!({"$ref": "#"})),
            Kinds::ANY
        );
        let twice = json!({"anyOf": [{"$ref": "#"}, {"$ref": "#"}]});
        assert_eq!(Kinds::of(&twice, &twice), Kinds::ANY);
    }
}
