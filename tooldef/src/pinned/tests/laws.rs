//! Laws that hold for any schema, pins and arguments.

use proptest::prelude::*;
use serde_json::{Map, Value};

use super::{merged, pins};
use crate::arguments::check::check;
use crate::arguments::samples::{Choices, choices, instance, roots};

/// Some of what an object holds, down to single values.
fn some(fields: &Map<String, Value>, choices: &mut Choices) -> Map<String, Value> {
    let mut picked = Map::new();
    for (key, value) in fields {
        match value {
            Value::Object(inner) => {
                let inner = some(inner, choices);
                if choices.below(2) == 0 {
                    picked.insert(key.clone(), Value::Object(inner));
                }
            }
            leaf if choices.below(3) == 0 => {
                picked.insert(key.clone(), leaf.clone());
            }
            _ => {}
        }
    }
    picked
}

/// Pins that valid arguments can have.
fn some_pins(root: &Value, choices: &mut Choices) -> Value {
    let valid = instance(root, root, choices);
    Value::Object(some(valid.as_object().unwrap(), choices))
}

/// Asserts that every leaf of the pins is in the value.
fn assert_within(pinned: &Value, value: &Value) {
    match (pinned, value) {
        (Value::Object(pinned), Value::Object(fields)) => {
            for (key, pin) in pinned {
                match fields.get(key) {
                    Some(field) => assert_within(pin, field),
                    None => assert!(pins(pin.clone()).is_empty(), "{key} is missing"),
                }
            }
        }
        (Value::Object(_), _) => assert!(pins(pinned.clone()).is_empty()),
        _ => assert_eq!(pinned, value),
    }
}

proptest! {
    #[test]
    fn pins_win_and_merging_twice_changes_nothing((root, mut choices) in (roots(), choices())) {
        let pinned = some_pins(&root, &mut choices);
        let sent = instance(&root, &root, &mut choices);
        let once = merged(pinned.clone(), sent);
        assert_within(&pinned, &once);
        prop_assert_eq!(merged(pinned, once.clone()), once);
    }

    #[test]
    fn what_is_not_pinned_survives((root, mut choices) in (roots(), choices())) {
        let pinned = some_pins(&root, &mut choices);
        let sent = instance(&root, &root, &mut choices);
        let after = merged(pinned.clone(), sent.clone());
        for (key, value) in sent.as_object().unwrap() {
            if pinned.get(key).is_none() {
                prop_assert_eq!(after.get(key), Some(value));
            }
        }
        prop_assert_eq!(merged(serde_json::json!({}), sent.clone()), sent);
    }

    #[test]
    fn what_fits_the_visible_schema_fits_the_whole_one_after_the_merge(
        (root, mut choices) in (roots(), choices())
    ) {
        let pinned = some_pins(&root, &mut choices);
        let pins = pins(pinned.clone());
        prop_assert_eq!(pins.verify(&root), Ok(()));
        let visible = pins.hide(&root);
        let sent = instance(&visible, &visible, &mut choices);
        prop_assert_eq!(check(&visible, &sent), vec![]);
        let whole = merged(pinned, sent.clone());
        prop_assert_eq!(check(&root, &whole), vec![], "{} under {}", sent, visible);
        prop_assert_eq!(pins.hide(&root), pins.hide(&root));
    }

    #[test]
    fn hiding_again_changes_nothing((root, mut choices) in (roots(), choices())) {
        let pins = pins(some_pins(&root, &mut choices));
        let visible = pins.hide(&root);
        prop_assert_eq!(pins.hide(&visible), visible);
    }
}
