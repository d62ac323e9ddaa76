//! Requests out: the stream and the list of a channel.

use std::pin::Pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use futures_core::Stream;
use tooldef::Caller;
use tooldef::approval::{ApprovalChannel, Decision};
use tooldef_tests::ManualClock;

use super::stage::{Journal, Stepped, ada, delete, deleting};

#[test]
fn a_stream_tells_of_open_requests_first_and_then_of_every_new_one() {
    let journal = Journal::default();
    let channel = ApprovalChannel::new();
    let dispatcher = deleting(&journal)
        .approver(channel.clone())
        .build()
        .expect("sound");
    let ada = ada();
    let mut early = channel.requests();
    let mut reader = Stepped::new(early.next());
    assert!(reader.settle().is_none());
    let mut first = Stepped::new(dispatcher.call(&ada, delete("c1", 1)));
    assert!(first.settle().is_none());
    assert!(reader.is_woken(), "a new request wakes who waits for one");
    assert_eq!(reader.end().expect("a request").call_id.as_str(), "c1");

    let mut late = channel.requests();
    let mut second = Stepped::new(dispatcher.call(&ada, delete("c2", 2)));
    assert!(second.settle().is_none());
    let mut ids = Vec::new();
    while let Some(request) = late.try_next() {
        ids.push(request.call_id.to_string());
    }
    assert_eq!(ids, ["c1", "c2"]);
    assert_eq!(early.try_next().expect("unread").call_id.as_str(), "c2");
    assert!(early.try_next().is_none());
}

#[test]
fn a_request_that_ended_unread_is_left_out() {
    let journal = Journal::default();
    let clock = ManualClock::default();
    let channel = ApprovalChannel::new();
    let dispatcher = deleting(&journal)
        .clock(clock.clone())
        .approver(channel.clone())
        .build()
        .expect("sound");
    let ada = ada();
    let mut requests = channel.requests();
    let mut gone = Stepped::new(dispatcher.call(&ada, delete("gone", 1)));
    assert!(gone.settle().is_none());
    drop(gone);
    let mut expired = Stepped::new(dispatcher.call(&ada, delete("expired", 1)));
    assert!(expired.settle().is_none());
    clock.advance(Duration::from_secs(60));
    assert!(
        channel.pending().is_empty(),
        "the time is up before any poll"
    );
    let mut open = Stepped::new(dispatcher.call(&ada, delete("open", 1)));
    assert!(open.settle().is_none());
    assert_eq!(requests.try_next().expect("one").call_id.as_str(), "open");
    assert!(requests.try_next().is_none());
}

#[test]
fn a_stream_ends_when_the_channel_is_closed_or_gone() {
    let mut cx = Context::from_waker(Waker::noop());
    let channel = ApprovalChannel::new();
    let mut requests = channel.requests();
    assert!(Pin::new(&mut requests).poll_next(&mut cx).is_pending());
    let dispatcher = deleting(&Journal::default())
        .approver(channel.clone())
        .build()
        .expect("sound");
    drop(channel);
    assert!(Pin::new(&mut requests).poll_next(&mut cx).is_pending());
    let mut reader = Stepped::new(requests.next());
    assert!(reader.settle().is_none());
    drop(dispatcher);
    assert!(reader.is_woken());
    assert!(reader.end().is_none());
    let closed = ApprovalChannel::new();
    let mut requests = closed.requests();
    closed.close();
    assert!(matches!(
        Pin::new(&mut requests).poll_next(&mut cx),
        Poll::Ready(None)
    ));
}

#[test]
fn pending_lists_the_open_requests_of_all_callers_in_the_order_they_came() {
    let journal = Journal::default();
    let channel = ApprovalChannel::new();
    let dispatcher = deleting(&journal)
        .approver(channel.clone())
        .build()
        .expect("sound");
    let (ada, bob) = (ada(), Caller::new("bob"));
    let mut calls = [(&ada, "1"), (&bob, "2"), (&ada, "3")]
        .map(|(caller, id)| Stepped::new(dispatcher.call(caller, delete(id, 1))));
    for call in &mut calls {
        assert!(call.settle().is_none());
    }
    let listed = || -> Vec<String> {
        let pending = channel.pending();
        pending
            .iter()
            .map(|open| format!("{} {}", open.call_id, open.caller))
            .collect()
    };
    assert_eq!(listed(), ["1 ada", "2 bob", "3 ada"]);
    let open = channel.pending().remove(1);
    channel
        .decide(&bob, &open.id, open.digest, Decision::Approve)
        .expect("open");
    assert_eq!(listed(), ["1 ada", "3 ada"]);
}

#[test]
fn an_answer_without_an_id_needs_exactly_one_open_request_and_what_was_shown() {
    let journal = Journal::default();
    let channel = ApprovalChannel::new();
    let dispatcher = deleting(&journal)
        .approver(channel.clone())
        .build()
        .expect("sound");
    let (ada, bob) = (ada(), Caller::new("bob"));
    let ids = ["c1", "c2", "c3"];
    let mut calls = ids.map(|id| Stepped::new(dispatcher.call(&ada, delete(id, 1))));
    let digest = {
        assert!(calls[0].settle().is_none());
        channel.pending()[0].digest
    };
    for call in &mut calls {
        assert!(call.settle().is_none());
    }
    let decide = |caller| channel.decide_only(caller, digest, Decision::Approve);
    let refused = decide(&ada).expect_err("three are open");
    assert!(
        refused.to_string().starts_with("3 requests are open"),
        "{refused}"
    );
    assert!(decide(&bob).is_err(), "none is open for bob");
    for call in &mut calls {
        assert!(call.settle().is_none());
    }
    assert!(journal.is_empty(), "nothing fans out");
    let [first, second, mut last] = calls;
    drop((first, second));
    decide(&ada).expect("one is open");
    assert!(last.settle().is_some());
    assert_eq!(journal.lines().len(), 1);
    // Another request has taken its place, which nobody has seen yet.
    let mut other = Stepped::new(dispatcher.call(&ada, delete("c4", 2)));
    assert!(other.settle().is_none());
    assert!(decide(&ada).is_err());
    assert!(other.settle().is_none());
}
