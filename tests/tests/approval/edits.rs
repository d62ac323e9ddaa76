//! Approval with other arguments than the model's.

use serde_json::{Map, Value, json};
use tooldef::approval::{ApprovalChannel, Decision, DecisionRefused, Policy};
use tooldef::{Annotations, Call, Dispatcher, Effect, ErrorKind, Tool};

use super::stage::{Journal, Stepped, ada, always, call, delete, deleting, set_of, with_effect};

fn edited(value: Value) -> Decision {
    let Value::Object(arguments) = value else {
        panic!("arguments are an object")
    };
    Decision::ApproveEdited { arguments }
}

#[test]
fn edited_arguments_run_in_place_of_the_models() {
    let journal = Journal::default();
    let dispatcher = deleting(&journal)
        .approver(always(edited(json!({"id": 2, "text": "instead"}))))
        .build()
        .expect("sound");
    assert!(!call(&dispatcher, delete("c", 1)).is_error());
    assert_eq!(journal.lines(), [r#"delete_note(2, "instead") for ada"#]);
}

#[test]
fn edited_arguments_are_validated_again_and_the_model_is_told_that_they_are_not_its_own() {
    for arguments in [
        json!({}),
        json!({"id": "two"}),
        json!({"id": 2, "force": true}),
    ] {
        let journal = Journal::default();
        let dispatcher = deleting(&journal)
            .approver(always(edited(arguments)))
            .build()
            .expect("sound");
        let result = call(&dispatcher, delete("c", 1));
        assert_eq!(result.error, Some(ErrorKind::InvalidArguments));
        let text = result.text();
        assert!(text.contains("edited arguments"), "{text}");
        assert!(
            text.contains("Invalid arguments for delete_note: "),
            "{text}"
        );
        assert!(journal.is_empty());
    }
}

#[test]
fn an_edit_changes_arguments_and_never_the_tool() {
    let journal = Journal::default();
    let tools = set_of([
        with_effect("write_note", Effect::Write, &journal),
        with_effect("delete_all", Effect::Destructive, &journal),
    ]);
    let dispatcher = Dispatcher::builder(tools)
        .approver(always(edited(
            json!({"name": "delete_all", "tool": "delete_all"}),
        )))
        .build()
        .expect("sound");
    let result = call(&dispatcher, Call::new("c", "write_note", r#"{"id": 1}"#));
    assert_eq!(result.error, Some(ErrorKind::InvalidArguments));
    assert!(journal.is_empty());
}

#[test]
fn an_edit_is_for_its_call_only() {
    let journal = Journal::default();
    let channel = ApprovalChannel::new();
    let dispatcher = deleting(&journal)
        .approver(channel.clone())
        .build()
        .expect("sound");
    let ada = ada();
    let mut turn = Stepped::new(dispatcher.call_all(&ada, [delete("c1", 1), delete("c2", 1)]));
    assert!(turn.settle().is_none());
    let open = channel.pending();
    channel
        .decide(&ada, &open[0].id, open[0].digest, edited(json!({"id": 9})))
        .expect("open");
    assert!(turn.settle().is_none(), "the second call still waits");
    assert_eq!(journal.lines(), [r#"delete_note(9, "") for ada"#]);
}

#[test]
fn a_channel_takes_an_edit_that_fits_and_names_what_was_decided() {
    let journal = Journal::default();
    let channel = ApprovalChannel::new();
    let dispatcher = deleting(&journal)
        .approver(channel.clone())
        .build()
        .expect("sound");
    let ada = ada();
    let mut waits = Stepped::new(dispatcher.call(&ada, delete("c", 1)));
    assert!(waits.settle().is_none());
    let open = channel.pending().remove(0);
    channel
        .decide(&ada, &open.id, open.digest, edited(json!({"id": 3})))
        .expect("it fits");
    assert!(!waits.end().is_error());
    let late = channel.decide(&ada, &open.id, open.digest, Decision::Approve);
    let late = late.expect_err("it was decided");
    assert!(matches!(late, DecisionRefused::Settled { .. }));
    assert!(late.to_string().contains("edited"), "{late}");
}

#[test]
fn a_pinned_argument_wins_over_an_edit_and_a_check_says_so_before() {
    let journal = Journal::default();
    let tool =
        with_effect("delete_note", Effect::Destructive, &journal).pin(json!({"text": "pinned"}));
    let channel = ApprovalChannel::new();
    let builder = || Dispatcher::builder(set_of([tool.clone()]));
    let other = edited(json!({"id": 1, "text": "mine"}));
    let dispatcher = builder()
        .approver(always(other.clone()))
        .build()
        .expect("sound");
    call(&dispatcher, delete("c", 1));
    assert_eq!(journal.lines(), [r#"delete_note(1, "pinned") for ada"#]);

    let dispatcher = builder().approver(channel.clone()).build().expect("sound");
    let ada = ada();
    let mut waits = Stepped::new(dispatcher.call(&ada, delete("c", 1)));
    assert!(waits.settle().is_none());
    let open = channel.pending().remove(0);
    assert_eq!(open.pinned, ["text"]);
    assert_eq!(open.arguments["text"], "pinned");
    let refused = channel
        .decide(&ada, &open.id, open.digest, other)
        .expect_err("the pin cannot be edited");
    assert!(refused.to_string().contains("text: is pinned"), "{refused}");
    assert!(open.is_open());
    channel
        .decide(&ada, &open.id, open.digest, edited(json!({"id": 5})))
        .expect("a pinned argument may be left out");
    waits.end();
    assert_eq!(journal.lines()[1], r#"delete_note(5, "pinned") for ada"#);
}

#[test]
fn an_edit_of_a_pinned_key_with_a_dot_or_of_an_object_around_a_pin_is_refused() {
    let tool = Tool::builder("move_note", "Moves a note.")
        .annotations(Annotations::with_effect(Effect::Update))
        .raw_handler(json!({"additionalProperties": true}), |_, _| async {})
        .pin(json!({"a.b": 1, "c": {"d e": 2}}));
    let channel = ApprovalChannel::new();
    let dispatcher = Dispatcher::builder(set_of([tool]))
        .approver(channel.clone())
        .build()
        .expect("sound");
    let ada = ada();
    let call = Call::new("1", "move_note", r#"{"a": {"b": 3}}"#);
    let mut waits = Stepped::new(dispatcher.call(&ada, call));
    assert!(waits.settle().is_none());
    let open = channel.pending().remove(0);
    for (arguments, place) in [
        (json!({"a.b": 2}), r#""a.b": is pinned"#),
        (json!({"c": {"d e": 3}}), r#"c."d e": is pinned"#),
        (json!({"c": 5}), "c: is pinned"),
    ] {
        let refused = channel
            .decide(&ada, &open.id, open.digest, edited(arguments))
            .expect_err("a pin cannot be edited")
            .to_string();
        assert!(refused.contains(place), "{refused}");
    }
    let free = json!({"a": {"b": 4}, "c": {"more": true}});
    channel
        .decide(&ada, &open.id, open.digest, edited(free))
        .expect("what is free may be edited");
    assert!(!waits.end().is_error());
}

#[test]
fn an_edit_that_the_schema_refuses_leaves_the_request_open() {
    let journal = Journal::default();
    let channel = ApprovalChannel::new();
    let dispatcher = deleting(&journal)
        .approver(channel.clone())
        .build()
        .expect("sound");
    let ada = ada();
    let mut waits = Stepped::new(dispatcher.call(&ada, delete("c", 1)));
    assert!(waits.settle().is_none());
    let open = channel.pending().remove(0);
    assert!(open.check_edit(&Map::new()).is_err());
    let refused = channel
        .decide(
            &ada,
            &open.id,
            open.digest,
            edited(json!({"id": {}, "x": 1})),
        )
        .expect_err("it does not fit");
    let DecisionRefused::InvalidEdit { problems, .. } = &refused else {
        panic!("{refused}")
    };
    let paths: Vec<&str> = problems.iter().map(|problem| &*problem.path).collect();
    assert!(paths.contains(&"id"), "{paths:?}");
    assert!(open.is_open());
    channel
        .decide(&ada, &open.id, open.digest, Decision::Approve)
        .expect("it is still open");
    assert!(!waits.end().is_error());
}

#[test]
fn a_rule_about_arguments_does_not_ask_again_about_an_edit() {
    let journal = Journal::default();
    let dispatcher = deleting(&journal)
        .policy(Policy::new().ask_when(|subject| subject.arguments["id"] == 2))
        .approver(always(edited(json!({"id": 2}))))
        .build()
        .expect("sound");
    assert!(!call(&dispatcher, delete("c", 1)).is_error());
    assert_eq!(journal.lines().len(), 1);
}
