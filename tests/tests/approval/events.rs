//! Requested and settled: always both, with the effect.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use tooldef::approval::{ApprovalChannel, Approver, Decision, Settlement, approver_fn};
use tooldef::{Annotations, Call, Dispatcher, Effect, Event, EventStream};
use tooldef_tests::ManualClock;

use super::stage::{Journal, Stepped, ada, always, call, delete, deleting, noting, set_of};

/// What the events tell of approvals, in order.
pub(super) fn told(events: &EventStream) -> Vec<(String, Option<Effect>, Option<Settlement>)> {
    let mut told = Vec::new();
    while let Some(event) = events.try_next() {
        match event {
            Event::ApprovalRequested(request) => {
                told.push((request.id.to_string(), request.effect(), None));
            }
            Event::ApprovalSettled {
                id,
                effect,
                settlement,
                ..
            } => told.push((id.to_string(), effect, Some(settlement))),
            _ => {}
        }
    }
    told
}

/// The settlement of the only request, which was told of exactly once.
fn only(events: &EventStream) -> (Option<Effect>, Settlement) {
    let told = told(events);
    let [(asked, shown, None), (settled, effect, Some(settlement))] = &*told else {
        panic!("not a pair: {told:?}")
    };
    assert_eq!(asked, settled);
    assert_eq!(shown, effect, "both carry the effect");
    (*effect, *settlement)
}

fn settled_by(approver: impl Approver) -> Settlement {
    let dispatcher = deleting(&Journal::default())
        .approver(approver)
        .build()
        .expect("sound");
    let events = dispatcher.events();
    call(&dispatcher, delete("c", 1));
    only(&events).1
}

#[test]
fn every_answer_settles_with_its_own_word() {
    let edited = |id: u64| Decision::ApproveEdited {
        arguments: [("id".to_owned(), id.into())].into_iter().collect(),
    };
    let pairs = [
        (Decision::Approve, Settlement::Approved),
        (Decision::ApproveForRun, Settlement::ApprovedForRun),
        (Decision::deny("no"), Settlement::Denied),
        (edited(2), Settlement::ApprovedEdited),
    ];
    for (decision, settlement) in pairs {
        assert_eq!(settled_by(always(decision)), settlement);
    }
    let misfit = Decision::ApproveEdited {
        arguments: serde_json::Map::new(),
    };
    assert_eq!(settled_by(always(misfit)), Settlement::Denied);
    let panics = approver_fn(|_| async { panic!("a slip") });
    assert_eq!(settled_by(panics), Settlement::Denied);
}

#[test]
fn nobody_to_ask_time_out_cancellation_and_a_dropped_call_settle_too() {
    let journal = Journal::default();
    let ada = ada();
    let dispatcher = deleting(&journal).build().expect("sound");
    let events = dispatcher.events();
    call(&dispatcher, delete("c", 1));
    assert_eq!(only(&events).1, Settlement::Denied);

    let clock = ManualClock::default();
    let dispatcher = deleting(&journal)
        .clock(clock.clone())
        .approver(ApprovalChannel::new())
        .build()
        .expect("sound");
    let events = dispatcher.events();
    let mut waits = Stepped::new(dispatcher.call(&ada, delete("c", 1)));
    assert!(waits.settle().is_none());
    clock.advance(Duration::from_secs(60));
    waits.end();
    assert_eq!(only(&events).1, Settlement::TimedOut);

    let run = dispatcher.run(&ada);
    let mut waits = Stepped::new(run.call(delete("c", 1)));
    assert!(waits.settle().is_none());
    run.cancel();
    waits.end();
    assert_eq!(only(&events).1, Settlement::Cancelled);

    let mut waits = Stepped::new(dispatcher.call(&ada, delete("c", 1)));
    assert!(waits.settle().is_none());
    drop(waits);
    assert_eq!(only(&events).1, Settlement::Cancelled);
}

#[test]
fn the_effect_is_the_one_to_colour_a_card_by() {
    let mut legacy = Annotations::with_effect(Effect::Read);
    legacy.destructive = Some(true);
    let mut unstated = Annotations::new();
    unstated.destructive = Some(true);
    let cases = [
        (Annotations::with_effect(Effect::Write), Effect::Write),
        (Annotations::with_effect(Effect::Update), Effect::Update),
        (
            Annotations::with_effect(Effect::Destructive),
            Effect::Destructive,
        ),
        (legacy, Effect::Destructive),
        (unstated, Effect::Destructive),
    ];
    for (annotations, shown) in cases {
        let journal = Journal::default();
        let dispatcher = Dispatcher::builder(set_of([noting("probe", annotations, &journal)]))
            .approver(always(Decision::Approve))
            .build()
            .expect("sound");
        let events = dispatcher.events();
        call(&dispatcher, Call::new("c", "probe", r#"{"id": 1}"#));
        assert_eq!(only(&events).0, Some(shown));
    }
}

#[test]
fn a_call_that_is_cancelled_before_it_asks_shows_no_card() {
    let journal = Journal::default();
    let dispatcher = deleting(&journal)
        .approver(always(Decision::Approve))
        .build()
        .expect("sound");
    let events = dispatcher.events();
    let run = dispatcher.run(&ada());
    run.cancel();
    let result = pollster::block_on(run.call(delete("c", 1)));
    assert_eq!(result.error, Some(tooldef::ErrorKind::Cancelled));
    assert!(told(&events).is_empty());
    assert!(journal.is_empty());
}

#[test]
fn an_observer_that_panics_and_a_stream_nobody_reads_hurt_no_call() {
    let journal = Journal::default();
    let seen = Arc::new(Mutex::new(0));
    let counted = Arc::clone(&seen);
    let dispatcher = deleting(&journal)
        .observe(|_| panic!("a careless observer"))
        .observe(move |event| {
            if matches!(event, Event::ApprovalSettled { .. }) {
                *counted.lock().expect("no panic") += 1;
            }
        })
        .approver(always(Decision::Approve))
        .build()
        .expect("sound");
    let _unread = dispatcher.events();
    let run = dispatcher.run(&ada());
    let count = 2000;
    for note in 0..count {
        let call = Call::new(
            note.to_string(),
            "delete_note",
            format!(r#"{{"id": {note}}}"#),
        );
        assert!(!pollster::block_on(run.call(call)).is_error());
    }
    assert_eq!(*seen.lock().expect("no panic"), count);
    assert_eq!(journal.lines().len(), count);
}
