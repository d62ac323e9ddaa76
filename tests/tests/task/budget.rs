//! The budget of calls: shared with everything below, and terminal.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::json;
use tooldef::task::{CALL_BUDGET, ModelReply, Scripted, Task, TaskErrorKind};
use tooldef::{ErrorKind, Tool};

use super::support::{call, calls, counted, dispatcher, run, shown, task, user, yields};

/// A model that makes `wide` calls of a tool a turn, for ever.
fn greedy(name: &'static str, wide: usize) -> Scripted {
    Scripted::new(move |turn| {
        let ids = (0..wide).map(|at| format!("{}-{at}", turn.messages.len()));
        Ok(ModelReply::calls(ids.map(|id| call(&id, name, &json!({})))))
    })
}

#[test]
fn wanting_one_call_more_than_the_budget_ends_the_task_with_an_error() {
    let (tool, count) = counted("work");
    let task = task(greedy("work", 10), [tool]);
    let error = run(task.run(&dispatcher(), &user())).expect_err("terminal");
    assert_eq!(error.kind, TaskErrorKind::BudgetExhausted);
    assert_eq!(count.load(Ordering::SeqCst), CALL_BUDGET);
    let refused =
        |call: &&tooldef::task::CallRecord| call.error == Some(ErrorKind::BudgetExhausted);
    assert_eq!(error.report.calls.iter().filter(refused).count(), 10);
    assert_eq!(error.report.turns, 6);
}

#[test]
fn a_task_that_uses_its_whole_budget_and_answers_is_a_success() {
    let (tool, _) = counted("work");
    let task = Task::builder(Scripted::turns([
        calls("1", "work"),
        ModelReply::text("done"),
    ]))
    .prompt("Work once.")
    .tools([tool])
    .budget(1)
    .build()
    .expect("sound");
    assert!(run(task.run(&dispatcher(), &user())).is_ok());
}

#[test]
fn the_calls_of_tasks_below_come_out_of_the_same_budget() {
    let (tool, count) = counted("work");
    let below = task(greedy("work", 1), [tool]);
    let above = Task::builder(calls_below())
        .prompt("Delegate.")
        .tools([below.as_tool_with("delegate", "Hands the work on.", json!({}))])
        .budget(5)
        .allow_nested(1)
        .build()
        .expect("sound");
    let error = run(above.run(&dispatcher(), &user())).expect_err("terminal above as well");
    assert_eq!(error.kind, TaskErrorKind::BudgetExhausted);
    // One call for the delegation itself, four below it.
    assert_eq!(count.load(Ordering::SeqCst), 4);
    assert_eq!(error.report.turns, 1);
}

fn calls_below() -> Scripted {
    Scripted::new(|turn| {
        Ok(if shown(turn).is_empty() {
            calls("1", "delegate")
        } else {
            ModelReply::text("went on")
        })
    })
}

#[test]
fn a_task_below_with_a_smaller_budget_ends_alone() {
    let (tool, count) = counted("work");
    let below = Task::builder(greedy("work", 1))
        .prompt("Work.")
        .tools([tool])
        .budget(2)
        .build()
        .expect("sound");
    let above = Task::builder(calls_below())
        .prompt("Delegate.")
        .tools([below.as_tool_with("delegate", "Hands the work on.", json!({}))])
        .allow_nested(1)
        .build()
        .expect("sound");
    let outcome = run(above.run(&dispatcher(), &user())).expect("the task above goes on");
    assert_eq!(outcome.output, "went on");
    assert_eq!(count.load(Ordering::SeqCst), 2);
    assert_eq!(
        outcome.report.calls[0].error,
        Some(ErrorKind::BudgetExhausted)
    );
}

#[test]
fn a_runs_own_budget_binds_the_task_that_runs_on_it() {
    let (tool, count) = counted("work");
    let task = task(greedy("work", 1), [tool]);
    let own = dispatcher().run_builder(&user()).budget(3).start();
    let error = run(task.run_on(&own)).expect_err("terminal");
    assert_eq!(error.kind, TaskErrorKind::BudgetExhausted);
    assert_eq!(count.load(Ordering::SeqCst), 3);
    assert_eq!(own.calls_left(), Some(0));
}

#[test]
fn parallel_tasks_below_cannot_spend_more_than_there_is() {
    let count = Arc::new(AtomicUsize::new(0));
    let ran = Arc::clone(&count);
    // Gives way, so that all three are under way before any is done.
    let tool = Tool::builder("work", "Works for a while.").bare_handler(move |_| {
        ran.fetch_add(1, Ordering::SeqCst);
        yields(2)
    });
    let below = task(greedy("work", 3), [tool]);
    let model = Scripted::turns([ModelReply::calls(
        ["a", "b", "c"].map(|id| call(id, "delegate", &json!({}))),
    )]);
    let above = Task::builder(model)
        .prompt("Delegate three times at once.")
        .tools([below.as_tool_with("delegate", "Hands the work on.", json!({}))])
        .budget(20)
        .allow_nested(1)
        .build()
        .expect("sound");
    let error = run(above.run(&dispatcher(), &user())).expect_err("terminal");
    assert_eq!(error.kind, TaskErrorKind::BudgetExhausted);
    assert_eq!(count.load(Ordering::SeqCst), 17);
}
