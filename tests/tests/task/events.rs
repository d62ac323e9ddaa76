//! Events as they happen, usage, and listeners that misbehave.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::json;
use tooldef::task::{ModelError, ModelReply, Scripted, Task};
use tooldef::{Dispatcher, Event, Tool, ToolSet};

use super::support::{HandClock, calls, counted, dispatcher, run, task, user};

fn line(event: &Event) -> String {
    match event {
        Event::CallStarted {
            call_id,
            tool,
            depth,
            ..
        } => format!("{depth} start {tool} {call_id}"),
        Event::CallFinished {
            call_id,
            tool,
            error,
            depth,
            ..
        } => {
            format!("{depth} end {tool} {call_id} {}", error.is_some())
        }
        Event::Text { text, depth } => format!("{depth} text {text}"),
        Event::Thinking { text, depth } => format!("{depth} thinking {text}"),
        Event::Error { message, depth } => format!("{depth} error {message}"),
        Event::Done { turns, depth } => format!("{depth} done {turns}"),
        other => format!("{other:?}"),
    }
}

fn watched() -> (Dispatcher, Arc<Mutex<Vec<String>>>) {
    let lines = Arc::new(Mutex::new(Vec::new()));
    let written = Arc::clone(&lines);
    let dispatcher = Dispatcher::builder(ToolSet::default())
        .observe(move |event| written.lock().expect("not poisoned").push(line(event)))
        .build()
        .expect("sound");
    (dispatcher, lines)
}

#[test]
fn events_tell_the_whole_story_in_order_also_of_a_task_below() {
    let (tool, _) = counted("work");
    let below = task(
        Scripted::turns([calls("b1", "work"), ModelReply::text("below")]),
        [tool],
    );
    let model = Scripted::turns([
        calls("a1", "delegate")
            .with_thinking("hm")
            .with_text("let me see"),
        calls("a2", "nothing"),
        ModelReply::text("above"),
    ]);
    let above = Task::builder(model)
        .prompt("Delegate.")
        .tools([below.as_tool_with("delegate", "Hands the work on.", json!({}))])
        .allow_nested(1)
        .build()
        .expect("sound");
    let (dispatcher, lines) = watched();
    run(above.run(&dispatcher, &user())).expect("ends well");
    assert_eq!(
        *lines.lock().expect("not poisoned"),
        [
            "1 thinking hm",
            "1 text let me see",
            "1 start delegate a1",
            "2 start work b1",
            "2 end work b1 false",
            "2 text below",
            "2 done 2",
            "1 end delegate a1 false",
            "1 start nothing a2",
            "1 end nothing a2 true",
            "1 text above",
            "1 done 3",
        ]
    );
}

#[test]
fn a_task_that_fails_says_so_to_whoever_listens() {
    let (dispatcher, lines) = watched();
    let model = Scripted::new(|_| Err(ModelError::other("no power")));
    run(task(model, []).run(&dispatcher, &user())).expect_err("no model");
    assert_eq!(
        *lines.lock().expect("not poisoned"),
        ["1 error the model did not answer: no power"]
    );
}

#[test]
fn text_that_was_streamed_is_not_told_twice() {
    let (dispatcher, lines) = watched();
    let model = Scripted::new(|turn| {
        turn.stream_thinking("h");
        turn.stream_text("o");
        turn.stream_text("k");
        Ok(ModelReply::text("ok").with_thinking("h"))
    });
    let outcome = run(task(model, []).run(&dispatcher, &user())).expect("ends well");
    assert_eq!(outcome.output, "ok");
    assert_eq!(
        *lines.lock().expect("not poisoned"),
        ["1 thinking h", "1 text o", "1 text k", "1 done 1"]
    );
}

#[test]
fn a_listener_that_panics_does_not_touch_the_task_or_other_listeners() {
    let heard = Arc::new(Mutex::new(0));
    let counter = Arc::clone(&heard);
    let dispatcher = Dispatcher::builder(ToolSet::default())
        .observe(|_| panic!("a listener of the application's"))
        .observe(move |_| *counter.lock().expect("not poisoned") += 1)
        .build()
        .expect("sound");
    let (tool, _) = counted("work");
    let model = Scripted::turns([calls("1", "work"), ModelReply::text("done")]);
    let outcome = run(task(model, [tool]).run(&dispatcher, &user())).expect("ends well");
    assert_eq!(outcome.output, "done");
    assert!(outcome.report.calls[0].success());
    assert_eq!(*heard.lock().expect("not poisoned"), 4);
}

#[test]
fn usage_is_summed_over_turns_and_over_tasks_below() {
    let below = task(
        Scripted::turns([ModelReply::text("below").with_usage(100, 10)]),
        [],
    );
    let model = Scripted::turns([
        calls("1", "delegate").with_usage(1, 2),
        ModelReply::text("done").with_usage(3, 4),
    ]);
    let above = Task::builder(model)
        .prompt("Delegate.")
        .tools([below.as_tool_with("delegate", "Hands the work on.", json!({}))])
        .allow_nested(1)
        .build()
        .expect("sound");
    let report = run(above.run(&dispatcher(), &user()))
        .expect("ends well")
        .report;
    assert_eq!(
        (report.usage.input_tokens, report.usage.output_tokens),
        (104, 16)
    );
    assert_eq!(report.turns, 2);
}

#[test]
fn the_call_log_has_name_success_and_duration_by_the_dispatchers_clock() {
    let clock = HandClock::default();
    let hand = clock.clone();
    let tool = Tool::builder("work", "Takes three seconds.").bare_handler(move |_| {
        hand.advance(Duration::from_secs(3));
        async { "done" }
    });
    let dispatcher = Dispatcher::builder(ToolSet::default())
        .clock(clock)
        .build()
        .expect("sound");
    let model = Scripted::turns([calls("1", "work"), ModelReply::text("done")]);
    let report = run(task(model, [tool]).run(&dispatcher, &user()))
        .expect("ends well")
        .report;
    let call = &report.calls[0];
    assert_eq!((&*call.tool, call.success()), ("work", true));
    assert_eq!(call.duration, Duration::from_secs(3));
}
