//! Effect × older flags × policy × approver, and for each whether the body ran.

use tooldef::approval::{Decision, Policy};
use tooldef::{Annotations, Call, Dispatcher, Effect, ErrorKind};

use super::stage::{Journal, always, call, noting, set_of};

#[derive(Debug, Clone, Copy, PartialEq)]
enum Rules {
    Default,
    AskUnannotated,
    AskFor,
    AskWhen,
    Deny,
    Ungated,
    UngateEverything,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Approves {
    Nobody,
    Yes,
    No,
}

const RULES: [Rules; 7] = [
    Rules::Default,
    Rules::AskUnannotated,
    Rules::AskFor,
    Rules::AskWhen,
    Rules::Deny,
    Rules::Ungated,
    Rules::UngateEverything,
];

fn policy(rules: Rules) -> Policy {
    let policy = Policy::new();
    match rules {
        Rules::Default => policy,
        Rules::AskUnannotated => policy.ask_unannotated(),
        Rules::AskFor => policy.ask_for("probe"),
        Rules::AskWhen => policy.ask_when(|subject| subject.arguments.contains_key("id")),
        Rules::Deny => policy.deny("probe", "not here"),
        Rules::Ungated => policy.ungated("probe"),
        Rules::UngateEverything => policy.dangerously_ungate_everything(),
    }
}

/// What the contract says, written down apart from the code under test.
fn is_asked(effect: Option<Effect>, destructive: Option<bool>, rules: Rules) -> bool {
    let mutating = matches!(
        effect,
        Some(Effect::Write | Effect::Update | Effect::Destructive)
    ) || destructive == Some(true);
    match rules {
        Rules::Default => mutating,
        Rules::AskUnannotated => mutating || effect.is_none(),
        Rules::AskFor | Rules::AskWhen => true,
        Rules::Deny | Rules::Ungated | Rules::UngateEverything => false,
    }
}

#[test]
fn every_combination_of_effect_flags_policy_and_approver_runs_only_what_may_run() {
    let effects = [
        None,
        Some(Effect::Read),
        Some(Effect::Write),
        Some(Effect::Update),
        Some(Effect::Destructive),
    ];
    let flags = [None, Some(false), Some(true)];
    let mut rows = 0;
    for effect in effects {
        for destructive in flags {
            for read_only in flags {
                for rules in RULES {
                    for approves in [Approves::Nobody, Approves::Yes, Approves::No] {
                        let row = (effect, destructive, read_only, rules, approves);
                        let mut annotations = Annotations::new();
                        annotations.effect = effect;
                        annotations.destructive = destructive;
                        annotations.read_only = read_only;
                        let journal = Journal::default();
                        let tools = set_of([noting("probe", annotations, &journal)]);
                        let builder = Dispatcher::builder(tools).policy(policy(rules));
                        let dispatcher = match approves {
                            Approves::Nobody => builder,
                            Approves::Yes => builder.approver(always(Decision::Approve)),
                            Approves::No => builder.approver(always(Decision::deny("no"))),
                        }
                        .build()
                        .expect("a sound policy");
                        let result = call(&dispatcher, Call::new("c", "probe", r#"{"id": 1}"#));

                        let asked = is_asked(effect, destructive, rules);
                        let runs = rules != Rules::Deny && (!asked || approves == Approves::Yes);
                        assert_eq!(!journal.is_empty(), runs, "{row:?}: {result:?}");
                        let error = (!runs).then_some(ErrorKind::Denied);
                        assert_eq!(result.error, error, "{row:?}");
                        rows += 1;
                    }
                }
            }
        }
    }
    assert_eq!(rows, 5 * 3 * 3 * 7 * 3);
}

#[test]
fn every_effect_but_read_is_gated_without_any_policy() {
    for effect in Effect::ALL {
        let journal = Journal::default();
        let tools = set_of([noting("probe", Annotations::with_effect(effect), &journal)]);
        let dispatcher = Dispatcher::builder(tools).build().expect("sound");
        call(&dispatcher, Call::new("c", "probe", r#"{"id": 1}"#));
        assert_eq!(journal.is_empty(), effect != Effect::Read, "{effect}");
    }
}

#[test]
fn an_effect_is_never_guessed_from_a_name() {
    for (name, effect, runs) in [
        ("delete_everything", Some(Effect::Read), true),
        ("get_and_clear", None, true),
        ("get_note", Some(Effect::Update), false),
        ("read", Some(Effect::Destructive), false),
    ] {
        let journal = Journal::default();
        let mut annotations = Annotations::new();
        annotations.effect = effect;
        let dispatcher = Dispatcher::builder(set_of([noting(name, annotations, &journal)]))
            .build()
            .expect("sound");
        call(&dispatcher, Call::new("c", name, r#"{"id": 1}"#));
        assert_eq!(!journal.is_empty(), runs, "{name}");
    }
}

#[test]
fn a_denying_rule_wins_over_every_opening_one_in_either_order() {
    let opened_first = Policy::new()
        .dangerously_ungate_everything()
        .ungated("probe")
        .deny("probe", "never");
    let denied_first = Policy::new()
        .deny("probe", "never")
        .ungated("probe")
        .ask_for("probe")
        .dangerously_ungate_everything();
    for policy in [opened_first, denied_first] {
        let journal = Journal::default();
        let tools = set_of([noting(
            "probe",
            Annotations::with_effect(Effect::Read),
            &journal,
        )]);
        let dispatcher = Dispatcher::builder(tools)
            .policy(policy)
            .approver(always(Decision::ApproveForRun))
            .build()
            .expect("sound");
        let result = call(&dispatcher, Call::new("c", "probe", r#"{"id": 1}"#));
        assert!(journal.is_empty());
        assert!(result.text().contains("never"), "{}", result.text());
    }
}

#[test]
fn a_predicate_that_panics_counts_as_asking() {
    let journal = Journal::default();
    let tools = set_of([noting(
        "probe",
        Annotations::with_effect(Effect::Read),
        &journal,
    )]);
    let dispatcher = Dispatcher::builder(tools)
        .policy(Policy::new().ask_when(|_| panic!("a slip")))
        .build()
        .expect("sound");
    let result = call(&dispatcher, Call::new("c", "probe", r#"{"id": 1}"#));
    assert!(journal.is_empty());
    assert_eq!(result.error, Some(ErrorKind::Denied));
}

#[test]
fn a_rule_that_names_no_tool_is_an_error_with_the_name() {
    let journal = Journal::default();
    let tools = set_of([noting("fs__delete", Annotations::new(), &journal)]);
    for policy in [
        Policy::new().deny("delete", "no"),
        Policy::new().ungated("delete"),
        Policy::new().ask_for("delete"),
    ] {
        let error = Dispatcher::builder(tools.clone())
            .policy(policy)
            .build()
            .expect_err("no tool is called delete");
        assert!(error.to_string().contains("`delete`"), "{error}");
    }
}
