//! Annotated fns among other attributes, visibilities and macros.

use serde_json::json;
use tooldef::{tool, tools};

use crate::call::{schema, text};

#[tool(description = "Add one to a number.")]
#[tracing::instrument]
async fn instrumented_below(
    /// The number.
    n: u8,
) -> u8 {
    n + 1
}

#[tracing::instrument(skip(n))]
#[tool(description = "Add one to a number.")]
async fn instrumented_above(#[arg(default = 1)] n: u8, #[context] caller: tooldef::Caller) -> u8 {
    let _ = caller;
    n + 1
}

#[tool(description = "Add one to a number.")]
#[tracing::instrument]
fn instrumented_sync(text: &str) -> usize {
    text.len()
}

#[test]
fn tracing_instruments_a_tool_from_above_and_from_below() {
    let set = tools! { instrumented_below, instrumented_above, instrumented_sync }.unwrap();
    assert_eq!(text(&set, "instrumented_below", &json!({"n": 1})), "2");
    assert_eq!(text(&set, "instrumented_above", &json!({})), "2");
    assert_eq!(
        text(&set, "instrumented_sync", &json!({"text": "abc"})),
        "3"
    );
    let below = schema(&set, "instrumented_below");
    assert_eq!(below["properties"]["n"]["description"], "The number.");
}

#[tool(description = "Add one to a number.")]
#[must_use]
#[inline]
#[deprecated = "an old one"]
#[doc(alias = "plus")]
#[track_caller]
fn decorated(n: u8) -> Result<u8, String> {
    Ok(n + 1)
}

#[tool(description = "Keep what is asked for.")]
#[expect(clippy::unused_async, reason = "the attribute stays on the fn")]
async fn expecting() {}

#[test]
fn attributes_of_the_fn_stay_on_it() {
    let set = tools! { decorated, expecting }.unwrap();
    assert_eq!(text(&set, "decorated", &json!({"n": 1})), "2");
}

mod visible {
    pub mod inner {
        #[tooldef::tool(description = "Give one back.")]
        pub async fn everywhere() -> u8 {
            1
        }

        #[tooldef::tool(description = "Give two back.")]
        pub(super) async fn above() -> u8 {
            2
        }

        #[tooldef::tool(description = "Give three back.")]
        pub(in crate::attributes) async fn within() -> u8 {
            3
        }

        #[tooldef::tool(description = "Give four back.")]
        async fn here() -> u8 {
            4
        }

        pub fn all() -> tooldef::ToolSet {
            tooldef::tools! { here }.unwrap()
        }
    }

    pub use inner::everywhere as by_another_name;

    pub fn all() -> tooldef::ToolSet {
        tooldef::tools! { inner::above, ..inner::all() }.unwrap()
    }
}

#[test]
fn a_tool_is_seen_wherever_its_fn_is() {
    use visible::inner::{everywhere, within};

    let set = tools! { everywhere, within, ..visible::all() }.unwrap();
    let names: Vec<&str> = set.iter().map(tooldef::Tool::name).collect();
    assert_eq!(names, ["everywhere", "within", "above", "here"]);
    let _: (u8, u8) = pollster::block_on(async { (everywhere().await, within().await) });

    let renamed = tools! { visible::by_another_name }.unwrap();
    assert!(renamed.get("everywhere").is_some());
}

macro_rules! adders {
    ($($(#[$meta:meta])* $name:ident($text:literal, $by:expr, $kind:ty);)*) => {$(
        $(#[$meta])*
        #[tool(description = $text, effect = "read")]
        fn $name(n: $kind, #[arg(default = $by)] by: $kind) -> $kind {
            n + by
        }
    )*};
}

adders! {
    /// One for people.
    add_one("Add one to a number.", 1, u8);
    add_two("Add two to a number.", 1 + 1, u16);
}

macro_rules! described {
    ($text:expr) => {
        #[tool(description = $text)]
        fn described(text: &str) -> usize {
            text.len()
        }
    };
}

described!("Count the bytes of a text.");

macro_rules! borrowing {
    ($kind:ty, $optional:ty) => {
        #[tool(description = "Count the bytes of two texts.")]
        fn borrowing(a: $kind, b: $optional) -> usize {
            a.len() + b.map_or(0, str::len)
        }
    };
}

borrowing!(&str, Option<&str>);

#[test]
fn macro_rules_can_write_tools() {
    let set = tools! { add_one, add_two, described, borrowing }.unwrap();
    assert_eq!(text(&set, "add_one", &json!({"n": 1})), "2");
    assert_eq!(text(&set, "add_two", &json!({"n": 1})), "3");
    assert_eq!(text(&set, "described", &json!({"text": "abc"})), "3");
    assert_eq!(text(&set, "borrowing", &json!({"a": "abc", "b": "d"})), "4");
}

mod three {
    use tooldef::tool;

    #[tool(description = "Give the first.")]
    pub fn first() {}

    #[allow(clippy::unused_unit)]
    #[tooldef::tool(description = "Give the second.")]
    pub fn second() -> () {}

    #[::tooldef::tool(description = "Give the third.")]
    pub fn third() {}
}

#[test]
fn the_spelling_of_the_attribute_makes_no_difference() {
    let set = tools! { three::first, three::second, three::third }.unwrap();
    assert_eq!(set.len(), 3);
}
