//! Lengths and patterns of texts.

use std::cmp::Ordering;

use serde_json::{Map, Value};

use super::problem;
use crate::arguments::number::Numeric;
use crate::arguments::path::Path;
use crate::arguments::problem::Problem;
use crate::arguments::show;
use crate::schema::pattern;

/// What a text breaks. Lengths are in characters.
pub(super) fn check(keywords: &Map<String, Value>, text: &str, at: &Path<'_>) -> Vec<Problem> {
    let mut found = Vec::new();
    if keywords.contains_key("minLength") || keywords.contains_key("maxLength") {
        let length = text.chars().count();
        found.extend(count(
            keywords,
            ["minLength", "maxLength"],
            length,
            "character",
            at,
        ));
    }
    if let Some(Value::String(wanted)) = keywords.get("pattern")
        && pattern::matches(wanted, text) == Some(false)
    {
        let (wanted, got) = (show::escaped(wanted, 60), show::escaped(text, 60));
        found.push(problem(
            at,
            format!("must match the pattern {wanted}, got string {got}"),
        ));
    }
    found
}

/// The bounds a number of things breaks.
pub(super) fn count(
    keywords: &Map<String, Value>,
    [least, most]: [&str; 2],
    count: usize,
    thing: &str,
    at: &Path<'_>,
) -> Vec<Problem> {
    let counted = Numeric::Integer(i128::try_from(count).unwrap_or(i128::MAX));
    let check = |keyword: &str, text: &str, broken: Ordering| {
        let Some(Value::Number(bound)) = keywords.get(keyword) else {
            return None;
        };
        let breaks = counted.compare(Numeric::of(bound)) == broken;
        let plural = if bound.as_u64() == Some(1) { "" } else { "s" };
        breaks.then(|| {
            problem(
                at,
                format!("must have {text} {bound} {thing}{plural}, got {count}"),
            )
        })
    };
    [
        check(least, "at least", Ordering::Less),
        check(most, "at most", Ordering::Greater),
    ]
    .into_iter()
    .flatten()
    .collect()
}
