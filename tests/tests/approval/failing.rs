//! Approvers that fail mean no, with the cause for the operator.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use tooldef::approval::{
    ApprovalChannel, ApprovalRequest, Approver, ApproverError, Decision, approver_fn,
};
use tooldef::{BoxFuture, Call, Dispatcher, ErrorKind, ToolResult, tool, tools};
use tooldef_tests::ManualClock;

use super::stage::{Journal, Stepped, ada, always, call, delete, deleting, give_way};

fn failed(approver: impl Approver) -> ToolResult {
    let journal = Journal::default();
    let dispatcher = deleting(&journal)
        .approver(approver)
        .build()
        .expect("sound");
    let result = call(&dispatcher, delete("c", 1));
    assert_eq!(result.error, Some(ErrorKind::Denied));
    assert!(journal.is_empty());
    // The dispatcher is as usable as before.
    assert_eq!(
        call(&dispatcher, delete("c", 1)).error,
        Some(ErrorKind::Denied)
    );
    result
}

fn detail(result: &ToolResult) -> &str {
    result.detail.as_deref().expect("the operator is told")
}

#[test]
fn an_approver_that_errs_means_no() {
    let result = failed(approver_fn(|_| async {
        Err(ApproverError::new("the database at 10.0.0.7 is gone"))
    }));
    assert!(detail(&result).contains("10.0.0.7"));
    assert!(!result.text().contains("10.0.0.7"), "the model is not told");
}

#[test]
fn an_approver_that_panics_at_once_means_no() {
    struct Panics;
    impl Approver for Panics {
        fn decide(
            &self,
            _: std::sync::Arc<ApprovalRequest>,
        ) -> BoxFuture<'_, Result<Decision, ApproverError>> {
            panic!("before any future")
        }
    }
    let result = failed(Panics);
    assert!(detail(&result).contains("before any future"));
    assert!(!result.text().contains("before any future"));
}

#[test]
fn an_approver_that_panics_after_an_await_means_no() {
    let result = failed(approver_fn(|_| async {
        give_way().await;
        panic!("after an await")
    }));
    assert!(detail(&result).contains("after an await"));
}

#[test]
fn an_approver_whose_future_panics_when_dropped_means_no() {
    struct Falls;
    impl Drop for Falls {
        fn drop(&mut self) {
            panic!("while it was dropped");
        }
    }
    struct Keeps;
    impl Approver for Keeps {
        fn decide(
            &self,
            _: std::sync::Arc<ApprovalRequest>,
        ) -> BoxFuture<'_, Result<Decision, ApproverError>> {
            let falls = Falls;
            Box::pin(std::future::poll_fn(move |_| {
                let _ = &falls;
                std::task::Poll::Ready(Ok(Decision::Approve))
            }))
        }
    }
    let result = failed(Keeps);
    assert!(detail(&result).contains("while it was dropped"));
}

#[test]
fn a_closed_channel_means_no_for_open_and_for_new_requests() {
    let journal = Journal::default();
    let channel = ApprovalChannel::new();
    let dispatcher = deleting(&journal)
        .approver(channel.clone())
        .build()
        .expect("sound");
    let ada = ada();
    let mut open = Stepped::new(dispatcher.call(&ada, delete("c1", 1)));
    assert!(open.settle().is_none());
    channel.close();
    for result in [open.end(), call(&dispatcher, delete("c2", 1))] {
        assert_eq!(result.error, Some(ErrorKind::Denied));
        assert!(detail(&result).contains("closed"));
    }
    assert!(journal.is_empty());
}

#[test]
fn an_approver_that_nobody_answers_means_no_when_the_time_is_up() {
    let journal = Journal::default();
    let clock = ManualClock::default();
    let dispatcher = deleting(&journal)
        .clock(clock.clone())
        .approver(approver_fn(|_| std::future::pending()))
        .build()
        .expect("sound");
    let ada = ada();
    let mut waits = Stepped::new(dispatcher.call(&ada, delete("c", 1)));
    assert!(waits.settle().is_none());
    clock.advance(Duration::from_millis(59_999));
    assert!(waits.settle().is_none(), "60 s unless set");
    clock.advance(Duration::from_millis(1));
    let result = waits.end();
    assert_eq!(result.error, Some(ErrorKind::ApprovalTimedOut));
    assert!(result.text().contains("within 60 s"), "{}", result.text());
    assert!(journal.is_empty());
}

#[test]
fn an_approver_that_blocks_past_the_deadline_and_then_approves_means_no() {
    let journal = Journal::default();
    let clock = ManualClock::default();
    let own = clock.clone();
    let dispatcher = deleting(&journal)
        .clock(clock.clone())
        .approver(approver_fn(move |_| {
            let own = own.clone();
            async move {
                own.advance(Duration::from_secs(61));
                Ok(Decision::Approve)
            }
        }))
        .build()
        .expect("sound");
    let result = call(&dispatcher, delete("c", 1));
    assert_eq!(result.error, Some(ErrorKind::ApprovalTimedOut));
    assert!(journal.is_empty());
}

#[test]
fn a_decision_in_time_counts_when_the_call_is_polled_only_after_the_deadline() {
    let journal = Journal::default();
    let clock = ManualClock::default();
    let channel = ApprovalChannel::new();
    let dispatcher: Dispatcher = deleting(&journal)
        .clock(clock.clone())
        .approver(channel.clone())
        .build()
        .expect("sound");
    let ada = ada();
    let mut waits = Stepped::new(dispatcher.call(&ada, delete("c", 1)));
    assert!(waits.settle().is_none());
    let open = channel.pending().remove(0);
    clock.advance(Duration::from_secs(59));
    assert_eq!(open.remaining(), Duration::from_secs(1));
    channel
        .decide(&ada, &open.id, open.digest, Decision::Approve)
        .expect("in time");
    clock.advance(Duration::from_secs(5));
    assert!(!waits.end().is_error());
    assert_eq!(journal.lines().len(), 1);
}

#[test]
fn nobody_to_ask_gives_the_remedy_to_whoever_reads_the_result() {
    let result = failed(approver_fn(|_| async {
        Err(ApproverError::nobody(
            "there is no terminal",
            "Pass `--yes` to approve.",
        ))
    }));
    let text = result.text();
    assert!(
        text.contains("needs approval") && text.ends_with("Pass `--yes` to approve."),
        "{text}"
    );
}

#[derive(JsonSchema)]
struct Fragile(u64);

impl<'de> Deserialize<'de> for Fragile {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        u64::deserialize(from).map(Self)
    }
}

impl Drop for Fragile {
    fn drop(&mut self) {
        assert_ne!(self.0, 13, "an argument that falls apart");
    }
}

#[tool(description = "Removes what is fragile.", effect = "destructive")]
async fn remove(item: Fragile) -> &'static str {
    std::mem::forget(item);
    "removed"
}

#[test]
fn arguments_that_panic_when_dropped_cost_no_call_its_result() {
    let judged = |decision: Decision| {
        let dispatcher = Dispatcher::builder(tools! { remove }.expect("one sound tool"))
            .approver(always(decision))
            .build()
            .expect("sound");
        // The space is not in what is shown, so the arguments are read again.
        let result = call(&dispatcher, Call::new("c", "remove", r#"{"item": 13}"#));
        (result.error, result.text().into_owned())
    };
    let edited = |item: Value| Decision::ApproveEdited {
        arguments: [("item".to_owned(), item)].into_iter().collect(),
    };
    assert_eq!(judged(Decision::Approve), (None, "removed".into()));
    assert_eq!(judged(edited(1.into())), (None, "removed".into()));
    assert_eq!(
        judged(edited("x".into())).0,
        Some(ErrorKind::InvalidArguments)
    );
    assert_eq!(judged(Decision::deny("no")).0, Some(ErrorKind::Denied));
}
