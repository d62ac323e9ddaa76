//! What a JSON number is worth, however `serde_json` happens to keep it.
//!
//! With `arbitrary_precision`, which any crate of a build may turn on, numbers
//! are kept as text and compare as text. Everything here asks for the value
//! instead, so that `1.0` equals `1.00` either way.

use std::cmp::Ordering;

use serde_json::{Number, Value};

/// The largest magnitude up to which every integer is exact as a float: 2^53.
pub(crate) const EXACT: i64 = 1 << 53;

/// The value of a JSON number.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Numeric {
    /// Written without fraction and exponent.
    Integer(i128),
    /// Anything else, also integers too large to hold; infinite when even a
    /// float cannot hold it.
    Real(f64),
}

impl Numeric {
    /// The value of this number.
    pub(crate) fn of(number: &Number) -> Self {
        if let Some(integer) = number.as_i128() {
            return Self::Integer(integer);
        }
        let real = number.as_f64().unwrap_or_else(|| {
            // Only possible with arbitrary precision, for numbers beyond a float.
            if number.to_string().starts_with('-') {
                f64::NEG_INFINITY
            } else {
                f64::INFINITY
            }
        });
        Self::Real(real)
    }

    /// The nearest float.
    #[expect(
        clippy::cast_precision_loss,
        reason = "the nearest float is what is asked for"
    )]
    pub(crate) fn real(self) -> f64 {
        match self {
            Self::Integer(integer) => integer as f64,
            Self::Real(real) => real,
        }
    }

    /// Which of the two is the larger number. Integers compare exactly.
    pub(crate) fn compare(self, other: Self) -> Ordering {
        match (self, other) {
            (Self::Integer(a), Self::Integer(b)) => a.cmp(&b),
            (Self::Real(a), Self::Integer(b)) => compare_mixed(b, a).reverse(),
            (Self::Integer(a), Self::Real(b)) => compare_mixed(a, b),
            // JSON has no NaN.
            (Self::Real(a), Self::Real(b)) => a.partial_cmp(&b).unwrap_or(Ordering::Equal),
        }
    }

    /// Whether this is a whole multiple of `step`. Anything is a multiple of a
    /// step that is not positive, which no schema may ask for.
    pub(crate) fn is_multiple_of(self, step: Self) -> bool {
        if let (Self::Integer(value), Self::Integer(step)) = (self, step) {
            return step <= 0 || value % step == 0;
        }
        let step = step.real();
        let quotient = self.real() / step;
        // 0.3 is a multiple of 0.1 although neither is exact in binary: the
        // quotient may be off by the rounding of its three parts.
        let rounding = 4.0 * f64::EPSILON * quotient.abs();
        let whole = quotient.is_finite() && (quotient - quotient.round()).abs() <= rounding;
        step <= 0.0 || whole
    }
}

/// Compares without rounding the integer first.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the float is within range and whole here"
)]
fn compare_mixed(integer: i128, real: f64) -> Ordering {
    if real >= 1.7e38 {
        return Ordering::Less;
    }
    if real <= -1.7e38 {
        return Ordering::Greater;
    }
    let whole = real.floor();
    integer.cmp(&(whole as i128)).then(if real > whole {
        Ordering::Less
    } else {
        Ordering::Equal
    })
}

/// Whether two values mean the same in JSON: numbers by their value, the keys
/// of objects in any order.
///
/// Recurses as deep as the shallower of the two values.
pub(crate) fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => {
            Numeric::of(a).compare(Numeric::of(b)) == Ordering::Equal
        }
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        _ => a == b,
    }
}

#[cfg(test)]
mod tests {
    use std::cmp::Ordering;

    use serde_json::json;

    use super::{Numeric, same};

    #[test]
    fn numbers_are_the_same_by_value() {
        assert!(same(&json!({"a": [1, 2.0]}), &json!({"a": [1.0, 2]})));
        assert!(!same(&json!(1), &json!(1.5)));
        assert!(!same(&json!(1), &json!("1")));
        assert!(!same(&json!({"a": 1}), &json!({"b": 1})));
    }

    #[test]
    fn large_integers_are_not_rounded_to_compare() {
        let above = Numeric::Integer(9_007_199_254_740_993);
        assert_eq!(
            above.compare(Numeric::Real(9_007_199_254_740_992.0)),
            Ordering::Greater
        );
        assert_eq!(
            Numeric::Real(0.5).compare(Numeric::Integer(0)),
            Ordering::Greater
        );
        assert_eq!(
            Numeric::Real(-0.5).compare(Numeric::Integer(0)),
            Ordering::Less
        );
        assert_eq!(
            Numeric::Integer(i128::MAX).compare(Numeric::Real(f64::INFINITY)),
            Ordering::Less
        );
    }

    #[test]
    fn multiples_bear_with_decimal_fractions() {
        assert!(Numeric::Real(0.3).is_multiple_of(Numeric::Real(0.1)));
        assert!(!Numeric::Real(0.35).is_multiple_of(Numeric::Real(0.1)));
        assert!(!Numeric::Real(1e9 + 0.5).is_multiple_of(Numeric::Integer(1)));
        assert!(!Numeric::Integer(i128::from(u64::MAX)).is_multiple_of(Numeric::Integer(2)));
    }
}
