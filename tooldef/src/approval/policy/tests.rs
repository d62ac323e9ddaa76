//! Rules over tools that no dispatcher offers itself: imported ones, and those
//! of task agents.

use serde_json::{Map, json};

use super::{Policy, Subject, Verdict};
use crate::definition::Origin;
use crate::{Annotations, Caller, Dispatcher, Effect, Tool, ToolSet};

fn tool(name: &'static str, effect: Effect) -> Tool {
    Tool::builder(name, "Does something with the notes; returns nothing.")
        .effect(effect)
        .raw_handler(json!({}), |_, _| async {})
}

fn set(tools: impl IntoIterator<Item = Tool>) -> ToolSet {
    let set = tools
        .into_iter()
        .fold(ToolSet::builder(), crate::ToolSetBuilder::add);
    set.build().expect("sound tools")
}

fn verdict(policy: &Policy, tool: &Tool) -> Verdict {
    let subject = Subject {
        definition: &tool.definition,
        arguments: &Map::new(),
        caller: &Caller::new("ada"),
    };
    let verdict = policy.verdict(tool, subject);
    assert_eq!(policy.passes(tool), verdict == Verdict::Run);
    verdict
}

#[test]
fn an_imported_tool_runs_unasked_only_where_it_says_that_it_reads() {
    let imported = |change: fn(&mut Annotations)| {
        let mut tool = tool("far", Effect::Read);
        let mut annotations = Annotations::new();
        change(&mut annotations);
        tool.define(|definition| {
            definition.origin = Origin::Remote("files".into());
            definition.annotations = annotations;
        });
        verdict(&Policy::new(), &tool)
    };
    assert_eq!(imported(|_| ()), Verdict::Ask, "no hints at all");
    assert_eq!(
        imported(|hints| hints.idempotent = Some(true)),
        Verdict::Ask
    );
    assert_eq!(
        imported(|hints| hints.destructive = Some(false)),
        Verdict::Ask
    );
    assert_eq!(
        imported(|hints| hints.read_only = Some(false)),
        Verdict::Ask
    );
    assert_eq!(
        imported(|hints| hints.effect = Some(Effect::Write)),
        Verdict::Ask
    );
    let both = |hints: &mut Annotations| {
        hints.read_only = Some(true);
        hints.destructive = Some(true);
    };
    assert_eq!(imported(both), Verdict::Ask, "the stricter hint counts");
    assert_eq!(imported(|hints| hints.read_only = Some(true)), Verdict::Run);
    assert_eq!(
        imported(|hints| hints.effect = Some(Effect::Read)),
        Verdict::Run
    );
}

#[test]
fn an_opening_rule_is_about_the_offered_tool_and_no_namesake() {
    let own = tool("save", Effect::Write);
    let mut policy = Policy::new().ungated("save");
    policy.resolve(&set([own.clone()]));
    assert_eq!(verdict(&policy, &own), Verdict::Run);
    assert_eq!(verdict(&policy, &tool("save", Effect::Write)), Verdict::Ask);
    let worse = own
        .clone()
        .annotated(Annotations::with_effect(Effect::Destructive));
    assert_eq!(verdict(&policy, &worse), Verdict::Ask);
    assert_eq!(verdict(&policy, &own.named("other")), Verdict::Ask);
}

#[test]
fn a_restricting_rule_follows_the_tool_under_every_name_and_covers_its_namesakes() {
    let own = tool("erase", Effect::Read);
    let mut policy = Policy::new()
        .deny("erase", "no")
        .dangerously_ungate_everything();
    policy.resolve(&set([own.clone()]));
    let denied = Verdict::Deny("no".into());
    assert_eq!(verdict(&policy, &own.clone().named("fs__erase")), denied);
    assert_eq!(
        verdict(&policy, &own.clone().described("Says something else.")),
        denied
    );
    assert_eq!(verdict(&policy, &tool("erase", Effect::Read)), denied);
    assert_eq!(verdict(&policy, &tool("keep", Effect::Read)), Verdict::Run);
}

#[test]
fn two_entries_of_one_tool_have_rules_of_their_own() {
    let shared = tool("sql", Effect::Update);
    let (reads, writes) = (shared.clone().named("reads"), shared.named("writes"));
    let mut policy = Policy::new().ungated("reads").deny("writes", "no");
    policy.resolve(&set([reads.clone(), writes.clone()]));
    assert_eq!(verdict(&policy, &reads), Verdict::Run);
    assert_eq!(verdict(&policy, &writes), Verdict::Deny("no".into()));
}

#[test]
fn approval_for_the_run_goes_down_with_the_tool_and_not_with_its_looks() {
    let own = tool("save", Effect::Write);
    let dispatcher = Dispatcher::builder(set([own.clone()]))
        .build()
        .expect("sound");
    let run = dispatcher.run(&Caller::new("ada"));
    run.approve_for_run(&own);
    let below = run.below(set([own.clone()]), 50, 0);
    assert!(run.is_approved_for_run(&own) && below.is_approved_for_run(&own));
    assert!(!below.is_approved_for_run(&tool("save", Effect::Write)));
    assert!(!below.is_approved_for_run(&own.clone().described("Another version.")));
    assert!(below.is_approved_for_run(&own.with_timeout(std::time::Duration::MAX)));
}

#[test]
fn approval_for_the_run_is_for_what_is_pinned_as_well() {
    let schema = json!({"properties": {"to": {"type": "string"}}});
    let own = Tool::builder("send", "Sends a note to somebody; returns nothing.")
        .effect(Effect::Write)
        .raw_handler(schema, |_, _| async {});
    let to = |who: &str| own.clone().pin(json!({ "to": who }));
    let dispatcher = Dispatcher::builder(set([to("ada")]))
        .build()
        .expect("sound");
    let run = dispatcher.run(&Caller::new("ada"));
    run.approve_for_run(&to("ada"));
    assert!(run.is_approved_for_run(&to("ada")));
    assert!(
        !run.is_approved_for_run(&to("bob")),
        "both show the same schema"
    );
    assert!(!run.is_approved_for_run(&own));
}
