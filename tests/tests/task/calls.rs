//! The calls of a turn: side by side, each with one result, in order.

use std::collections::HashSet;
use std::sync::Mutex;

use serde_json::json;
use tooldef::approval::{Decision, approver_fn};
use tooldef::task::{Message, ModelReply, Scripted, Task};
use tooldef::{Call, Dispatcher, Effect, ErrorKind, Tool, ToolSet};

use super::support::{
    call, calls, calls_then_tells, counted, dispatcher, run, seeded, shown, task, user, yields,
};

#[test]
fn results_come_back_in_call_order_under_random_delays() {
    for seed in 0..50 {
        let random = Mutex::new(seeded(seed));
        let tool = Tool::builder("echo", "Gives back its number, some time.").raw_handler(
            json!({"properties": {"n": {"type": "integer"}}, "required": ["n"]}),
            move |arguments, _| {
                let delay = random.lock().expect("not poisoned")();
                async move {
                    yields(delay).await;
                    arguments["n"].clone()
                }
            },
        );
        let model = Scripted::new(|turn| {
            let shown = shown(turn);
            Ok(if shown.is_empty() {
                let numbers = (0..12).map(|n| call(&format!("c{n}"), "echo", &json!({"n": n})));
                ModelReply::calls(numbers)
            } else {
                ModelReply::text(shown.join(" "))
            })
        });
        let outcome = run(task(model, [tool]).run(&dispatcher(), &user())).expect("ends well");
        assert_eq!(outcome.output, "0 1 2 3 4 5 6 7 8 9 10 11", "seed {seed}");
        let ids: Vec<String> = outcome
            .report
            .calls
            .iter()
            .map(|call| call.call_id.to_string())
            .collect();
        let wanted: Vec<String> = (0..12).map(|n| format!("c{n}")).collect();
        assert_eq!(ids, wanted);
    }
}

#[test]
fn calls_of_one_turn_run_side_by_side() {
    // Each waits until both have started: one after the other would never end.
    let met = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let tool =
        Tool::builder("meet", "Waits until somebody else is here.").bare_handler(move |_| {
            let met = std::sync::Arc::clone(&met);
            async move {
                met.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
                for _ in 0..5 {
                    yields(1).await;
                }
                met.load(std::sync::atomic::Ordering::SeqCst).to_string()
            }
        });
    let model = Scripted::new(|turn| {
        let shown = shown(turn);
        Ok(if shown.is_empty() {
            ModelReply::calls(["a", "b"].map(|id| call(id, "meet", &json!({}))))
        } else {
            ModelReply::text(shown.join(" "))
        })
    });
    let outcome = run(task(model, [tool]).run(&dispatcher(), &user())).expect("ends well");
    assert_eq!(outcome.output, "2 2");
}

#[test]
fn one_failing_call_leaves_its_siblings_alone() {
    let tool = Tool::builder("some", "Fails, panics or works, as it is told.").raw_handler(
        json!({"properties": {"how": {"type": "string"}}, "required": ["how"]}),
        |arguments, _| async move {
            yields(3).await;
            match arguments["how"].as_str() {
                Some("fail") => Err(std::io::Error::other("failed")),
                Some("panic") => panic!("a secret"),
                _ => Ok("worked"),
            }
        },
    );
    let model = Scripted::turns([
        ModelReply::calls(
            ["ok", "fail", "panic", "fine"].map(|how| call(how, "some", &json!({"how": how}))),
        ),
        ModelReply::text("done"),
    ]);
    let outcome = run(task(model, [tool]).run(&dispatcher(), &user())).expect("ends well");
    let errors: Vec<_> = outcome.report.calls.iter().map(|call| call.error).collect();
    assert_eq!(
        errors,
        [
            None,
            Some(ErrorKind::Failed),
            Some(ErrorKind::Panicked),
            None
        ]
    );
}

#[test]
fn a_tool_that_was_not_listed_cannot_run_although_the_dispatcher_has_it() {
    let (listed, _) = counted("listed");
    let (other, count) = counted("other");
    let tools = ToolSet::builder().add(other).build().expect("sound");
    let dispatcher = Dispatcher::builder(tools).build().expect("sound");
    let outcome = run(task(calls_then_tells("other"), [listed]).run(&dispatcher, &user()))
        .expect("the refusal is a result");
    assert_eq!(outcome.report.calls[0].error, Some(ErrorKind::UnknownTool));
    assert_eq!(count.load(std::sync::atomic::Ordering::SeqCst), 0);
}

#[test]
fn ids_that_are_empty_or_came_before_are_made_unique() {
    let (tool, _) = counted("work");
    let model = Scripted::new(|turn| {
        if turn.messages.len() < 4 {
            let same = ["", "", "x", "x"].map(|id| Call::new(id, "work", "{}"));
            return Ok(ModelReply::calls(same));
        }
        let mut ids = HashSet::new();
        for message in turn.messages {
            if let Message::Assistant(reply) = message {
                assert!(reply.calls.iter().all(|call| ids.insert(call.id.clone())));
            }
            if let Message::Results(results) = message {
                assert!(results.iter().all(|result| ids.contains(&result.call_id)));
            }
        }
        Ok(ModelReply::text(ids.len().to_string()))
    });
    let outcome = run(task(model, [tool]).run(&dispatcher(), &user())).expect("ends well");
    assert_eq!(outcome.output, "8");
}

#[test]
fn the_gate_stands_before_a_tasks_calls_and_its_refusal_reaches_the_model() {
    let tool = Tool::builder("delete", "Deletes everything there is.")
        .effect(Effect::Destructive)
        .bare_handler(|_| async { "deleted" });
    let denied = run(task(calls_then_tells("delete"), [tool.clone()]).run(&dispatcher(), &user()))
        .expect("ends well");
    assert_eq!(denied.report.calls[0].error, Some(ErrorKind::Denied));
    assert!(denied.output.contains("nobody to ask"), "{}", denied.output);
}

#[test]
fn an_approval_for_the_run_holds_in_tasks_below_as_well() {
    let asked = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let counter = std::sync::Arc::clone(&asked);
    let dispatcher = Dispatcher::builder(ToolSet::default())
        .approver(approver_fn(move |_| {
            counter.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
            async { Ok(Decision::ApproveForRun) }
        }))
        .build()
        .expect("sound");
    let write = Tool::builder("write", "Writes a line somewhere.")
        .effect(Effect::Write)
        .bare_handler(|_| async { "written" });
    let below = task(calls_then_tells("write"), [write.clone()]);
    let model = Scripted::turns([
        calls("1", "write"),
        calls("2", "delegate"),
        ModelReply::text("done"),
    ]);
    let above = Task::builder(model)
        .prompt("Write here, then have it written below.")
        .tools([
            write,
            below.as_tool_with("delegate", "Hands the work on.", json!({})),
        ])
        .allow_nested(1)
        .build()
        .expect("sound");
    let outcome = run(above.run(&dispatcher, &user())).expect("ends well");
    assert!(
        outcome
            .report
            .calls
            .iter()
            .all(tooldef::task::CallRecord::success)
    );
    assert_eq!(outcome.report.calls.len(), 3);
    assert_eq!(asked.load(std::sync::atomic::Ordering::SeqCst), 1);
}

#[test]
fn arguments_that_are_not_json_come_back_as_an_error_and_not_as_no_arguments() {
    let (tool, count) = counted("work");
    let model = Scripted::turns([
        ModelReply::calls(
            ["{\"a\":", "[]", "5", "nonsense"].map(|text| Call::new(text, "work", text)),
        ),
        ModelReply::text("done"),
    ]);
    let outcome = run(task(model, [tool]).run(&dispatcher(), &user())).expect("ends well");
    let invalid =
        |call: &tooldef::task::CallRecord| call.error == Some(ErrorKind::InvalidArguments);
    assert!(outcome.report.calls.iter().all(invalid));
    assert_eq!(count.load(std::sync::atomic::Ordering::SeqCst), 0);
}

mod stateful {
    use tooldef::{State, tool};

    #[tool(description = "Reads the number that all calls share; returns it.")]
    pub(super) async fn shared_number(#[context] number: State<u32>) -> u32 {
        *number
    }
}

#[test]
fn a_task_whose_tool_asks_for_a_missing_state_is_refused_before_its_model_is_asked() {
    let tool = Tool::of::<stateful::shared_number>();
    let model = Scripted::new(|_| panic!("asked in spite of it"));
    let error = run(task(model, [tool]).run(&dispatcher(), &user())).expect_err("no state");
    assert_eq!(
        error.to_string(),
        "the task's tool `shared_number` asks for a state of type `u32`: add `.state(..)` to the dispatcher"
    );
}

#[test]
fn a_tasks_tool_finds_the_state_that_the_dispatcher_was_given() {
    let dispatcher = Dispatcher::builder(ToolSet::default())
        .state(7_u32)
        .build()
        .expect("sound");
    let tool = Tool::of::<stateful::shared_number>();
    let model = calls_then_tells("shared_number");
    let outcome = run(task(model, [tool]).run(&dispatcher, &user())).expect("ends well");
    assert_eq!(outcome.output, "7");
}
