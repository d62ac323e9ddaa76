//! Records of tools: names, keys, spreads and conditions.

use serde_json::json;
use tooldef::{Tool, ToolSet, tool, tools};

use crate::call::text;

#[tool(description = "Add one to a number.", name = "plus_one")]
fn add(n: u8) -> u8 {
    n + 1
}

#[tool(description = "Take one from a number.")]
fn take(n: u8) -> u8 {
    n - 1
}

fn names(set: &ToolSet) -> Vec<&str> {
    set.iter().map(Tool::name).collect()
}

#[test]
fn a_shorthand_has_the_tools_name_and_a_key_wins_over_it() {
    let set = tools! { add, sum: add, "take-one": take, r#type: self::take }.unwrap();
    assert_eq!(names(&set), ["plus_one", "sum", "take-one", "type"]);
    assert_eq!(text(&set, "sum", &json!({"n": 1})), "2");
    assert_eq!(text(&set, "type", &json!({"n": 1})), "0");
}

#[test]
fn a_record_may_be_empty_and_may_end_with_a_comma() {
    assert!(tools! {}.unwrap().is_empty());
    assert_eq!(names(&tools! { take, }.unwrap()), ["take"]);
    assert_eq!(names(&tools![take].unwrap()), ["take"]);
}

#[test]
fn tools_and_toolkits_made_at_run_time_take_part() {
    let made = Tool::of::<take>().named("made");
    let first = tools! { add }.unwrap();
    let set = tools! { ..first, own: (made), other: Tool::of::<take>() }.unwrap();
    assert_eq!(names(&set), ["plus_one", "own", "other"]);
}

#[test]
fn entries_can_stand_under_a_condition() {
    let set = tools! {
        #[cfg(test)]
        add,
        #[cfg(not(test))]
        missing: no::such::tool,
        #[cfg(not(test))]
        take: add,
        take,
        #[cfg(not(test))]
        ..no_such_toolkit(),
    }
    .unwrap();
    assert_eq!(names(&set), ["plus_one", "take"]);
}

#[test]
fn a_duplicate_that_only_the_tools_know_of_is_refused_when_the_set_is_built() {
    let refused = tools! { add, plus_one: take };
    assert!(refused.is_err());
}

fn fallible() -> Result<ToolSet, Box<dyn std::error::Error>> {
    let set = tools! { add, ..tools! { take }? }?;
    Ok(set)
}

#[test]
fn an_entry_may_return_early() {
    assert_eq!(names(&fallible().unwrap()), ["plus_one", "take"]);
}
