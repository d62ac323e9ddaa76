//! Models that fail, for the moment or for good.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::Poll;
use std::time::Duration;

use tooldef::task::{ModelError, ModelErrorKind, ModelReply, Scripted, TaskError, TaskErrorKind};
use tooldef::{Dispatcher, ToolSet};

use super::support::{HandClock, dispatcher, run, step, task, user};

/// Fails with this kind so many times, then answers.
fn failing(kind: ModelErrorKind, times: usize) -> (Scripted, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&asked);
    let model = Scripted::new(move |_| {
        if counter.fetch_add(1, Ordering::SeqCst) < times {
            Err(ModelError::new(kind, "not now"))
        } else {
            Ok(ModelReply::text("now"))
        }
    });
    (model, asked)
}

fn timed(model: Scripted) -> (Result<String, TaskError>, Vec<Duration>) {
    let clock = HandClock::default();
    let dispatcher = Dispatcher::builder(ToolSet::default())
        .clock(clock.clone())
        .build()
        .expect("sound");
    let task = task(model, []);
    let mut future = Box::pin(task.run(&dispatcher, &user()));
    for _ in 0..10 {
        if let Poll::Ready(ended) = step(&mut future) {
            return (ended.map(|outcome| outcome.output), clock.sleeps());
        }
        clock.advance(Duration::from_secs(60));
    }
    panic!("never ended");
}

#[test]
fn a_rate_limited_model_is_asked_again_after_the_time_it_asked_for() {
    let wait = Duration::from_secs(7);
    let kind = ModelErrorKind::RateLimited {
        retry_after: Some(wait),
    };
    let (ended, sleeps) = timed(failing(kind, 2).0);
    assert_eq!(ended.expect("answered at last"), "now");
    assert_eq!(sleeps, [wait, wait]);
}

#[test]
fn a_model_out_of_reach_is_asked_again_with_growing_waits_and_then_given_up() {
    let (model, asked) = failing(ModelErrorKind::Unavailable, 9);
    let (ended, sleeps) = timed(model);
    let error = ended.expect_err("given up");
    assert!(matches!(error.kind, TaskErrorKind::Model(_)), "{error}");
    assert_eq!(sleeps, [Duration::from_secs(1), Duration::from_secs(2)]);
    assert_eq!(asked.load(Ordering::SeqCst), 3);
}

#[test]
fn a_refused_key_is_not_tried_again() {
    for kind in [
        ModelErrorKind::Unauthorized,
        ModelErrorKind::Rejected,
        ModelErrorKind::Other,
    ] {
        let (model, asked) = failing(kind, 1);
        let (ended, sleeps) = timed(model);
        ended.expect_err("given up at once");
        assert!(sleeps.is_empty());
        assert_eq!(asked.load(Ordering::SeqCst), 1);
    }
}

#[test]
fn a_wait_that_is_too_long_ends_the_task_instead() {
    let kind = ModelErrorKind::RateLimited {
        retry_after: Some(Duration::from_secs(3600)),
    };
    let (ended, sleeps) = timed(failing(kind, 1).0);
    ended.expect_err("an hour is too long");
    assert!(sleeps.is_empty());
}

#[test]
fn cancelling_ends_the_wait_for_a_model() {
    let (model, _) = failing(ModelErrorKind::Unavailable, 1);
    let dispatcher = Dispatcher::builder(ToolSet::default())
        .clock(HandClock::default())
        .build()
        .expect("sound");
    let own = dispatcher.run(&user());
    let task = task(model, []);
    let mut future = Box::pin(task.run_on(&own));
    assert!(step(&mut future).is_pending());
    own.cancel();
    let Poll::Ready(Err(error)) = step(&mut future) else {
        panic!("still waiting");
    };
    assert_eq!(error.kind, TaskErrorKind::Cancelled);
}

#[test]
fn a_model_that_panics_is_an_error_of_the_task() {
    let model = Scripted::new(|_| panic!("broken adapter"));
    let error = run(task(model, []).run(&dispatcher(), &user())).expect_err("a panic");
    assert_eq!(
        error.to_string(),
        "the model did not answer: the model's adapter panicked: broken adapter"
    );
}

#[test]
fn a_script_that_runs_out_says_how_long_it_was() {
    let error = run(task(Scripted::turns([]), []).run(&dispatcher(), &user())).expect_err("empty");
    assert!(
        error.to_string().contains("the script has 0 turns"),
        "{error}"
    );
}
