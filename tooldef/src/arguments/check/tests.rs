//! What a check finds, where, and how it says so.

mod combined;
mod limits;
mod objects;
mod unions;
mod values;

use serde_json::Value;

use super::check;

/// All problems as the model reads them.
fn said(schema: &Value, value: &Value) -> Vec<String> {
    check(schema, value)
        .iter()
        .map(ToString::to_string)
        .collect()
}

/// Asserts that the values fit, and that the others do not.
fn judge(schema: &Value, fitting: &[Value], others: &[Value]) {
    for value in fitting {
        assert_eq!(
            said(schema, value),
            Vec::<String>::new(),
            "{value} under {schema}"
        );
    }
    for value in others {
        assert!(!check(schema, value).is_empty(), "{value} fits {schema}");
    }
}
