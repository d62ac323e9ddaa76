//! The record: keys, order, and what is refused when a set is built.

use std::sync::Arc;

use tooldef::{
    Call, Caller, Dispatcher, Effect, ErrorKind, Tool, ToolSet, ToolSetFault, Toolkit, check_name,
    tool, toolkit, tools,
};

mod files {
    use tooldef::tool;

    #[tool(
        description = "Finds files by words; returns their paths.",
        effect = "read"
    )]
    pub(crate) async fn search(words: String) -> String {
        words
    }
}

mod mail {
    use tooldef::tool;

    #[tool(
        description = "Finds mails by words; returns their subjects.",
        effect = "read"
    )]
    pub(crate) async fn search(words: String) -> String {
        words
    }
}

#[tool(description = "Saves a text; returns its id.", effect = "write")]
async fn save_note(text: String) -> usize {
    text.len()
}

struct Drawer;

#[toolkit]
impl Drawer {
    #[tool(description = "Opens a drawer by its number.", effect = "update")]
    async fn open(&self, number: u8) -> u8 {
        number
    }
    #[tool(description = "Empties a drawer for good.", effect = "destructive")]
    async fn empty(&self, number: u8) -> u8 {
        number
    }
    #[tool(description = "Lists what a drawer holds.", effect = "read")]
    async fn list(&self, number: u8) -> u8 {
        number
    }
}

fn drawer() -> Toolkit {
    Arc::new(Drawer).toolkit()
}

fn names(set: &ToolSet) -> Vec<&str> {
    set.iter().map(Tool::name).collect()
}

fn probe(name: &str) -> Tool {
    #[derive(serde::Deserialize, schemars::JsonSchema)]
    struct Empty {}
    Tool::builder(name, "Does something for this test.").handler(|_: Empty, _| async { "done" })
}

fn faults(set: Result<ToolSet, tooldef::ToolSetError>) -> Vec<String> {
    set.expect_err("the set has faults")
        .faults()
        .iter()
        .map(ToString::to_string)
        .collect()
}

#[test]
fn the_key_is_the_name_in_definitions_errors_approvals_and_calls() {
    let set = tools! { remember: save_note }.expect("a sound set");
    assert_eq!(names(&set), ["remember"]);
    let dispatcher = Dispatcher::builder(set).build().expect("no state");
    let caller = Caller::new("ada");
    let call = |name: &'static str, arguments: &'static str| {
        pollster::block_on(dispatcher.call(&caller, Call::new("c1", name, arguments)))
    };
    let wrong = call("remember", r#"{"text":1}"#);
    assert!(
        wrong
            .text()
            .starts_with("Invalid arguments for remember: text:"),
        "{}",
        wrong.text()
    );
    let denied = call("remember", r#"{"text":"x"}"#);
    assert_eq!(denied.error, Some(ErrorKind::Denied));
    assert!(denied.text().contains("remember"), "{}", denied.text());
    assert_eq!(
        call("save_note", r#"{"text":"x"}"#).error,
        Some(ErrorKind::UnknownTool)
    );
}

#[test]
fn tools_stand_in_the_order_of_their_entries() {
    let set = tools! {
        save_note,
        find: files::search,
        ..drawer().except(["empty"]).prefix("drawer_"),
        mails: mail::search,
    };
    assert_eq!(
        names(&set.expect("a sound set")),
        ["save_note", "find", "drawer_open", "drawer_list", "mails"]
    );
    let many: Vec<String> = (0..100)
        .map(|n| format!("tool_{}", (n * 37) % 100))
        .collect();
    let set = ToolSet::builder()
        .spread(many.iter().map(|name| probe(name)).collect::<Vec<_>>())
        .build()
        .expect("a sound set");
    assert_eq!(
        names(&set),
        many.iter().map(String::as_str).collect::<Vec<_>>()
    );
}

#[test]
fn leaving_one_out_keeps_the_others_in_place() {
    let kit = Toolkit::new(["a", "b", "c", "d"].map(probe)).except(["b"]);
    let set = ToolSet::builder().spread(kit).build().expect("a sound set");
    assert_eq!(names(&set), ["a", "c", "d"]);
}

#[test]
fn toolkit_options_pick_and_rename_in_the_order_they_are_written() {
    let picked = drawer()
        .only(["list", "open"])
        .rename("open", "unlock")
        .prefix("x-");
    let set = ToolSet::builder()
        .spread(picked)
        .build()
        .expect("a sound set");
    assert_eq!(names(&set), ["x-unlock", "x-list"]);
    let tool = set.get("x-unlock").expect("it is there");
    assert_eq!(tool.definition().annotations.effect, Some(Effect::Update));
}

#[test]
fn toolkit_options_refuse_names_that_the_toolkit_does_not_have() {
    let kit = drawer().only(["list", "opne"]).rename("liszt", "x");
    let faults = faults(ToolSet::builder().spread(kit).build());
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert!(
        faults[0].contains("`only` names `opne`") && faults[0].contains("open"),
        "{faults:?}"
    );
    assert!(
        faults[1].contains("`rename` names `liszt`") && faults[1].contains("list"),
        "{faults:?}"
    );
}

#[test]
fn two_tools_of_one_name_are_refused_with_both_origins() {
    let set = ToolSet::builder()
        .add(Tool::of::<files::search>())
        .add(Tool::of::<mail::search>())
        .build();
    let error = set.expect_err("two of a name");
    assert!(matches!(error.faults(), [ToolSetFault::Duplicate { name, .. }] if name == "search"));
    let text = error.to_string();
    assert!(
        text.contains("record::files") && text.contains("record::mail"),
        "{text}"
    );
    assert!(text.contains("record.rs:"), "{text}");
}

#[test]
fn replacing_is_a_call_of_its_own_and_keeps_the_place() {
    let set = ToolSet::builder()
        .add(Tool::of::<files::search>())
        .add(probe("other"))
        .replace(Tool::of::<mail::search>())
        .build()
        .expect("a sound set");
    assert_eq!(names(&set), ["search", "other"]);
    let search = set.get("search").expect("it is there");
    assert!(search.definition().description.contains("mails"));
}

#[test]
fn run_time_names_are_refused_by_the_rule_that_literals_are_checked_by() {
    let long = "x".repeat(65);
    for name in ["", "files.read", "read all", "приветствие", "搜索", &*long] {
        assert!(check_name(name).is_err(), "{name}");
        let faults = faults(ToolSet::builder().add(probe(name)).build());
        assert!(
            faults[0].contains("not legal") && faults[0].contains("1 to 64"),
            "{faults:?}"
        );
    }
    assert!(check_name(&long[..64]).is_ok() && check_name("a-B_9").is_ok());
}

#[test]
fn a_prefix_that_makes_a_name_too_long_is_refused_and_never_cut() {
    let kit = Toolkit::new([
        probe(&"n".repeat(40)),
        probe(&format!("{}x", "n".repeat(39))),
    ]);
    let faults = faults(
        ToolSet::builder()
            .spread(kit.prefix(&"p".repeat(30)))
            .build(),
    );
    assert_eq!(faults.len(), 2, "{faults:?}");
    assert!(faults[0].contains("70 characters"), "{faults:?}");
}

#[test]
fn names_that_differ_by_one_sign_stay_two_tools_in_any_order() {
    for order in [["get-user", "get_user"], ["get_user", "get-user"]] {
        let set = ToolSet::builder()
            .spread(order.map(probe))
            .build()
            .expect("two names");
        assert_eq!(names(&set), order);
    }
}

#[test]
fn every_fault_of_a_set_is_reported_at_once() {
    let blank =
        Tool::builder("blank", "  ").raw_handler(serde_json::json!({}), |_, _| async { "x" });
    let again = Tool::builder("same_name", "Same name.")
        .raw_handler(serde_json::json!({}), |_, _| async { "x" });
    let found = faults(
        ToolSet::builder()
            .add(blank)
            .add(again)
            .add(probe("a b"))
            .add(probe("twice"))
            .add(probe("twice"))
            .build(),
    );
    assert_eq!(found.len(), 4, "{found:?}");
    assert!(
        found[0].contains("`blank` is blank") && found[1].contains("only repeats the name"),
        "{found:?}"
    );
}

#[test]
fn an_argument_of_a_type_without_values_is_refused_when_the_set_is_built() {
    #[derive(serde::Deserialize, schemars::JsonSchema)]
    enum Nothing {}
    #[tool(
        description = "Waits for an argument that nobody can send.",
        effect = "read"
    )]
    async fn must(argument: Nothing) -> u8 {
        match argument {}
    }
    #[tool(
        description = "Takes an argument that can only be absent.",
        effect = "read"
    )]
    async fn may(argument: Option<Nothing>) -> bool {
        argument.is_some()
    }
    let found = faults(ToolSet::builder().add(Tool::of::<must>()).build());
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].contains("`argument` takes no value at all"),
        "{found:?}"
    );
    assert!(tools! { may }.is_ok());
}

#[test]
fn a_tool_left_out_cannot_be_called_and_answers_like_an_unknown_one() {
    let set = tools! { ..drawer().except(["empty"]) }.expect("a sound set");
    let dispatcher = Dispatcher::builder(set).build().expect("no state");
    let caller = Caller::new("ada");
    let run = dispatcher.run(&caller);
    let calls = ["empty", "emptyy"].map(|name| Call::new(name, name, r#"{"number":1}"#));
    let results = pollster::block_on(run.call_all(calls));
    for result in results {
        assert_eq!(result.error, Some(ErrorKind::UnknownTool));
        assert!(
            result.text().starts_with("No tool is called"),
            "{}",
            result.text()
        );
    }
}

#[test]
fn an_unknown_name_lists_near_names() {
    let set = tools! { save_note, ..drawer() }.expect("a sound set");
    let dispatcher = Dispatcher::builder(set).build().expect("no state");
    let ask = |name: &'static str| {
        pollster::block_on(dispatcher.call(&Caller::new("ada"), Call::new("1", name, "{}")))
            .text()
            .into_owned()
    };
    assert!(
        ask("save-notes").contains("Did you mean save_note?"),
        "{}",
        ask("save-notes")
    );
    assert!(
        ask("zzzzzzzz").contains("save_note, open, empty, list"),
        "{}",
        ask("zzzzzzzz")
    );
}

#[test]
fn a_wild_name_is_told_back_escaped_once_and_short() {
    let set = tools! { save_note }.expect("a sound set");
    let dispatcher = Dispatcher::builder(set).build().expect("no state");
    let ask = |name: String| {
        let call = Call::new("1", name, "{}");
        pollster::block_on(dispatcher.call(&Caller::new("ada"), call))
            .text()
            .into_owned()
    };
    let odd = ask("a\"b\n\u{202e}".into());
    assert!(
        odd.starts_with(r#"No tool is called "a\"b\n\u{202e}". "#),
        "{odd}"
    );
    let long = ask("n".repeat(100_000));
    assert!(long.len() < 200 && long.contains("nnn\"…. "), "{long}");
}
