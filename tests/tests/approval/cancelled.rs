//! Cancellation and dropping at every await point, one step at a time.

use tooldef::approval::{Decision, Settlement, approver_fn};
use tooldef::{Call, Dispatcher, DispatcherBuilder, Effect, ErrorKind, Tool};

use super::events::told;
use super::stage::{Journal, Stepped, ada, give_way, set_of};

/// A tool and an approver that both give way three times.
fn slow(journal: &Journal) -> DispatcherBuilder {
    let written = journal.clone();
    let tool = Tool::builder("delete_note", "Deletes a note for good; returns nothing.")
        .effect(Effect::Destructive)
        .raw_handler(serde_json::json!({}), move |_, _| {
            let written = written.clone();
            async move {
                written.write("began");
                for _ in 0..3 {
                    give_way().await;
                }
                written.write("ended");
            }
        });
    Dispatcher::builder(set_of([tool])).approver(approver_fn(|_| async {
        for _ in 0..3 {
            give_way().await;
        }
        Ok(Decision::Approve)
    }))
}

fn steps_to_the_end() -> usize {
    let dispatcher = slow(&Journal::default()).build().expect("sound");
    let ada = ada();
    let mut whole = Stepped::new(dispatcher.call(&ada, Call::new("c", "delete_note", "{}")));
    let steps = (1..100).find(|_| whole.step().is_some());
    let steps = steps.expect("it ends");
    assert!(steps > 6, "every await is a step of its own: {steps}");
    steps
}

#[test]
fn cancelling_at_every_await_point_gives_one_result_that_says_what_is_known() {
    let mut before = 0;
    let mut during = 0;
    for at in 0..steps_to_the_end() {
        let journal = Journal::default();
        let dispatcher = slow(&journal).build().expect("sound");
        let events = dispatcher.events();
        let run = dispatcher.run(&ada());
        let mut call = Stepped::new(run.call(Call::new("c", "delete_note", "{}")));
        for _ in 0..at {
            assert!(call.step().is_none());
        }
        run.cancel();
        let result = call.end();
        let lines = journal.lines();
        let text = result.text();
        let ended = lines.len() == 2;
        // A body that came to its end is reported as what it came to.
        let error = (!ended).then_some(ErrorKind::Cancelled);
        assert_eq!(result.error, error, "{at}: {lines:?}");
        if ended {
            assert_eq!(lines, ["began", "ended"]);
        } else if lines.is_empty() {
            before += 1;
            assert!(
                text.contains("not run") || text.contains("before it ran"),
                "{text}"
            );
        } else {
            during += 1;
            assert_eq!(lines, ["began"]);
            assert!(text.contains("unknown"), "{text}");
        }
        let told = told(&events);
        assert!(told.is_empty() || told.len() == 2, "{at}: {told:?}");
        if let [_, (_, _, settled)] = &*told {
            let approved = *settled == Some(Settlement::Approved);
            assert_eq!(approved, !lines.is_empty(), "{at}: {told:?}");
        }
    }
    assert!(
        before >= 3 && during >= 2,
        "{before} before, {during} during"
    );
}

#[test]
fn dropping_at_every_await_point_settles_every_request_and_stops_the_body() {
    for at in 0..steps_to_the_end() {
        let journal = Journal::default();
        let dispatcher = slow(&journal).build().expect("sound");
        let events = dispatcher.events();
        let ada = ada();
        let mut call = Stepped::new(dispatcher.call(&ada, Call::new("c", "delete_note", "{}")));
        for _ in 0..at {
            assert!(call.step().is_none());
        }
        drop(call);
        let told = told(&events);
        let began = !journal.is_empty();
        match &*told {
            [] => assert!(at == 0 && !began),
            [_, (_, _, settled)] => {
                let expected = if began {
                    Settlement::Approved
                } else {
                    Settlement::Cancelled
                };
                assert_eq!(*settled, Some(expected), "{at}");
            }
            _ => panic!("{at}: {told:?}"),
        }
        assert!(!journal.lines().contains(&"ended".to_owned()));
    }
}

#[test]
fn cancelling_one_run_leaves_another_one_waiting() {
    let journal = Journal::default();
    let dispatcher = slow(&journal).build().expect("sound");
    let (first, second) = (dispatcher.run(&ada()), dispatcher.run(&ada()));
    let mut stopped = Stepped::new(first.call(Call::new("c", "delete_note", "{}")));
    let mut goes_on = Stepped::new(second.call(Call::new("c", "delete_note", "{}")));
    assert!(stopped.step().is_none() && goes_on.step().is_none());
    first.cancel();
    assert_eq!(stopped.end().error, Some(ErrorKind::Cancelled));
    assert!(!goes_on.end().is_error());
    assert_eq!(journal.lines(), ["began", "ended"]);
}
