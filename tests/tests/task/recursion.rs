//! Tasks inside tasks: refused unless allowed, and then to a depth.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::json;
use tooldef::task::{
    Catalogue, ModelReply, Scripted, Task, TaskBuildFault, TaskOutcome, TaskToolConfig,
};
use tooldef::{Dispatcher, ErrorKind, Methods, Tool, ToolSet};

use super::support::{calls, calls_then_tells, dispatcher, run, task, user, yields};

fn says(text: &'static str) -> Task {
    task(Scripted::new(move |_| Ok(ModelReply::text(text))), [])
}

/// A tool that starts the task on its call's run.
fn starting(name: &'static str, inner: Task) -> Tool {
    Tool::builder(name, "Starts a task of its own.").bare_handler(move |context| {
        let inner = inner.clone();
        async move { inner.run_on(context.run()).await.map(|done| done.output) }
    })
}

fn outcome(
    tool: impl Into<TaskToolConfig>,
    name: &'static str,
    nested: usize,
) -> TaskOutcome<String> {
    let task = Task::builder(calls_then_tells(name))
        .prompt("Call the tool.")
        .tools([tool])
        .allow_nested(nested)
        .build()
        .expect("sound");
    run(task.run(&dispatcher(), &user())).expect("ends well")
}

#[test]
fn a_method_used_as_a_tool_cannot_start_a_task() {
    let methods = Methods::new([starting("method", says("never"))]);
    let task = Task::builder(calls_then_tells("method"))
        .prompt("Call the method.")
        .catalogue(&Catalogue::new(ToolSet::default()).methods(methods))
        .tools([TaskToolConfig::app_method("method")])
        .build()
        .expect("sound");
    let outcome = run(task.run(&dispatcher(), &user())).expect("the refusal is a result");
    assert_eq!(outcome.report.calls[0].error, Some(ErrorKind::Recursion));
    assert!(
        outcome.output.contains("`allow_nested`"),
        "{}",
        outcome.output
    );
}

#[test]
fn a_closure_used_as_a_tool_cannot_start_a_task() {
    let outcome = outcome(starting("closure", says("never")), "closure", 0);
    assert_eq!(outcome.report.calls[0].error, Some(ErrorKind::Recursion));
    assert!(
        outcome
            .output
            .starts_with("{\"error\":\"the task was not started: "),
        "{}",
        outcome.output
    );
}

#[test]
fn a_sub_task_is_refused_where_nesting_is_not_allowed_and_its_model_is_never_asked() {
    let asked = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&asked);
    let inner = task(
        Scripted::new(move |_| {
            counter.fetch_add(1, Ordering::SeqCst);
            Ok(ModelReply::text("never"))
        }),
        [],
    );
    let tool = inner.as_tool_with("delegate", "Hands the work on.", json!({}));
    let outcome = outcome(tool, "delegate", 0);
    assert_eq!(outcome.report.calls[0].error, Some(ErrorKind::Recursion));
    assert_eq!(asked.load(Ordering::SeqCst), 0);
}

#[test]
fn a_dispatcher_kept_by_a_tool_does_not_hide_how_deep_a_task_stands() {
    let elsewhere = dispatcher();
    let inner = says("never");
    let tool =
        Tool::builder("hidden", "Starts a task behind everyone's back.").bare_handler(move |_| {
            let (inner, elsewhere) = (inner.clone(), elsewhere.clone());
            async move {
                yields(2).await;
                inner.run(&elsewhere, &user()).await.map(|done| done.output)
            }
        });
    for nested in [0, 3] {
        let outcome = outcome(tool.clone(), "hidden", nested);
        assert_eq!(outcome.report.calls[0].error, Some(ErrorKind::Recursion));
    }
}

#[test]
fn a_call_made_through_a_kept_dispatcher_does_not_hide_it_either() {
    let inner = says("never");
    let kept = Dispatcher::builder(
        ToolSet::builder()
            .add(starting("starter", inner))
            .build()
            .expect("sound"),
    )
    .build()
    .expect("sound");
    let tool = Tool::builder("detour", "Calls a tool elsewhere that starts a task.").bare_handler(
        move |_| {
            let kept = kept.clone();
            async move {
                let call = tooldef::Call::new("x", "starter", "{}");
                kept.call(&user(), call).await.text().into_owned()
            }
        },
    );
    let outcome = outcome(tool, "detour", 0);
    assert!(
        outcome.output.contains("the task was not started"),
        "{}",
        outcome.output
    );
}

#[test]
fn a_future_made_outside_the_call_is_looked_at_when_it_is_polled() {
    let inner = says("never");
    let started = Arc::new(std::sync::Mutex::new(Some(Box::pin(
        inner.run(&dispatcher(), &user()),
    ))));
    let tool =
        Tool::builder("carrier", "Polls a task that somebody else made.").bare_handler(move |_| {
            let started = Arc::clone(&started);
            async move {
                let future = started.lock().expect("not poisoned").take().expect("once");
                future.await.map(|done| done.output)
            }
        });
    let outcome = outcome(tool, "carrier", 0);
    assert_eq!(outcome.report.calls[0].error, Some(ErrorKind::Recursion));
}

#[test]
fn one_call_that_may_not_start_a_task_does_not_taint_the_rest_of_the_program() {
    outcome(starting("closure", says("never")), "closure", 0);
    let free = run(says("free").run(&dispatcher(), &user())).expect("nothing is above it");
    assert_eq!(free.output, "free");
}

#[test]
fn a_tool_called_outside_any_task_may_start_one() {
    let tools = ToolSet::builder()
        .add(starting("starter", says("started")))
        .build()
        .expect("sound");
    let dispatcher = Dispatcher::builder(tools).build().expect("sound");
    let result = run(dispatcher.call(&user(), tooldef::Call::new("1", "starter", "")));
    assert_eq!(result.text(), "started");
}

#[test]
fn tasks_below_a_task_go_as_deep_as_it_allows_and_no_deeper() {
    for allowed in 0..=3 {
        // Five levels, each of which would allow as many as possible.
        let mut level = says("the bottom");
        for _ in 0..4 {
            level = Task::builder(calls_then_tells("deeper"))
                .prompt("Go deeper.")
                .tools([level.as_tool_with("deeper", "Starts the task below.", json!({}))])
                .allow_nested(3)
                .build()
                .expect("sound");
        }
        let top = Task::builder(calls_then_tells("deeper"))
            .prompt("Go deeper.")
            .tools([level.as_tool_with("deeper", "Starts the task below.", json!({}))])
            .allow_nested(allowed)
            .build()
            .expect("sound");
        let outcome = run(top.run(&dispatcher(), &user())).expect("ends well");
        let deepest = outcome.report.calls.iter().max_by_key(|call| call.depth);
        let deepest = deepest.expect("calls were made");
        assert_eq!(deepest.depth, allowed + 1);
        assert_eq!(deepest.error, Some(ErrorKind::Recursion));
    }
}

#[test]
fn a_task_below_that_allows_nothing_stops_there_although_more_was_left() {
    let bottom = says("never").as_tool_with("deeper", "Starts the task below.", json!({}));
    let middle = task(calls_then_tells("deeper"), [bottom]);
    let outcome = outcome(
        middle.as_tool_with("middle", "Starts the task in the middle.", json!({})),
        "middle",
        3,
    );
    assert_eq!(outcome.report.calls[1].error, Some(ErrorKind::Recursion));
    assert_eq!(outcome.report.calls[1].depth, 2);
}

#[test]
fn more_than_three_levels_cannot_be_allowed() {
    let error = Task::builder(Scripted::turns([calls("1", "a")]))
        .prompt("Go deeper.")
        .allow_nested(4)
        .build()
        .expect_err("too deep");
    assert_eq!(error.faults(), [TaskBuildFault::Nesting { depth: 4 }]);
}
