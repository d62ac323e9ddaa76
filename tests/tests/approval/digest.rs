//! A decision is for one digest: this tool with these arguments.

use serde_json::json;
use tooldef::approval::{ApprovalChannel, Decision, Digest};
use tooldef::{Annotations, Call, Definition, Effect};

use super::stage::{Journal, Stepped, ada, call, delete, deleting, keeping};

fn definition(change: impl FnOnce(&mut Definition)) -> Definition {
    let schema = json!({"properties": {"id": {"type": "integer"}}});
    let mut definition = Definition::new("delete_note", "Deletes a note for good.", schema);
    change(&mut definition);
    definition
}

#[test]
fn the_digest_changes_with_every_part_of_the_tool_and_with_every_argument() {
    let given = |value: serde_json::Value| value.as_object().cloned().expect("an object");
    let base = || definition(|_| ());
    let arguments = given(json!({"id": 1, "deep": {"a": [1, 2]}}));
    let changed = [
        Digest::of(&base(), &given(json!({"id": 2, "deep": {"a": [1, 2]}}))),
        Digest::of(&base(), &given(json!({"id": "1", "deep": {"a": [1, 2]}}))),
        Digest::of(&base(), &given(json!({"id": 1.0, "deep": {"a": [1, 2]}}))),
        Digest::of(&base(), &given(json!({"id": 1, "deep": {"a": [2, 1]}}))),
        Digest::of(
            &base(),
            &given(json!({"id": 1, "deep": {"a": [1, 2]}, "x": null})),
        ),
        Digest::of(&base(), &given(json!({}))),
        Digest::of(&definition(|d| d.name = "delete_not".into()), &arguments),
        Digest::of(&definition(|d| d.description = "Reads.".into()), &arguments),
        Digest::of(
            &definition(|d| d.annotations = Annotations::with_effect(Effect::Read)),
            &arguments,
        ),
        Digest::of(
            &definition(|d| d.input_schema = json!({}).into()),
            &arguments,
        ),
        Digest::of(
            &definition(|d| d.roles = vec!["admin".into()].into()),
            &arguments,
        ),
        Digest::of(
            &definition(|d| d.origin = tooldef::Origin::Remote("files".into())),
            &arguments,
        ),
        Digest::of(
            &definition(|d| d.origin = tooldef::Origin::Remote("other".into())),
            &arguments,
        ),
        Digest::of_tool(&base()),
    ];
    let mut all = vec![Digest::of(&base(), &arguments)];
    for digest in changed {
        assert!(!all.contains(&digest), "two digests are the same: {digest}");
        all.push(digest);
    }
}

#[test]
fn the_digest_does_not_depend_on_the_order_of_keys() {
    let (approver, asked) = keeping(Decision::Approve);
    let dispatcher = deleting(&Journal::default())
        .approver(approver)
        .build()
        .expect("sound");
    for arguments in [r#"{"id": 1, "text": "x"}"#, r#"{ "text":"x","id":1 }"#] {
        call(&dispatcher, Call::new("c", "delete_note", arguments));
    }
    let asked = asked.lock().expect("no panic");
    assert_eq!(asked[0].digest, asked[1].digest);
    assert_ne!(asked[0].id, asked[1].id);
}

#[test]
fn a_digest_reads_back_from_its_text_and_nothing_else_does() {
    let digest = Digest::of_tool(&definition(|_| ()));
    assert_eq!(digest.to_string().parse(), Ok(digest));
    for text in [
        "",
        "00",
        "+",
        &"é".repeat(32),
        &"+1".repeat(32),
        &"g".repeat(64),
    ] {
        assert!(text.parse::<Digest>().is_err(), "{text}");
    }
}

#[test]
fn approval_of_small_arguments_does_not_pass_large_ones() {
    let journal = Journal::default();
    let channel = ApprovalChannel::new();
    let dispatcher = deleting(&journal)
        .approver(channel.clone())
        .build()
        .expect("sound");
    let run = dispatcher.run(&ada());
    let mut first = Stepped::new(run.call(delete("c1", 1)));
    assert!(first.settle().is_none());
    let small = channel.pending().remove(0);
    channel
        .decide(&ada(), &small.id, small.digest, Decision::Approve)
        .expect("open");
    assert!(!first.end().is_error());
    let mut second = Stepped::new(run.call(delete("c2", 9000)));
    assert!(second.settle().is_none(), "it asks again");
    let large = channel.pending().remove(0);
    assert!(
        channel
            .decide(&ada(), &large.id, small.digest, Decision::Approve)
            .is_err()
    );
    assert!(second.settle().is_none());
    assert_eq!(journal.lines().len(), 1);
}
