//! Checking a value against a JSON Schema: all problems at once, each with its
//! place, what was expected there and what was sent.
//!
//! The vocabulary is that of derived schemas and of what is usual beside it;
//! what is not understood is accepted here and reported by
//! [`coverage`](super::coverage) when the tool is built.

mod array;
mod number;
mod object;
mod text;
mod unevaluated;
mod union;

#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::number::same;
use super::path::{Path, ROOT};
use super::problem::Problem;
use super::show;
use crate::schema::kinds::Kinds;
use crate::schema::reference;

/// Values nested deeper are refused without looking further. Arguments that
/// were read from text are well below, also after pinned ones were merged in.
pub(crate) const VALUE_DEPTH: usize = 128;
/// So many steps, through values and schemas together, are gone at most.
const STEPS: usize = 400;
/// So many allowed values are listed in a problem.
const LISTED: usize = 12;

/// Finds everything that is wrong with a value.
///
/// A float is no integer here, also when it is whole: the deserializers refuse
/// it too.
pub(crate) fn check(schema: &Value, value: &Value) -> Vec<Problem> {
    check_at(schema, schema, value)
}

/// As [`check`], for a schema that stands somewhere in the document `root`, to
/// which its references point.
pub(crate) fn check_at(root: &Value, schema: &Value, value: &Value) -> Vec<Problem> {
    if deeper_than(value, VALUE_DEPTH) {
        return vec![Problem::new(
            ROOT,
            format!("nested more than {VALUE_DEPTH} levels deep"),
        )];
    }
    let mut problems = Checker::new(root).visit(schema, value, &Path::root(), 0);
    if problems.len() > 1 {
        // Two parts of a schema may find fault with the same thing.
        let mut seen = HashSet::new();
        problems.retain(|problem| seen.insert((problem.path.clone(), problem.message.clone())));
    }
    problems
}

/// Whether a value is nested deeper than so many levels. Does not recurse.
pub(crate) fn deeper_than(value: &Value, limit: usize) -> bool {
    let mut open = vec![(value, 1)];
    while let Some((value, level)) = open.pop() {
        match value {
            Value::Array(_) | Value::Object(_) if level > limit => return true,
            Value::Array(items) => open.extend(items.iter().map(|item| (item, level + 1))),
            Value::Object(fields) => open.extend(fields.values().map(|field| (field, level + 1))),
            _ => {}
        }
    }
    false
}

/// What was found for a schema that is referred to and a value. `None` while it
/// is being looked for.
type Known = HashMap<(*const Value, *const Value), Option<Vec<Problem>>>;

/// One check of one value.
struct Checker<'s> {
    root: &'s Value,
    /// Without it, a union of recursive types takes time that doubles with
    /// every level of the value. Only the addresses are used, of places in the
    /// borrowed schema and value.
    known: RefCell<Known>,
}

impl<'s> Checker<'s> {
    fn new(root: &'s Value) -> Self {
        Self {
            root,
            known: RefCell::default(),
        }
    }

    /// The problems of the value at one place.
    fn visit(&self, schema: &Value, value: &Value, at: &Path<'_>, steps: usize) -> Vec<Problem> {
        let keywords = match schema {
            Value::Bool(true) => return Vec::new(),
            Value::Object(keywords) if steps < STEPS => keywords,
            Value::Object(_) => return vec![problem(at, "nested too deeply to be checked")],
            Value::Bool(false) => {
                return vec![problem(
                    at,
                    format!("nothing is accepted here, got {}", show::got(value)),
                )];
            }
            _ => return vec![problem(at, "the schema is not valid here")],
        };
        let mut found = Vec::new();
        if let Some(reference) = keywords.get("$ref") {
            found = self.referred(reference, value, at, steps + 1);
        }
        if let Some(expected) = keywords.get("type").and_then(Kinds::of_type)
            && !expected.has(Kinds::of_value(value))
        {
            found.push(mismatch(at, expected, value));
            // Everything else would only say so again.
            return found;
        }
        found.extend(constants(keywords, value, at));
        match value {
            Value::Number(value) => found.extend(number::check(keywords, value, at)),
            Value::String(value) => found.extend(text::check(keywords, value, at)),
            Value::Array(items) => found.extend(self.array(keywords, items, at, steps)),
            Value::Object(fields) => found.extend(self.object(keywords, fields, value, at, steps)),
            Value::Null | Value::Bool(_) => {}
        }
        found.extend(self.combined(keywords, value, at, steps));
        if let Value::Object(fields) = value {
            found.extend(self.unevaluated(schema, fields, value, at, steps));
        }
        found
    }

    /// Whether the value satisfies a schema, at the place where it stands.
    fn satisfies(&self, schema: &Value, value: &Value, at: &Path<'_>, steps: usize) -> bool {
        self.visit(schema, value, at, steps).is_empty()
    }

    fn referred(&self, to: &Value, value: &Value, at: &Path<'_>, steps: usize) -> Vec<Problem> {
        let target = to.as_str().and_then(|to| reference::resolve(self.root, to));
        let Some(target) = target else {
            let to = show::literal(to);
            return vec![problem(
                at,
                format!("the schema refers to {to}, which cannot be found"),
            )];
        };
        let place = (std::ptr::from_ref(target), std::ptr::from_ref(value));
        match self.known.borrow().get(&place) {
            Some(Some(found)) => return found.clone(),
            Some(None) => return vec![problem(at, "the schema refers to itself without end")],
            None => {}
        }
        self.known.borrow_mut().insert(place, None);
        let found = self.visit(target, value, at, steps);
        self.known.borrow_mut().insert(place, Some(found.clone()));
        found
    }

    /// The keywords that combine schemas.
    fn combined(
        &self,
        keywords: &Map<String, Value>,
        value: &Value,
        at: &Path<'_>,
        steps: usize,
    ) -> Vec<Problem> {
        let mut found = Vec::new();
        if let Some(Value::Array(parts)) = keywords.get("allOf") {
            found.extend(
                parts
                    .iter()
                    .flat_map(|part| self.visit(part, value, at, steps + 1)),
            );
        }
        if let Some(Value::Array(branches)) = keywords.get("anyOf") {
            found.extend(self.union(branches, false, value, at, steps));
        }
        if let Some(Value::Array(branches)) = keywords.get("oneOf") {
            found.extend(self.union(branches, true, value, at, steps));
        }
        if let Some(unwanted) = keywords.get("not")
            && self.satisfies(unwanted, value, at, steps + 1)
        {
            let unwanted = match unwanted.get("const") {
                Some(unwanted) => format!("must not be {}", show::literal(unwanted)),
                None => format!("this value is not accepted, got {}", show::got(value)),
            };
            found.push(problem(at, unwanted));
        }
        if let Some(condition) = keywords.get("if") {
            let holds = self.satisfies(condition, value, at, steps + 1);
            if let Some(then) = keywords.get(if holds { "then" } else { "else" }) {
                found.extend(self.visit(then, value, at, steps + 1));
            }
        }
        found
    }
}

fn problem(at: &Path<'_>, message: impl Into<String>) -> Problem {
    Problem::new(at.render(), message)
}

fn mismatch(at: &Path<'_>, expected: Kinds, value: &Value) -> Problem {
    let mut text = format!("expected {expected}, got {}", show::got(value));
    if expected.has(Kinds::INTEGER) && number::is_rounded(value) {
        // It may have been sent as an integer, which data does not show.
        text.push_str(", which is beyond 64 bits");
    }
    problem(at, text)
}

/// `const` and `enum`.
fn constants(keywords: &Map<String, Value>, value: &Value, at: &Path<'_>) -> Option<Problem> {
    let allowed = match (keywords.get("const"), keywords.get("enum")) {
        (Some(only), _) if !same(only, value) => std::slice::from_ref(only),
        (_, Some(Value::Array(allowed))) if !allowed.iter().any(|one| same(one, value)) => allowed,
        _ => return None,
    };
    Some(not_among(allowed.iter(), value, at))
}

/// A value that is none of those allowed.
fn not_among<'v>(
    allowed: impl ExactSizeIterator<Item = &'v Value>,
    value: &Value,
    at: &Path<'_>,
) -> Problem {
    problem(
        at,
        format!("expected {}, got {}", listed(allowed), show::got(value)),
    )
}

/// The allowed values, not too many of them.
fn listed<'v>(allowed: impl ExactSizeIterator<Item = &'v Value>) -> String {
    let rest = allowed.len().saturating_sub(LISTED);
    let intro = if allowed.len() == 1 { "" } else { "one of " };
    let mut shown: Vec<String> = allowed.take(LISTED).map(show::literal).collect();
    if rest > 0 {
        shown.push(format!("… ({rest} more)"));
    }
    format!("{intro}{}", shown.join(", "))
}
