//! How parameters become arguments.

use std::borrow::Cow;

use serde_json::json;
use tooldef::{Caller, State, ToolSet, tool, tools};

use crate::call::{Shelf, on_shelf, result, schema, text};

#[tool(description = "Show what was borrowed.")]
async fn borrow(
    text: &str,
    words: &[String],
    number: &u64,
    perhaps: Option<&str>,
    list: Option<&[u8]>,
    other: Option<&u8>,
    cow: Cow<'_, str>,
) -> String {
    format!("{text}|{words:?}|{number}|{perhaps:?}|{list:?}|{other:?}|{cow}")
}

#[test]
fn borrowed_parameters_are_lent_by_the_call_that_owns_them() {
    let set = tools! { borrow }.unwrap();
    let all = json!({
        "text": "a \"quoted\"\n\u{1f600}", "words": ["x"], "number": u64::MAX,
        "perhaps": "p\t", "list": [1, 2], "other": 3, "cow": "\\",
    });
    assert_eq!(
        text(&set, "borrow", &all),
        "a \"quoted\"\n\u{1f600}|[\"x\"]|18446744073709551615|Some(\"p\\t\")|Some([1, 2])|Some(3)|\\"
    );
    let few = json!({"text": "", "words": [], "number": 0, "cow": ""});
    assert_eq!(text(&set, "borrow", &few), "|[]|0|None|None|None|");
    assert_eq!(
        schema(&set, "borrow")["required"],
        json!(["text", "words", "number", "cow"])
    );
}

#[tool(description = "Show two texts of one lifetime.")]
fn longer<'a>(a: &'a str, b: &'a str) -> &'a str {
    if a.len() < b.len() { b } else { a }
}

#[test]
fn a_named_lifetime_and_a_borrowed_result_are_no_hindrance() {
    let set = tools! { longer }.unwrap();
    assert_eq!(text(&set, "longer", &json!({"a": "x", "b": "yy"})), "yy");
    assert_eq!(longer("abc", "d"), "abc");
}

#[tool(description = "Sort the items.")]
async fn sort(mut items: Vec<String>) -> Vec<String> {
    items.sort();
    items
}

#[test]
fn a_mutable_binding_stays_the_fns_own_affair() {
    let set = tools! { sort }.unwrap();
    assert_eq!(
        text(&set, "sort", &json!({"items": ["b", "a"]})),
        r#"["a","b"]"#
    );
}

#[tool(description = "Move by a number of steps.")]
async fn r#move(r#type: u8, r#gen: u8) -> u8 {
    r#type + r#gen
}

#[test]
fn raw_identifiers_lose_their_mark_in_every_name() {
    let set = tools! { r#move }.unwrap();
    assert_eq!(text(&set, "move", &json!({"type": 1, "gen": 2})), "3");
}

#[tool(description = "List some rows.")]
async fn rows(
    /// How many rows.
    ///
    ///   - at most ten
    #[allow(unused_variables)]
    limit: u32,
    #[arg(description = concat!("From ", "here."), rename = "startAt")] start: u8,
    /// Said by a file:
    #[doc = include_str!("said.txt")]
    #[arg(default)]
    said: bool,
) -> u8 {
    let _ = said;
    start
}

#[test]
fn doc_comments_become_descriptions_and_other_attributes_stay() {
    let set = tools! { rows }.unwrap();
    let schema = schema(&set, "rows");
    let properties = &schema["properties"];
    assert_eq!(
        properties["limit"]["description"],
        "How many rows.\n\n  - at most ten"
    );
    assert_eq!(properties["startAt"]["description"], "From here.");
    assert_eq!(
        properties["said"]["description"],
        "Said by a file:\nFirst line.\n"
    );
    assert_eq!(schema["required"], json!(["limit", "startAt"]));
    assert_eq!(text(&set, "rows", &json!({"limit": 1, "startAt": 4})), "4");
}

const DEFAULT_LIMIT: u8 = 10;

#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema, Debug)]
enum Order {
    Up,
    Down,
}

#[tool(description = "Show every default.")]
fn defaults(
    #[arg(default)] labels: Vec<String>,
    #[arg(default = DEFAULT_LIMIT * 2)] limit: u8,
    #[arg(default = "all")] kind: &str,
    #[arg(default)] query: &str,
    #[arg(default = Some("x"))] perhaps: Option<&str>,
    #[arg(default = vec![1, 2])] list: &[u8],
    #[arg(default = Order::Down)] order: &Order,
    #[arg(default = String::from("s"))] owned: String,
) -> String {
    format!("{labels:?}|{limit}|{kind}|{query}|{perhaps:?}|{list:?}|{order:?}|{owned}")
}

#[test]
fn a_default_fills_in_is_shown_and_is_not_required() {
    let set = tools! { defaults }.unwrap();
    assert_eq!(
        text(&set, "defaults", &json!({})),
        r#"[]|20|all||Some("x")|[1, 2]|Down|s"#
    );
    assert_eq!(
        text(
            &set,
            "defaults",
            &json!({"order": "Up", "kind": "k", "list": []})
        ),
        r#"[]|20|k||Some("x")|[]|Up|s"#
    );
    let schema = schema(&set, "defaults");
    assert_eq!(schema.get("required"), None);
    let shown = |key: &str| schema["properties"][key]["default"].clone();
    assert_eq!(shown("labels"), json!([]));
    assert_eq!(shown("limit"), json!(20));
    assert_eq!(shown("kind"), json!("all"));
    assert_eq!(shown("perhaps"), json!("x"));
    assert_eq!(shown("list"), json!([1, 2]));
    assert_eq!(shown("order"), json!("Down"));
}

mod spelling {
    use serde::Deserialize;
    use tooldef::tool;

    type Maybe<T> = core::option::Option<T>;

    #[derive(Deserialize, schemars::JsonSchema)]
    pub struct Option(u8);

    #[tool(description = "Show which arguments may be left out.")]
    pub fn optional(
        a: core::option::Option<u8>,
        b: Maybe<u8>,
        c: std::option::Option<String>,
        d: Option,
    ) -> String {
        format!("{a:?} {b:?} {c:?} {}", d.0)
    }
}

#[test]
fn an_option_is_known_by_its_type_and_not_by_its_spelling() {
    let set = tools! { spelling::optional }.unwrap();
    assert_eq!(schema(&set, "optional")["required"], json!(["d"]));
    assert_eq!(text(&set, "optional", &json!({"d": 1})), "None None None 1");
    assert!(result(&set, "optional", &json!({})).is_error());
}

#[tool(description = "Show which parameter there is.")]
async fn conditional(
    #[cfg(test)] a: u8,
    #[cfg(not(test))] b: Missing,
    #[cfg(test)]
    #[arg(default = 3)]
    c: u8,
    #[cfg(not(test))]
    #[arg(default = Missing)]
    d: Missing,
    #[cfg(not(test))]
    #[context]
    e: Missing,
    #[cfg(test)]
    #[context]
    f: Caller,
) -> u8 {
    let _ = f;
    a + c
}

#[test]
fn a_condition_on_a_parameter_holds_wherever_it_is_mentioned() {
    let set = tools! { conditional }.unwrap();
    assert_eq!(schema(&set, "conditional")["required"], json!(["a"]));
    assert_eq!(text(&set, "conditional", &json!({"a": 1})), "4");
    let unknown = json!({"a": 1, "b": 2});
    assert!(result(&set, "conditional", &unknown).is_error());
}

#[tool(description = "Say the shelf and the caller.")]
async fn shelf(
    /// For people who read the code.
    #[context]
    shelf: &State<Shelf>,
    n: u8,
    #[context] Caller { .. }: Caller,
    #[context] _: Caller,
) -> u8 {
    on_shelf(shelf) + n
}

#[test]
fn context_is_injected_and_unseen_by_the_model() {
    let set: ToolSet = tools! { shelf }.unwrap();
    assert_eq!(
        schema(&set, "shelf")["properties"]
            .as_object()
            .map(|properties| properties.keys().cloned().collect::<Vec<_>>()),
        Some(vec!["n".to_owned()])
    );
    assert_eq!(text(&set, "shelf", &json!({"n": 1})), "8");
}

#[tool(description = "Take arguments called like settings.", effect = "read")]
async fn like_settings(name: String, description: String, effect: String) -> String {
    format!("{name} {description} {effect}")
}

#[test]
fn arguments_called_like_settings_are_ordinary_arguments() {
    let set = tools! { like_settings }.unwrap();
    let arguments = json!({"name": "n", "description": "d", "effect": "e"});
    assert_eq!(text(&set, "like_settings", &arguments), "n d e");
}

#[tool(description = "Nothing to take.")]
fn nothing() {}

#[test]
fn a_fn_without_parameters_has_a_closed_and_empty_schema() {
    let set = tools! { nothing }.unwrap();
    assert_eq!(
        schema(&set, "nothing"),
        json!({"type": "object", "properties": {}, "additionalProperties": false})
    );
    assert_eq!(text(&set, "nothing", &json!({})), "");
}
