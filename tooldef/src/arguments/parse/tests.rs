//! What reading arguments accepts, refuses and says.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::{Limits, ParseFault, parse_object};

fn parse(text: &str) -> Result<Value, ParseFault> {
    parse_object(text, &Limits::default()).map(Value::Object)
}

fn fault(text: &str) -> String {
    let fault = parse(text).expect_err(text);
    let line = fault.to_string();
    assert!(
        !line.contains('\n') && !line.starts_with(char::is_uppercase),
        "{line}"
    );
    line
}

#[test]
fn blank_text_and_null_mean_no_arguments() {
    for text in ["", "  \n", "\t\r\n ", "null", " null\n", "{}"] {
        assert_eq!(parse(text), Ok(json!({})), "{text:?}");
    }
}

#[test]
fn anything_but_an_object_is_refused_and_never_taken_for_no_arguments() {
    assert_eq!(
        fault("5"),
        "the arguments must be one JSON object, got integer 5"
    );
    assert_eq!(
        fault("[1]"),
        "the arguments must be one JSON object, got array"
    );
    assert_eq!(
        fault("true"),
        "the arguments must be one JSON object, got boolean true"
    );
    assert_eq!(
        fault("\"hello\""),
        "the arguments must be one JSON object, got string \"hello\""
    );
    for text in [
        "[]", "[{}]", "0", "1.5", "false", "\"\"", "\"null\"", "\" \"", "\"[1\"",
    ] {
        assert!(
            matches!(parse(text), Err(ParseFault::NotAnObject { .. })),
            "{text}"
        );
    }
}

#[test]
fn an_object_inside_a_json_string_is_unwrapped_exactly_once() {
    assert_eq!(parse(r#""{\"a\":1}""#), Ok(json!({"a": 1})));
    let twice = serde_json::to_string(&r#""{\"a\":1}""#).unwrap();
    assert!(matches!(parse(&twice), Err(ParseFault::NotAnObject { .. })));
    assert!(matches!(parse(r#""{\"a\":1""#), Err(ParseFault::CutOff)));
    assert!(matches!(
        parse(r#""{\"a\":1} x""#),
        Err(ParseFault::Trailing { .. })
    ));
    assert!(matches!(
        parse(r#""{a:1}""#),
        Err(ParseFault::Malformed { .. })
    ));
    assert!(matches!(
        parse(r#""{\"a\":1,\"a\":1}""#),
        Err(ParseFault::DuplicateKey { .. })
    ));
}

#[test]
fn cut_off_json_is_called_cut_off_wherever_it_ends() {
    assert!(fault(r#"{"path":"a","content":"line1  (no end)"#).contains("cut off"));
    let whole = r#"{"a":[true,{"b":"x\né"}],"c":-1.5e3,"d":null}"#;
    assert!(parse(whole).is_ok());
    for end in (1..whole.len()).filter(|end| whole.is_char_boundary(*end)) {
        assert_eq!(
            parse(&whole[..end]),
            Err(ParseFault::CutOff),
            "{}",
            &whole[..end]
        );
    }
}

#[test]
fn a_repeated_key_is_refused_at_any_depth_and_named() {
    assert_eq!(
        fault(r#"{"path":"/data/a","path":"/data/b"}"#),
        "path is given more than once, send every key once"
    );
    let nested = parse(r#"{"a":[0,{"b.c":{"d":1,"d":1}}]}"#).unwrap_err();
    assert_eq!(
        nested,
        ParseFault::DuplicateKey {
            path: "a.1.\"b.c\".d".to_owned()
        }
    );
    assert_eq!(nested.problem().path, "a.1.\"b.c\".d");
    let spelled_otherwise = parse(r#"{"a":1,"\u0061":2}"#);
    assert_eq!(
        spelled_otherwise,
        Err(ParseFault::DuplicateKey {
            path: "a".to_owned()
        })
    );
    assert!(parse(r#"{"a":{"x":1},"b":{"x":1}}"#).is_ok());
}

#[test]
fn a_repeated_key_is_named_on_one_line_however_odd_it_is() {
    fault(r#"{"a\nb\u2028":1,"a\nb\u2028":1}"#);
}

#[test]
fn text_after_the_object_is_refused_and_white_space_is_not() {
    assert_eq!(
        fault("{}\n {}"),
        "the arguments go on after the object, at line 2 column 2, send one JSON object and nothing else"
    );
    assert!(parse("{} \n\t").is_ok());
}

#[test]
fn malformed_json_and_lone_surrogates_are_faults_of_this_text_only() {
    for text in [
        "{a:1}",
        "{'a':1}",
        "{\"a\":1,}",
        r#"{"q":"\ud83d"}"#,
        r#"{"q":"\ud83dx"}"#,
        "{\"a\":\"x\ny\"}",
        "\u{feff}{}",
    ] {
        assert!(
            matches!(parse(text), Err(ParseFault::Malformed { .. })),
            "{text}"
        );
        fault(text);
    }
    assert_eq!(parse(r#"{"q":"\ud83d\ude00"}"#), Ok(json!({"q": "😀"})));
}

#[test]
fn nesting_is_bounded_and_endless_nesting_does_not_overflow_the_stack() {
    let nested = |levels: usize| format!("{{\"a\":{}{}}}", "[".repeat(levels), "]".repeat(levels));
    assert!(parse(&nested(63)).is_ok());
    assert_eq!(parse(&nested(64)), Err(ParseFault::TooDeep { limit: 64 }));
    assert_eq!(parse(&nested(200)), Err(ParseFault::TooDeep { limit: 64 }));
    assert_eq!(
        parse(&nested(100_000)),
        Err(ParseFault::TooDeep { limit: 64 })
    );
    let objects = "{\"a\":".repeat(100_000);
    assert_eq!(parse(&objects), Err(ParseFault::TooDeep { limit: 64 }));
    let shut = Limits {
        depth: 1,
        ..Limits::default()
    };
    assert!(parse_object("{\"a\":1}", &shut).is_ok());
    assert_eq!(
        parse_object("{\"a\":{}}", &shut),
        Err(ParseFault::TooDeep { limit: 1 })
    );
}

#[test]
fn no_configured_depth_goes_past_what_the_reader_bears() {
    let limits = Limits {
        depth: usize::MAX,
        ..Limits::default()
    };
    let nested = |levels: usize| format!("{{\"a\":{}{}}}", "[".repeat(levels), "]".repeat(levels));
    assert!(parse_object(&nested(125), &limits).is_ok());
    assert_eq!(
        parse_object(&nested(126), &limits),
        Err(ParseFault::TooDeep { limit: 126 })
    );
}

#[test]
fn the_length_is_bounded_and_exactly_the_limit_is_accepted() {
    let limits = Limits {
        bytes: 7,
        ..Limits::default()
    };
    assert!(parse_object("{\"a\":1}", &limits).is_ok());
    assert_eq!(
        parse_object("{\"a\":1} ", &limits),
        Err(ParseFault::TooLong { bytes: 8, limit: 7 })
    );
}

#[test]
fn numbers_read_alike_whichever_features_serde_json_has() {
    let Ok(read) = parse(
        r#"{"a":18446744073709551615,"b":-9223372036854775808,"c":1.50,"d":1e2,"e":18446744073709551616,"f":-0}"#,
    ) else {
        panic!("valid numbers")
    };
    assert_eq!(read["a"], json!(u64::MAX));
    assert_eq!(read["b"], json!(i64::MIN));
    assert_eq!(read["c"], json!(1.5));
    assert_eq!(read["d"], json!(100.0));
    assert_eq!(read["e"], json!(18_446_744_073_709_551_616.0));
    assert_eq!(read["f"], json!(-0.0));
    assert!(fault(r#"{"a":1e400}"#).contains("number out of range"));
}

#[test]
fn the_marks_of_the_json_library_are_no_keys() {
    for key in [
        "$serde_json::private::Number",
        "$serde_json::private::RawValue",
    ] {
        let text = format!(r#"{{"a":{{"{key}":"1"}}}}"#);
        assert!(
            matches!(parse(&text), Err(ParseFault::ReservedKey { .. })),
            "{text}"
        );
    }
    let escaped = r#"{"a":{"\u0024serde_json::private::Number":"1"}}"#;
    assert!(matches!(
        parse(escaped),
        Err(ParseFault::ReservedKey { .. })
    ));
}

#[test]
fn prototype_like_keys_are_plain_data() {
    let text = r#"{"__proto__":{"a":1},"constructor":2}"#;
    assert_eq!(
        parse(text),
        Ok(json!({"__proto__": {"a": 1}, "constructor": 2}))
    );
}

/// JSON values of all kinds, a few levels deep.
fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        // Short enough to be read back exactly by any reader.
        (-1_000_000i32..1_000_000).prop_map(|n| Value::from(f64::from(n) / 64.0)),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            fields(inner).prop_map(Value::Object),
        ]
    })
}

fn fields(inner: impl Strategy<Value = Value>) -> impl Strategy<Value = Map<String, Value>> {
    proptest::collection::btree_map(any::<String>(), inner, 0..6)
        .prop_map(|fields| fields.into_iter().collect())
}

proptest! {
    #[test]
    fn every_object_is_read_as_serde_json_reads_it(object in fields(values())) {
        let object = Value::Object(object);
        prop_assert_eq!(parse(&object.to_string()), Ok(object.clone()));
        let pretty = serde_json::to_string_pretty(&object).unwrap();
        prop_assert_eq!(parse(&pretty), Ok(object));
    }

    #[test]
    fn no_text_panics_and_every_fault_is_one_line(text in "[{}\\[\\]\",:0-9a-e\\\\. \n-]{0,40}") {
        if let Err(fault) = parse(&text) {
            let line = fault.to_string();
            prop_assert!(!line.contains('\n') && !line.starts_with(char::is_uppercase), "{}", line);
        }
    }
}
