//! The bounds of the time to decide.

use std::time::Duration;

use tooldef::DispatcherFault;
use tooldef::approval::{ApprovalChannel, Decision};

use super::stage::{Journal, Stepped, ada, delete, deleting};

#[test]
fn less_than_a_second_to_decide_is_an_error_of_configuration() {
    for millis in [0, 1, 999] {
        let error = deleting(&Journal::default())
            .approval_timeout(Duration::from_millis(millis))
            .build()
            .expect_err("nobody decides so fast");
        let fault = &error.faults()[0];
        assert!(
            matches!(fault, DispatcherFault::ApprovalTimeout { millis: set } if *set == u128::from(millis))
        );
    }
    deleting(&Journal::default())
        .approval_timeout(Duration::from_secs(1))
        .build()
        .expect("a second is enough");
}

#[test]
fn any_longer_time_is_taken_and_never_overflows() {
    for timeout in [
        Duration::from_secs(1),
        Duration::from_secs(86_400 * 365),
        Duration::MAX,
    ] {
        let journal = Journal::default();
        let channel = ApprovalChannel::new();
        // The machine's own clock: what matters is that nothing overflows.
        let dispatcher = deleting(&journal)
            .clock(tooldef::SystemClock::default())
            .approval_timeout(timeout)
            .approver(channel.clone())
            .build()
            .expect("sound");
        let ada = ada();
        let mut waits = Stepped::new(dispatcher.call(&ada, delete("c", 1)));
        assert!(waits.settle().is_none());
        let open = channel.pending().remove(0);
        assert!(open.deadline() > open.requested_at);
        assert!(open.remaining() <= timeout);
        channel
            .decide(&ada, &open.id, open.digest, Decision::Approve)
            .expect("in time");
        assert!(!waits.end().is_error());
    }
}
