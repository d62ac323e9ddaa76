//! Approval for the rest of the run.

use tooldef::approval::{ApprovalChannel, Decision, Policy};
use tooldef::{Call, Caller, Dispatcher, Effect, ErrorKind, Run, ToolResult, ToolSet};

use super::stage::{Journal, Stepped, ada, set_of, with_effect};

struct Notebook {
    channel: ApprovalChannel,
    dispatcher: Dispatcher,
    journal: Journal,
}

fn notebook() -> Notebook {
    let journal = Journal::default();
    let channel = ApprovalChannel::new();
    let tools = set_of([
        with_effect("delete_note", Effect::Destructive, &journal),
        with_effect("edit_note", Effect::Update, &journal),
    ]);
    let dispatcher = Dispatcher::builder(tools)
        .approver(channel.clone())
        .build()
        .expect("sound");
    Notebook {
        channel,
        dispatcher,
        journal,
    }
}

/// Calls, and answers if asked; gives the result and whether it was asked.
fn answer(
    channel: &ApprovalChannel,
    run: &Run,
    (id, tool): (&'static str, &'static str),
    decision: Decision,
) -> (ToolResult, bool) {
    let mut waits =
        Stepped::new(run.call(Call::new(id, tool, format!(r#"{{"id": {}}}"#, id.len()))));
    if let Some(result) = waits.settle() {
        return (result, false);
    }
    let open = channel.pending().remove(0);
    channel
        .decide(run.caller(), &open.id, open.digest, decision)
        .expect("open");
    (waits.end(), true)
}

#[test]
fn it_covers_the_same_tool_with_other_arguments_and_nothing_else() {
    let Notebook {
        channel,
        dispatcher,
        journal,
    } = notebook();
    let run = dispatcher.run(&ada());
    let first = answer(
        &channel,
        &run,
        ("1", "delete_note"),
        Decision::ApproveForRun,
    );
    assert!(first.1 && !first.0.is_error());
    let second = answer(&channel, &run, ("22", "delete_note"), Decision::deny("no"));
    assert!(!second.1, "nobody is asked again");
    assert!(!second.0.is_error());
    let other = answer(&channel, &run, ("333", "edit_note"), Decision::deny("no"));
    assert!(other.1, "another tool is asked about");
    assert_eq!(other.0.error, Some(ErrorKind::Denied));
    assert_eq!(journal.lines().len(), 2);
}

#[test]
fn it_ends_with_the_run_and_is_not_shared_with_other_callers() {
    let Notebook {
        channel,
        dispatcher,
        ..
    } = notebook();
    let run = dispatcher.run(&ada());
    answer(
        &channel,
        &run,
        ("1", "delete_note"),
        Decision::ApproveForRun,
    );
    let others = [
        dispatcher.run(&ada()),
        dispatcher.run(&Caller::new("bob")),
        dispatcher.run(&Caller::system()),
    ];
    for other in others {
        let asked = answer(
            &channel,
            &other,
            ("22", "delete_note"),
            Decision::deny("no"),
        )
        .1;
        assert!(asked, "{:?}", other.caller());
    }
    let still = answer(
        &channel,
        &run.clone(),
        ("333", "delete_note"),
        Decision::deny("no"),
    );
    assert!(!still.1, "a clone is the same run");
}

#[test]
fn it_answers_no_request_that_is_open_already() {
    let Notebook {
        channel,
        dispatcher,
        journal,
    } = notebook();
    let ada = ada();
    let run = dispatcher.run(&ada);
    let calls = ["1", "22"].map(|id| Call::new(id, "delete_note", r#"{"id": 1}"#));
    let mut turn = Stepped::new(run.call_all(calls));
    assert!(turn.settle().is_none());
    let open = channel.pending();
    channel
        .decide(&ada, &open[0].id, open[0].digest, Decision::ApproveForRun)
        .expect("open");
    assert!(
        turn.settle().is_none(),
        "the second was asked about, so it waits"
    );
    assert_eq!(journal.lines().len(), 1);
    channel
        .decide(
            &ada,
            &open[1].id,
            open[1].digest,
            Decision::deny("this one not"),
        )
        .expect("open");
    assert_eq!(turn.end()[1].error, Some(ErrorKind::Denied));
}

#[test]
fn two_names_of_one_tool_are_two_tools() {
    let journal = Journal::default();
    let channel = ApprovalChannel::new();
    let tool = with_effect("delete_note", Effect::Destructive, &journal);
    let tools = ToolSet::builder()
        .named("mine", tool.clone())
        .named("yours", tool)
        .build()
        .expect("sound");
    let dispatcher = Dispatcher::builder(tools)
        .approver(channel.clone())
        .build()
        .expect("sound");
    let run = dispatcher.run(&ada());
    answer(&channel, &run, ("1", "mine"), Decision::ApproveForRun);
    assert!(answer(&channel, &run, ("22", "yours"), Decision::deny("no")).1);
}

#[test]
fn a_denial_by_the_policy_wins_over_it() {
    let journal = Journal::default();
    let channel = ApprovalChannel::new();
    let tools = set_of([
        with_effect("list_tables", Effect::Write, &journal),
        with_effect("drop_table", Effect::Destructive, &journal),
    ]);
    let dispatcher = Dispatcher::builder(tools)
        .policy(Policy::new().deny("drop_table", "tables stay"))
        .approver(channel.clone())
        .build()
        .expect("sound");
    let run = dispatcher.run(&ada());
    answer(
        &channel,
        &run,
        ("1", "list_tables"),
        Decision::ApproveForRun,
    );
    let (result, asked) = answer(&channel, &run, ("22", "drop_table"), Decision::Approve);
    assert!(!asked && result.text().contains("tables stay"));
    assert_eq!(journal.lines().len(), 1);
}
