//! Inline tools: closures in the list itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::json;
use tooldef::task::{ModelReply, Scripted, Task, TaskToolConfig};
use tooldef::{Caller, ErrorKind, Tool};

use super::support::{call, calls_then_tells, dispatcher, run, shown, task, user};

#[derive(Debug, thiserror::Error)]
#[error("the list is offline")]
struct Offline;

#[test]
fn an_inline_error_is_an_object_with_a_message_and_never_fails_the_task() {
    let tool = Tool::builder("blocked", "Looks a vendor up on the block list.")
        .bare_handler(|_| async { Err::<&str, _>(Offline) });
    let outcome = run(task(calls_then_tells("blocked"), [tool]).run(&dispatcher(), &user()))
        .expect("the task goes on");
    assert_eq!(outcome.output, r#"{"error":"the list is offline"}"#);
    assert_eq!(outcome.report.calls[0].error, Some(ErrorKind::Failed));
}

#[test]
fn an_inline_error_keeps_quotes_and_line_ends_inside_its_json() {
    let tool = Tool::builder("blocked", "Looks a vendor up on the block list.")
        .bare_handler(|_| async { Err::<&str, _>(std::io::Error::other("no \"list\"\nhere")) });
    let outcome = run(task(calls_then_tells("blocked"), [tool]).run(&dispatcher(), &user()))
        .expect("the task goes on");
    let value: serde_json::Value = serde_json::from_str(&outcome.output).expect("JSON");
    assert_eq!(value, json!({"error": "no \"list\"\nhere"}));
}

#[test]
fn inline_arguments_are_checked_against_the_schema_before_the_closure_runs() {
    let ran = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&ran);
    let tool = Tool::builder("blocked", "Looks a vendor up on the block list.").raw_handler(
        json!({"properties": {"vendor": {"type": "string"}}, "required": ["vendor"]}),
        move |_, _| {
            counter.fetch_add(1, Ordering::SeqCst);
            async { "no" }
        },
    );
    let model = Scripted::new(|turn| {
        Ok(if shown(turn).is_empty() {
            ModelReply::calls([
                call("1", "blocked", &json!({"vendor": 5})),
                call("2", "blocked", &json!({})),
                call("3", "blocked", &json!({"vendor": "a", "force": true})),
                call("4", "blocked", &json!({"vendor": "a"})),
            ])
        } else {
            ModelReply::text("done")
        })
    });
    let outcome = run(task(model, [tool]).run(&dispatcher(), &user())).expect("ends well");
    let errors: Vec<_> = outcome.report.calls.iter().map(|call| call.error).collect();
    let invalid = Some(ErrorKind::InvalidArguments);
    assert_eq!(errors, [invalid, invalid, invalid, None]);
    assert_eq!(ran.load(Ordering::SeqCst), 1);
}

#[test]
fn an_inline_tool_without_a_schema_takes_no_arguments() {
    let tool =
        Tool::builder("now", "Tells the time of the script.").bare_handler(|_| async { "1" });
    assert_eq!(tool.definition().input_schema["properties"], json!({}));
    let model = Scripted::turns([
        ModelReply::calls([call("1", "now", &json!({"zone": "utc"}))]),
        ModelReply::text("done"),
    ]);
    let outcome = run(task(model, [tool]).run(&dispatcher(), &user())).expect("ends well");
    assert_eq!(
        outcome.report.calls[0].error,
        Some(ErrorKind::InvalidArguments)
    );
}

#[test]
fn an_inline_tool_knows_its_caller_and_the_callers_roles() {
    let tool = Tool::builder("who", "Tells on whose behalf this runs.").bare_handler(|context| {
        let caller = context.caller().clone();
        async move { format!("{} {:?}", caller.id(), caller.roles().collect::<Vec<_>>()) }
    });
    let built = Task::builder(calls_then_tells("who"))
        .prompt("Who is it?")
        .tools([TaskToolConfig::inline(tool)])
        .build()
        .expect("sound");
    let caller = Caller::new("ada").with_role("editor");
    let outcome = run(built.run(&dispatcher(), &caller)).expect("ends well");
    assert_eq!(outcome.output, "ada [\"editor\"]");
}
