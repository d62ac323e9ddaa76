//! Unions: when no branch fits, the one that was meant says what is wrong.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Checker, listed, mismatch, not_among, problem};
use crate::arguments::number::same;
use crate::arguments::path::Path;
use crate::arguments::problem::{Meaning, Names, Problem};
use crate::schema::kinds::Kinds;
use crate::schema::shape::Shape;

/// A branch that does not fit.
struct Branch<'s> {
    schema: &'s Value,
    shape: Shape<'s>,
    problems: Vec<Problem>,
    /// How well the constant fields match: better is greater.
    tags: Tags,
    /// How many of the sent fields the branch knows.
    known: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tags {
    Different,
    None,
    Same,
}

impl Checker<'_> {
    pub(super) fn union(
        &self,
        branches: &[Value],
        exactly_one: bool,
        value: &Value,
        at: &Path<'_>,
        steps: usize,
    ) -> Vec<Problem> {
        let mut fitting = 0;
        let mut others = Vec::new();
        for schema in branches {
            let problems = self.visit(schema, value, at, steps + 1);
            if !problems.is_empty() {
                others.push((schema, problems));
                continue;
            }
            fitting += 1;
            if !exactly_one {
                return Vec::new();
            }
        }
        match fitting {
            0 => self.closest(others, value, at),
            1 => Vec::new(),
            _ => vec![problem(
                at,
                format!("fits {fitting} of the accepted shapes, must fit one"),
            )],
        }
    }

    fn closest(
        &self,
        branches: Vec<(&Value, Vec<Problem>)>,
        value: &Value,
        at: &Path<'_>,
    ) -> Vec<Problem> {
        let accepted = branches.iter().fold(Kinds::NONE, |all, (schema, _)| {
            all | Kinds::of(self.root, schema)
        });
        let kind = Kinds::of_value(value);
        if !accepted.has(kind) {
            return vec![mismatch(at, accepted, value)];
        }
        let branches: Vec<Branch<'_>> = branches
            .into_iter()
            .filter(|(schema, _)| Kinds::of(self.root, schema).has(kind))
            .map(|(schema, problems)| self.branch(schema, problems, value))
            .collect();
        if branches.len() > 1
            && let Some(told) = self.told_together(&branches, value, at)
        {
            return vec![told];
        }
        // The first of equally good ones.
        let best = branches.into_iter().min_by_key(|branch| {
            (
                std::cmp::Reverse((branch.tags, branch.known)),
                branch.problems.len(),
            )
        });
        best.map(|best| best.problems).unwrap_or_default()
    }

    fn branch<'b>(
        &'b self,
        schema: &'b Value,
        problems: Vec<Problem>,
        value: &Value,
    ) -> Branch<'b> {
        let shape = Shape::of(self.root, schema);
        let mut tags = Tags::None;
        let mut known = 0;
        if let Value::Object(fields) = value {
            known = fields.keys().filter(|name| shape.knows(name)).count();
            for (name, constant) in &shape.tags {
                match fields.get(*name) {
                    Some(sent) if same(sent, constant) => tags = tags.max(Tags::Same),
                    Some(_) => {
                        tags = Tags::Different;
                        break;
                    }
                    None => {}
                }
            }
        }
        Branch {
            schema,
            shape,
            problems,
            tags,
            known,
        }
    }

    /// What is better said of all branches than of one.
    fn told_together(
        &self,
        branches: &[Branch<'_>],
        value: &Value,
        at: &Path<'_>,
    ) -> Option<Problem> {
        let Value::Object(fields) = value else {
            let mut all = Vec::new();
            for branch in branches {
                all.extend(constants(self.root, branch.schema)?);
            }
            return Some(not_among(all.into_iter(), value, at));
        };
        if branches.iter().any(|branch| branch.tags == Tags::Same) {
            return None;
        }
        // A field that tells the branches apart, and is missing or like none.
        let tag = branches[0].shape.tags.keys().copied().find(|name| {
            branches
                .iter()
                .all(|branch| branch.shape.tags.contains_key(name))
        });
        if let Some(tag) = tag {
            let constants: Vec<&Value> = branches
                .iter()
                .map(|branch| branch.shape.tags[tag])
                .collect();
            let place = at.key(tag);
            if let Some(sent) = fields.get(tag) {
                return Some(not_among(constants.into_iter(), sent, &place));
            }
            let expected = listed(constants.into_iter());
            return Some(problem(
                &place,
                format!("required, but missing: expected {expected}"),
            ));
        }
        if branches.iter().all(|branch| branch.known == 0) {
            let mut names = BTreeSet::new();
            for branch in branches {
                names.extend(&branch.shape.required);
            }
            let mut told = problem(at, "matches none of the accepted shapes");
            told.names = Some(Names {
                meaning: Meaning::OneOf,
                above: at.render(),
                list: names.into_iter().take(12).map(str::to_owned).collect(),
            });
            return Some(told);
        }
        None
    }
}

/// The values a branch allows, if it lists them.
fn constants<'s>(root: &'s Value, schema: &'s Value) -> Option<Vec<&'s Value>> {
    let mut schema = schema;
    // References are rarely chained; circles end here.
    for _ in 0..8 {
        if let Some(only) = schema.get("const") {
            return Some(vec![only]);
        }
        if let Some(Value::Array(allowed)) = schema.get("enum") {
            return Some(allowed.iter().collect());
        }
        if let Some(Value::Array(branches)) = schema.get("oneOf") {
            let listed: Option<Vec<_>> =
                branches.iter().map(|branch| branch.get("const")).collect();
            return listed;
        }
        schema = crate::schema::reference::target(root, schema)?;
    }
    None
}
