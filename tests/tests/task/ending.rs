//! How a task ends: out of turns, cancelled, or refused when it is built.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::Poll;

use serde_json::json;
use tooldef::task::{MOST_TURNS, Message, ModelReply, Scripted, TURNS, Task, TaskErrorKind};
use tooldef::{Cancellation, ErrorKind, Tool};

use super::support::{call, calls, counted, dispatcher, run, step, task, user};

/// A model that calls the tool as long as it may.
fn restless(then: ModelReply) -> Scripted {
    Scripted::new(move |turn| {
        Ok(if turn.calls_allowed {
            ModelReply::calls([call(&turn.messages.len().to_string(), "work", &json!({}))])
        } else {
            then.clone()
        })
    })
}

#[test]
fn out_of_turns_the_model_gives_one_last_answer_without_tools() {
    let (tool, count) = counted("work");
    let outcome =
        run(task(restless(ModelReply::text("as far as I know")), [tool])
            .run(&dispatcher(), &user()))
        .expect("a last answer");
    assert_eq!(outcome.output, "as far as I know");
    assert!(outcome.out_of_turns);
    assert_eq!(outcome.report.turns, TURNS + 1);
    assert_eq!(count.load(Ordering::SeqCst), TURNS);
}

#[test]
fn the_last_answer_is_asked_for_in_words() {
    let (tool, _) = counted("work");
    let model = Scripted::new(|turn| {
        Ok(if turn.calls_allowed {
            calls("1", "work")
        } else {
            match turn.messages.last() {
                Some(Message::User(text)) => ModelReply::text(text.as_str()),
                other => panic!("not told: {other:?}"),
            }
        })
    });
    let built = Task::builder(model)
        .prompt("Work.")
        .tools([tool])
        .turns(1)
        .build()
        .expect("sound");
    let outcome = run(built.run(&dispatcher(), &user())).expect("a last answer");
    assert!(
        outcome.output.contains("no turns left"),
        "{}",
        outcome.output
    );
}

#[test]
fn calls_in_the_last_answer_do_not_run_and_without_text_it_is_an_error() {
    let (tool, count) = counted("work");
    let stubborn = restless(calls("last", "work"));
    let error = run(task(stubborn, [tool]).run(&dispatcher(), &user())).expect_err("no answer");
    assert_eq!(error.kind, TaskErrorKind::OutOfTurns { turns: TURNS });
    assert_eq!(count.load(Ordering::SeqCst), TURNS);
}

#[test]
fn text_beside_calls_in_the_last_answer_is_the_answer() {
    let (tool, count) = counted("work");
    let last = calls("last", "work").with_text("enough");
    let outcome = run(task(restless(last), [tool]).run(&dispatcher(), &user())).expect("text");
    assert_eq!(outcome.output, "enough");
    assert_eq!(count.load(Ordering::SeqCst), TURNS);
}

#[test]
fn a_last_answer_that_does_not_conform_is_repaired_without_tools() {
    let (tool, _) = counted("work");
    let answered = AtomicUsize::new(0);
    let model = Scripted::new(move |turn| {
        Ok(
            match (turn.calls_allowed, answered.load(Ordering::SeqCst)) {
                (true, _) => calls(&turn.messages.len().to_string(), "work"),
                (false, 0) => {
                    answered.store(1, Ordering::SeqCst);
                    ModelReply::text("not a number")
                }
                (false, _) => ModelReply::text("5"),
            },
        )
    });
    let built = Task::builder(model)
        .prompt("Work, then count.")
        .tools([tool])
        .turns(2)
        .output::<u8>()
        .build()
        .expect("sound");
    let outcome = run(built.run(&dispatcher(), &user())).expect("repaired");
    assert_eq!((outcome.output, outcome.report.turns), (5, 4));
}

#[test]
fn turns_are_between_one_and_a_hundred() {
    for (turns, fine) in [
        (0, false),
        (1, true),
        (MOST_TURNS, true),
        (MOST_TURNS + 1, false),
    ] {
        let built = Task::builder(Scripted::turns([]))
            .prompt("Work.")
            .turns(turns)
            .build();
        assert_eq!(built.is_ok(), fine, "{turns}");
    }
}

#[test]
fn everything_wrong_with_a_task_is_said_at_once() {
    let error = Task::builder(Scripted::turns([]))
        .prompt("  ")
        .turns(0)
        .allow_nested(9)
        .tools(["nothing"])
        .build()
        .expect_err("four faults");
    assert_eq!(error.faults().len(), 4);
    assert!(!error.to_string().contains('\n'), "{error}");
}

#[test]
fn cancelling_in_the_middle_of_a_call_ends_the_task_and_drops_the_call() {
    struct Dropped(Arc<AtomicUsize>);
    impl Drop for Dropped {
        fn drop(&mut self) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }
    let dropped = Arc::new(AtomicUsize::new(0));
    let guard = Arc::clone(&dropped);
    let tool = Tool::builder("hang", "Never ends by itself.").bare_handler(move |_| {
        let held = Dropped(Arc::clone(&guard));
        async move {
            std::future::pending::<()>().await;
            drop(held);
        }
    });
    let token = Cancellation::new();
    let own = dispatcher()
        .run_builder(&user())
        .cancellation(token.clone())
        .start();
    let model = Scripted::turns([ModelReply::calls(
        ["a", "b"].map(|id| call(id, "hang", &json!({}))),
    )]);
    let task = task(model, [tool]);
    let mut future = Box::pin(task.run_on(&own));
    assert!(step(&mut future).is_pending());
    assert!(step(&mut future).is_pending());
    assert_eq!(dropped.load(Ordering::SeqCst), 0);
    token.cancel();
    let Poll::Ready(ended) = step(&mut future) else {
        panic!("still waiting");
    };
    let error = ended.expect_err("cancelled");
    assert_eq!(error.kind, TaskErrorKind::Cancelled);
    assert_eq!(dropped.load(Ordering::SeqCst), 2);
    let errors: Vec<_> = error.report.calls.iter().map(|call| call.error).collect();
    assert_eq!(errors, [Some(ErrorKind::Cancelled); 2]);
}

#[test]
fn cancelling_while_the_model_thinks_ends_the_task() {
    struct Slow;
    impl tooldef::task::Model for Slow {
        fn turn<'a>(
            &'a self,
            _: &'a tooldef::task::Turn<'a>,
        ) -> tooldef::BoxFuture<'a, Result<ModelReply, tooldef::task::ModelError>> {
            Box::pin(std::future::pending())
        }
    }
    let own = dispatcher().run(&user());
    let task = Task::builder(Slow).prompt("Wait.").build().expect("sound");
    let mut future = Box::pin(task.run_on(&own));
    assert!(step(&mut future).is_pending());
    own.cancel();
    let Poll::Ready(Err(error)) = step(&mut future) else {
        panic!("not ended");
    };
    assert_eq!(error.kind, TaskErrorKind::Cancelled);
}

#[test]
fn cancelling_the_run_reaches_a_task_below_a_task() {
    let hang = Tool::builder("hang", "Never ends by itself.")
        .bare_handler(|_| async { std::future::pending::<()>().await });
    let below = task(Scripted::turns([calls("1", "hang")]), [hang]);
    let above = Task::builder(Scripted::turns([calls("1", "delegate")]))
        .prompt("Delegate.")
        .tools([below.as_tool_with("delegate", "Hands the work on.", json!({}))])
        .allow_nested(1)
        .build()
        .expect("sound");
    let own = dispatcher().run(&user());
    let mut future = Box::pin(above.run_on(&own));
    assert!(step(&mut future).is_pending());
    own.cancel();
    let Poll::Ready(Err(error)) = step(&mut future) else {
        panic!("not ended");
    };
    assert_eq!(error.kind, TaskErrorKind::Cancelled);
}
