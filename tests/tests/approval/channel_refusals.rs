//! Decisions in: each one that comes to nothing is refused with its reason.

use std::time::Duration;

use tooldef::approval::{
    ApprovalChannel, ApprovalId, ApprovalRequest, Decision, DecisionRefused, Digest, Settlement,
};
use tooldef::{Caller, Dispatcher, ErrorKind};
use tooldef_tests::ManualClock;

use super::stage::{Journal, Stepped, ada, delete, deleting};

struct Desk {
    journal: Journal,
    clock: ManualClock,
    channel: ApprovalChannel,
    dispatcher: Dispatcher,
}

fn desk() -> Desk {
    let journal = Journal::default();
    let clock = ManualClock::default();
    let channel = ApprovalChannel::new();
    let dispatcher = deleting(&journal)
        .clock(clock.clone())
        .approver(channel.clone())
        .build()
        .expect("sound");
    Desk {
        journal,
        clock,
        channel,
        dispatcher,
    }
}

fn approve(
    channel: &ApprovalChannel,
    caller: &Caller,
    request: &ApprovalRequest,
) -> Result<(), DecisionRefused> {
    channel.decide(caller, &request.id, request.digest, Decision::Approve)
}

#[test]
fn another_caller_is_refused_and_the_request_stays_open() {
    let desk = desk();
    let ada = ada();
    let mut waits = Stepped::new(desk.dispatcher.call(&ada, delete("c", 1)));
    assert!(waits.settle().is_none());
    let open = desk.channel.pending().remove(0);
    for other in [
        Caller::new("bob").with_role("admin"),
        Caller::system(),
        Caller::new("ADA"),
        Caller::new("ada "),
        Caller::new(""),
    ] {
        for decision in [Decision::Approve, Decision::deny("no")] {
            let refused = desk.channel.decide(&other, &open.id, open.digest, decision);
            assert!(
                matches!(refused, Err(DecisionRefused::WrongCaller { .. })),
                "{other:?}"
            );
        }
    }
    assert!(waits.settle().is_none() && open.is_open());
    approve(&desk.channel, &ada.clone().with_role("editor"), &open).expect("roles do not matter");
    assert!(!waits.end().is_error());
}

#[test]
fn the_first_decision_wins_and_a_second_one_is_told_how_it_ended() {
    let orders = [
        (
            Decision::Approve,
            Decision::deny("no"),
            Settlement::Approved,
        ),
        (Decision::deny("no"), Decision::Approve, Settlement::Denied),
        (
            Decision::ApproveForRun,
            Decision::Approve,
            Settlement::ApprovedForRun,
        ),
    ];
    for (first, second, how) in orders {
        // The second comes before the call has seen the first, and again after.
        let desk = desk();
        let ada = ada();
        let mut waits = Stepped::new(desk.dispatcher.call(&ada, delete("c", 1)));
        assert!(waits.settle().is_none());
        let open = desk.channel.pending().remove(0);
        let decide = |decision| desk.channel.decide(&ada, &open.id, open.digest, decision);
        decide(first).expect("open");
        let is_told = |refused: Result<(), DecisionRefused>| {
            let Err(DecisionRefused::Settled { settlement, .. }) = refused else {
                panic!("{refused:?}")
            };
            assert_eq!(settlement, how);
        };
        is_told(decide(second.clone()));
        assert!(desk.channel.pending().is_empty());
        let denied = waits.end().is_error();
        assert_eq!(denied, how == Settlement::Denied);
        is_told(decide(second));
        assert_eq!(open.settlement(), Some(how));
        assert_eq!(desk.journal.is_empty(), denied);
    }
}

#[test]
fn a_decision_after_the_deadline_is_refused_even_before_the_call_is_polled_again() {
    let desk = desk();
    let ada = ada();
    let mut waits = Stepped::new(desk.dispatcher.call(&ada, delete("c", 1)));
    assert!(waits.settle().is_none());
    let open = desk.channel.pending().remove(0);
    desk.clock.advance(Duration::from_secs(60));
    let expired = |refused| matches!(refused, Err(DecisionRefused::Expired { .. }));
    assert!(expired(approve(&desk.channel, &ada, &open)));
    assert_eq!(waits.end().error, Some(ErrorKind::ApprovalTimedOut));
    assert!(expired(approve(&desk.channel, &ada, &open)));
    assert!(desk.journal.is_empty());
}

#[test]
fn a_decision_about_a_cancelled_or_dropped_call_is_refused() {
    let desk = desk();
    let ada = ada();
    let cancelled = |refused| matches!(refused, Err(DecisionRefused::Cancelled { .. }));
    let run = desk.dispatcher.run(&ada);
    let mut waits = Stepped::new(run.call(delete("c1", 1)));
    assert!(waits.settle().is_none());
    let open = desk.channel.pending().remove(0);
    run.cancel();
    assert!(
        cancelled(approve(&desk.channel, &ada, &open)),
        "before the next poll"
    );
    assert_eq!(waits.end().error, Some(ErrorKind::Cancelled));
    assert!(cancelled(approve(&desk.channel, &ada, &open)), "and after");

    let mut dropped = Stepped::new(desk.dispatcher.call(&ada, delete("c2", 1)));
    assert!(dropped.settle().is_none());
    let open = desk.channel.pending().remove(0);
    drop(dropped);
    assert!(desk.channel.pending().is_empty());
    assert!(cancelled(approve(&desk.channel, &ada, &open)));
    assert_eq!(open.settlement(), Some(Settlement::Cancelled));
    assert!(desk.journal.is_empty());
}

#[test]
fn forged_ids_and_digests_are_refused_and_leave_the_request_open() {
    let desk = desk();
    let ada = ada();
    let mut waits = Stepped::new(desk.dispatcher.call(&ada, delete("c", 1)));
    assert!(waits.settle().is_none());
    let open = desk.channel.pending().remove(0);
    for forged in ["", "approval-1", "approval-1-000000000000", "*", "c"] {
        let refused = desk.channel.decide(
            &ada,
            &ApprovalId::from(forged),
            open.digest,
            Decision::Approve,
        );
        assert!(
            matches!(refused, Err(DecisionRefused::Unknown { .. })),
            "{forged}"
        );
    }
    let tool = desk.dispatcher.tools().get("delete_note").expect("offered");
    let mut other = open.arguments.clone();
    other.insert("id".into(), 2.into());
    for digest in [
        Digest::of(tool.definition(), &other),
        Digest::of_tool(tool.definition()),
        "0".repeat(64).parse().expect("a digest"),
    ] {
        let refused = desk
            .channel
            .decide(&ada, &open.id, digest, Decision::Approve);
        assert!(matches!(refused, Err(DecisionRefused::WrongDigest { .. })));
    }
    assert!(waits.settle().is_none() && open.is_open());
    assert!(desk.journal.is_empty());
}

#[test]
fn a_decision_about_a_request_of_an_earlier_process_is_unknown() {
    let ada = ada();
    let saved = {
        let earlier = desk();
        let mut waits = Stepped::new(earlier.dispatcher.call(&ada, delete("c", 1)));
        assert!(waits.settle().is_none());
        serde_json::to_string(&earlier.channel.pending()).expect("serializable")
    };
    let shown: Vec<ApprovalRequest> = serde_json::from_str(&saved).expect("readable");
    let now = desk();
    let mut waits = Stepped::new(now.dispatcher.call(&ada, delete("c", 1)));
    assert!(waits.settle().is_none());
    assert_eq!(
        now.channel.pending()[0].digest,
        shown[0].digest,
        "the same call"
    );
    let refused = approve(&now.channel, &ada, &shown[0]);
    assert!(matches!(refused, Err(DecisionRefused::Unknown { .. })));
    assert!(waits.settle().is_none());
    assert!(now.journal.is_empty());
}

#[test]
fn what_is_remembered_of_ended_requests_is_bounded() {
    let desk = desk();
    let ada = ada();
    let mut ended = Vec::new();
    for _ in 0..3000 {
        let mut waits = Stepped::new(desk.dispatcher.call(&ada, delete("c", 1)));
        assert!(waits.settle().is_none());
        ended.push(desk.channel.pending().remove(0));
    }
    let refusals: Vec<_> = ended
        .iter()
        .map(|request| approve(&desk.channel, &ada, request).expect_err("it has ended"))
        .collect();
    let forgotten = refusals
        .iter()
        .take_while(|refused| matches!(refused, DecisionRefused::Unknown { .. }))
        .count();
    assert_eq!(forgotten, 3000 - 1024);
    assert!(
        refusals[forgotten..]
            .iter()
            .all(|refused| matches!(refused, DecisionRefused::Cancelled { .. }))
    );
}

#[test]
fn every_refusal_is_one_line_that_names_the_request_and_is_lower_case() {
    let id = ApprovalId::from("approval-7-abc");
    let refusals = [
        DecisionRefused::Unknown { id: id.clone() },
        DecisionRefused::Settled {
            id: id.clone(),
            settlement: Settlement::Denied,
        },
        DecisionRefused::Expired { id: id.clone() },
        DecisionRefused::Cancelled { id: id.clone() },
        DecisionRefused::WrongCaller { id: id.clone() },
        DecisionRefused::WrongDigest { id: id.clone() },
        DecisionRefused::InvalidEdit {
            id,
            problems: vec![tooldef::Problem::new("id", "is missing")],
        },
    ];
    for refused in refusals {
        let text = refused.to_string();
        assert!(text.contains("approval-7-abc"), "{text}");
        assert!(
            text.starts_with(char::is_lowercase) && !text.ends_with('.'),
            "{text}"
        );
        assert!(!text.contains('\n'), "{text}");
    }
}
