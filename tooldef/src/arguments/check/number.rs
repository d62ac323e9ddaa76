//! Bounds of numbers.

use std::cmp::Ordering;

use serde_json::{Map, Number, Value};

use super::problem;
use crate::arguments::number::Numeric;
use crate::arguments::path::Path;
use crate::arguments::problem::Problem;

type Test = fn(Numeric, Numeric) -> bool;

/// Each keyword, how to say it, and whether the number passes.
const BOUNDS: [(&str, &str, Test); 5] = [
    ("minimum", "must be at least", |number, bound| {
        number.compare(bound) != Ordering::Less
    }),
    (
        "exclusiveMinimum",
        "must be greater than",
        |number, bound| number.compare(bound) == Ordering::Greater,
    ),
    ("maximum", "must be at most", |number, bound| {
        number.compare(bound) != Ordering::Greater
    }),
    ("exclusiveMaximum", "must be less than", |number, bound| {
        number.compare(bound) == Ordering::Less
    }),
    (
        "multipleOf",
        "must be a multiple of",
        Numeric::is_multiple_of,
    ),
];

/// The bounds a number breaks.
pub(super) fn check(keywords: &Map<String, Value>, number: &Number, at: &Path<'_>) -> Vec<Problem> {
    let value = Numeric::of(number);
    BOUNDS
        .iter()
        .filter_map(|(keyword, text, passes)| {
            let Some(Value::Number(bound)) = keywords.get(*keyword) else {
                return None;
            };
            let fails = !passes(value, Numeric::of(bound));
            fails.then(|| problem(at, format!("{text} {bound}, got {number}")))
        })
        .collect()
}

/// Whether the value is one that an integer too wide for data becomes.
pub(super) fn is_rounded(value: &Value) -> bool {
    const WIDEST: f64 = 18_446_744_073_709_551_616.0;
    match value {
        Value::Number(number) => match Numeric::of(number) {
            Numeric::Real(real) => real >= WIDEST || real <= -WIDEST / 2.0,
            Numeric::Integer(_) => false,
        },
        _ => false,
    }
}
