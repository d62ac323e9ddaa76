//! What an annotated fn may return.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use serde_json::{Value, json};
use tooldef::{ToolSet, tool, tools};

use crate::call::{result, text, tool as find};

type Answer<T> = Result<T, Refusal>;

#[derive(Debug)]
struct Refusal;

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a number")
    }
}

impl Error for Refusal {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&fmt::Error)
    }
}

macro_rules! failing {
    ($($name:ident: $returned:ty => $error:expr;)*) => {$(
        #[tool(description = "Fail in one of many ways.")]
        async fn $name(fail: bool) -> $returned {
            if fail { Err($error) } else { Ok(1) }
        }
    )*

    fn failing() -> ToolSet {
        tools! { $($name),* }.unwrap()
    }};
}

failing! {
    boxed: Result<u8, Box<dyn Error + Send + Sync>> => Box::new(Refusal);
    boxed_plainly: Result<u8, Box<dyn Error + Send>> => Box::new(Refusal);
    any_error: Result<u8, anyhow::Error> => Refusal.into();
    any_result: anyhow::Result<u8> => Refusal.into();
    static_text: Result<u8, &'static str> => "not a number";
    owned_text: Result<u8, String> => "not a number".to_owned();
    borrowed_or_owned: Result<u8, Cow<'static, str>> => "not a number".into();
    own_error: Result<u8, Refusal> => Refusal;
    own_alias: Answer<u8> => Refusal;
}

#[test]
fn any_error_type_is_taken_and_tells_its_sources() {
    let set = failing();
    for tool in &set {
        let name = tool.name();
        assert_eq!(text(&set, name, &json!({"fail": false})), "1", "{name}");
        let failed = result(&set, name, &json!({"fail": true}));
        assert!(failed.is_error(), "{name}");
        assert!(
            failed.text().starts_with("not a number"),
            "{name}: {}",
            failed.text()
        );
    }
    let chained = result(&set, "any_result", &json!({"fail": true}));
    assert!(chained.text().contains(&fmt::Error.to_string()));
}

#[derive(serde::Serialize, schemars::JsonSchema)]
struct Point {
    x: u8,
}

macro_rules! giving {
    ($($name:ident: $returned:ty => $value:expr, $text:expr;)*) => {
        $(
            #[tool(description = "Give one of many values.")]
            fn $name() -> $returned {
                $value
            }
        )*

        #[test]
        fn every_kind_of_result_has_its_text() {
            let set = tools! { $($name),* }.unwrap();
            $(assert_eq!(text(&set, stringify!($name), &json!({})), $text, stringify!($name));)*
        }
    };
}

giving! {
    unit: () => (), "";
    unit_result: Result<(), Refusal> => Ok(()), "";
    string: String => "a \"b\"".to_owned(), "a \"b\"";
    static_str: &'static str => "a", "a";
    cow: Cow<'static, str> => "a".into(), "a";
    boxed_str: Box<str> => "a".into(), "a";
    some_text: Option<String> => Some("a".to_owned()), "a";
    none: Option<u8> => None, "null";
    null: Value => Value::Null, "null";
    number: u64 => u64::MAX, "18446744073709551615";
    structure: Point => Point { x: 1 }, r#"{"x":1}"#;
    structure_result: Answer<Point> => Ok(Point { x: 1 }), r#"{"x":1}"#;
    list: Vec<Point> => vec![Point { x: 1 }], r#"[{"x":1}]"#;
    tuple: (u8, &'static str) => (1, "a"), r#"[1,"a"]"#;
    opaque: impl serde::Serialize => Point { x: 1 }, r#"{"x":1}"#;
    opaque_result: Result<impl serde::Serialize, String> => Ok::<Point, _>(Point { x: 1 }), r#"{"x":1}"#;
}

#[tool(description = "Give an opaque value.")]
async fn opaque_future(n: u8) -> Result<impl serde::Serialize, String> {
    Ok([n])
}

#[tool(description = "Give a point.")]
async fn point() -> Answer<Point> {
    Ok(Point { x: 1 })
}

#[test]
fn the_output_schema_is_there_where_the_type_has_one() {
    let set = tools! { point, opaque_future, unit }.unwrap();
    let schema = find(&set, "point")
        .definition()
        .output_schema
        .clone()
        .unwrap();
    assert_eq!(schema["required"], json!(["x"]));
    assert_eq!(find(&set, "opaque_future").definition().output_schema, None);
    assert_eq!(find(&set, "unit").definition().output_schema, None);
    assert_eq!(text(&set, "opaque_future", &json!({"n": 2})), "[2]");
}

#[tool(description = "Add up a stream of numbers.")]
async fn streamed(numbers: Vec<u8>) -> usize {
    use futures_util::stream::{self, StreamExt};

    // A closure that borrows its item and returns a future is what the compiler
    // cannot judge across the call; by value it can.
    stream::iter(numbers)
        .map(|n| async move { usize::from(n) })
        .buffered(2)
        .fold(0, |sum, n| async move { sum + n })
        .await
}

#[test]
fn stream_adaptors_over_owned_items_work_in_a_tool() {
    let set = tools! { streamed }.unwrap();
    assert_eq!(text(&set, "streamed", &json!({"numbers": [1, 2, 3]})), "6");
}
