//! What the arguments are once pinned values lie over them.

use serde_json::{Value, json};

use super::{merged, pins};
use crate::pinned::{PinError, Pins};

#[test]
fn every_pinned_value_wins_also_those_that_look_like_nothing() {
    let pinned = json!({"limit": 0, "dry": false, "cursor": null, "s": ""});
    let sent = json!({"limit": 9, "dry": true, "cursor": "x", "s": "y", "q": "kept"});
    assert_eq!(
        merged(pinned.clone(), sent),
        json!({"limit": 0, "dry": false, "cursor": null, "s": "", "q": "kept"})
    );
    assert_eq!(merged(pinned.clone(), json!({})), pinned);
}

#[test]
fn arrays_are_replaced_as_a_whole() {
    assert_eq!(
        merged(
            json!({"scopes": ["read"]}),
            json!({"scopes": ["admin", "x"]})
        ),
        json!({"scopes": ["read"]})
    );
    assert_eq!(
        merged(json!({"scopes": []}), json!({"scopes": ["admin"]})),
        json!({"scopes": []})
    );
}

#[test]
fn objects_merge_key_by_key_and_replace_anything_else() {
    let pinned = json!({"opt": {"a": 1, "in": {"x": 1}}});
    assert_eq!(
        merged(
            pinned.clone(),
            json!({"opt": {"a": 9, "b": 2, "in": {"y": 2}}})
        ),
        json!({"opt": {"a": 1, "b": 2, "in": {"x": 1, "y": 2}}})
    );
    for sent in [json!("all"), json!(null), json!([1]), json!(5)] {
        assert_eq!(merged(pinned.clone(), json!({"opt": sent})), pinned);
    }
    assert_eq!(
        merged(json!({"opt": 5}), json!({"opt": {"a": 1}})),
        json!({"opt": 5})
    );
}

#[test]
fn an_empty_object_pins_nothing() {
    for sent in [json!({}), json!({"opt": {"a": 1}}), json!({"opt": "all"})] {
        assert_eq!(merged(json!({"opt": {}}), sent.clone()), sent);
        assert_eq!(merged(json!({"opt": {"in": {}}}), sent.clone()), sent);
    }
}

#[test]
fn prototype_like_keys_are_plain_data() {
    assert_eq!(
        merged(
            json!({"__proto__": {"admin": false}}),
            json!({"__proto__": {"admin": true, "x": 1}})
        ),
        json!({"__proto__": {"admin": false, "x": 1}})
    );
}

#[test]
fn an_alias_of_a_pinned_field_counts_as_the_field() {
    let aliases = [
        ("tenantId".to_owned(), "tenant".to_owned()),
        ("options".to_owned(), "opt".to_owned()),
        ("opt.lvl".to_owned(), "opt.level".to_owned()),
        ("\"q.q\"".to_owned(), "q".to_owned()),
    ];
    let merged = |sent: Value| {
        let Value::Object(mut arguments) = sent else {
            panic!("arguments are an object")
        };
        let pins = pins(json!({"tenant": "t1", "opt": {"level": 3}}));
        pins.merge_with_aliases(&mut arguments, &aliases);
        Value::Object(arguments)
    };
    assert_eq!(
        merged(json!({"tenantId": "evil"})),
        json!({"tenant": "t1", "opt": {"level": 3}})
    );
    assert_eq!(
        merged(json!({"options": {"level": 9, "lvl": 9, "b": 1}, "q.q": "kept"})),
        json!({"tenant": "t1", "opt": {"level": 3, "b": 1}, "q.q": "kept"})
    );
    // Both names at once is for the validation to refuse.
    assert_eq!(
        merged(json!({"options": {"b": 1}, "opt": {"c": 1}})),
        json!({"tenant": "t1", "options": {"b": 1}, "opt": {"level": 3, "c": 1}})
    );
}

#[test]
fn pins_that_are_nested_without_end_are_refused() {
    let deep = (0..200).fold(json!(1), |inner, _| json!({"a": inner}));
    let Value::Object(deep) = deep else {
        panic!("an object")
    };
    assert_eq!(Pins::new(deep), Err(PinError::TooDeep { limit: 60 }));
}

#[test]
fn printing_pins_for_debugging_shows_paths_and_no_values() {
    let shown = format!(
        "{:?}",
        pins(json!({"token": "s3cr3t", "opt": {"key": "s3cr3t"}}))
    );
    assert_eq!(shown, "Pins([\"opt.key\", \"token\"])");
}
