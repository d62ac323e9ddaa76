//! Laws of pinned arguments.

mod hide;
mod laws;
mod merge;
mod scrub;
mod verify;

use serde_json::Value;

use super::Pins;

/// Pins an object of values.
#[track_caller]
fn pins(values: Value) -> Pins {
    let Value::Object(values) = values else {
        panic!("pins are an object")
    };
    Pins::new(values).unwrap()
}

/// What the arguments are after the merge.
#[track_caller]
fn merged(pinned: Value, sent: Value) -> Value {
    let Value::Object(mut arguments) = sent else {
        panic!("arguments are an object")
    };
    pins(pinned).merge(&mut arguments);
    Value::Object(arguments)
}
