//! What decisions do, and what the model reads of them.

use std::time::Duration;

use tooldef::approval::{ApprovalChannel, ApproverError, Decision, approver_fn};
use tooldef::{Call, Dispatcher, Effect, ErrorKind};
use tooldef_tests::ManualClock;

use super::stage::{Journal, Stepped, ada, always, call, delete, deleting, set_of, with_effect};

#[test]
fn a_denial_gives_the_model_the_reason_and_says_that_a_person_refused() {
    let journal = Journal::default();
    let dispatcher = deleting(&journal)
        .approver(always(Decision::deny("keep it")))
        .build()
        .expect("sound");
    let result = call(&dispatcher, delete("c", 1));
    assert_eq!(result.error, Some(ErrorKind::Denied));
    let text = result.text();
    assert!(
        text.contains("person") && text.contains("refused"),
        "{text}"
    );
    assert!(
        text.contains("delete_note") && text.ends_with("keep it"),
        "{text}"
    );
    assert!(journal.is_empty());
}

#[test]
fn a_denial_without_a_reason_says_so() {
    for reason in ["", "  \n"] {
        let dispatcher = deleting(&Journal::default())
            .approver(always(Decision::deny(reason)))
            .build()
            .expect("sound");
        let text = call(&dispatcher, delete("c", 1)).text().into_owned();
        assert!(text.ends_with("No reason was given."), "{text}");
    }
}

#[test]
fn a_reason_keeps_its_lines_and_its_script_and_cannot_steer_a_terminal() {
    let reason = "no:\n\tنمی‌خواهم 👩‍💻\u{1b}[2J\u{202e}\u{9b}\u{7f}\r";
    let dispatcher = deleting(&Journal::default())
        .approver(always(Decision::deny(reason)))
        .build()
        .expect("sound");
    let text = call(&dispatcher, delete("c", 1)).text().into_owned();
    assert!(text.contains("no:\n\tنمی‌خواهم 👩‍💻"), "{text:?}");
    for steering in ['\u{1b}', '\u{202e}', '\u{9b}', '\u{7f}', '\r'] {
        assert!(!text.contains(steering), "{text:?}");
    }
    assert!(text.contains(r"\u{1b}[2J\u{202e}"), "{text:?}");
}

#[test]
fn denied_timed_out_cancelled_failed_and_unasked_read_differently() {
    let mut texts = Vec::new();
    let mut kinds = Vec::new();
    let mut keep = |result: tooldef::ToolResult| {
        texts.push(result.text().into_owned());
        kinds.push(result.error.expect("nothing ran"));
    };
    let journal = Journal::default();
    let ada = ada();
    keep(call(
        &deleting(&journal).build().expect("sound"),
        delete("c", 1),
    ));
    let no = deleting(&journal).approver(always(Decision::deny("no")));
    keep(call(&no.build().expect("sound"), delete("c", 1)));
    let failing = approver_fn(|_| async { Err(ApproverError::new("the line is down")) });
    let failing = deleting(&journal).approver(failing);
    keep(call(&failing.build().expect("sound"), delete("c", 1)));
    let clock = ManualClock::default();
    let silent = deleting(&journal)
        .clock(clock.clone())
        .approver(ApprovalChannel::new())
        .build()
        .expect("sound");
    let mut waits = Stepped::new(silent.call(&ada, delete("c", 1)));
    assert!(waits.settle().is_none());
    clock.advance(Duration::from_secs(60));
    keep(waits.end());
    let run = silent.run(&ada);
    let mut waits = Stepped::new(run.call(delete("c", 1)));
    assert!(waits.settle().is_none());
    run.cancel();
    keep(waits.end());
    assert_eq!(
        kinds,
        [
            ErrorKind::Denied,
            ErrorKind::Denied,
            ErrorKind::Denied,
            ErrorKind::ApprovalTimedOut,
            ErrorKind::Cancelled
        ]
    );
    for (at, text) in texts.iter().enumerate() {
        assert!(text.contains("delete_note"), "{text}");
        assert!(text.contains("not run"), "{text}");
        assert!(!texts[..at].contains(text), "said twice: {text}");
    }
    assert!(journal.is_empty());
}

#[test]
fn a_call_id_that_ran_does_not_run_again_and_nobody_is_asked_again() {
    let journal = Journal::default();
    let channel = ApprovalChannel::new();
    let dispatcher = deleting(&journal)
        .approver(channel.clone())
        .build()
        .expect("sound");
    let ada = ada();
    let run = dispatcher.run(&ada);
    let mut first = Stepped::new(run.call(delete("c", 1)));
    assert!(first.settle().is_none());
    let open = channel.pending().remove(0);
    channel
        .decide(&ada, &open.id, open.digest, Decision::Approve)
        .expect("open");
    assert!(!first.end().is_error());
    // The stored history is sent again: the same call, and another one under
    // the same id.
    for note in [1, 2] {
        let again = Stepped::new(run.call(delete("c", note))).end();
        assert_eq!(again.error, Some(ErrorKind::Repeated));
        assert!(channel.pending().is_empty());
    }
    assert_eq!(journal.lines().len(), 1);
}

#[test]
fn of_two_open_calls_with_one_id_only_one_runs() {
    let journal = Journal::default();
    let dispatcher = deleting(&journal)
        .approver(always(Decision::Approve))
        .build()
        .expect("sound");
    let ada = ada();
    let calls = [delete("same", 1), delete("same", 2)];
    let results = pollster::block_on(dispatcher.call_all(&ada, calls));
    let errors: Vec<_> = results.iter().map(|result| result.error).collect();
    assert_eq!(errors, [None, Some(ErrorKind::Repeated)]);
    assert_eq!(journal.lines().len(), 1);
}

#[test]
fn a_denied_call_id_may_ask_again() {
    let journal = Journal::default();
    let channel = ApprovalChannel::new();
    let dispatcher = deleting(&journal)
        .approver(channel.clone())
        .build()
        .expect("sound");
    let ada = ada();
    let run = dispatcher.run(&ada);
    for decision in [Decision::deny("wait"), Decision::Approve] {
        let mut waits = Stepped::new(run.call(delete("c", 1)));
        assert!(waits.settle().is_none());
        let open = channel.pending().remove(0);
        channel
            .decide(&ada, &open.id, open.digest, decision)
            .expect("open");
        waits.end();
    }
    assert_eq!(journal.lines().len(), 1);
}

#[test]
fn the_approver_of_a_run_takes_the_place_of_the_dispatchers() {
    let journal = Journal::default();
    let dispatcher = Dispatcher::builder(set_of([with_effect("w", Effect::Write, &journal)]))
        .approver(always(Decision::Approve))
        .build()
        .expect("sound");
    let run = dispatcher
        .run_builder(&ada())
        .approver(always(Decision::deny("not in this run")))
        .start();
    let result = pollster::block_on(run.call(Call::new("c", "w", r#"{"id": 1}"#)));
    assert!(result.text().contains("not in this run"));
    assert!(journal.is_empty());
}
