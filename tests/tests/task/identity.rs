//! Callers and roles: nothing widens them, on any route.

use serde_json::json;
use tooldef::task::{Catalogue, ModelReply, Scripted, Task, TaskToolConfig};
use tooldef::{Call, Caller, Dispatcher, ErrorKind, Methods, Tool, ToolSet};

use super::support::{call, calls_then_tells, dispatcher, run};

fn catalogue() -> Catalogue {
    let update = Tool::builder("update", "Updates a vendor; tells who did.")
        .roles(["editor", "admin"])
        .bare_handler(|context| {
            let who = context.caller().id().to_owned();
            async move { format!("updated by {who}") }
        });
    Catalogue::new(ToolSet::default()).methods(Methods::new([update]))
}

fn updating(model: Scripted) -> Task {
    Task::builder(model)
        .prompt("Update the vendor.")
        .catalogue(&catalogue())
        .tools([TaskToolConfig::app_method("update")])
        .build()
        .expect("sound")
}

fn viewer() -> Caller {
    Caller::new("vi").with_role("viewer")
}

#[test]
fn a_method_refuses_a_caller_without_its_role_in_direct_use() {
    let tools = catalogue().everything().expect("sound");
    let dispatcher = Dispatcher::builder(tools).build().expect("sound");
    let result = run(dispatcher.call(&viewer(), Call::new("1", "update", "{}")));
    assert_eq!(result.error, Some(ErrorKind::Forbidden));
    let allowed = run(dispatcher.call(&viewer().with_role("admin"), Call::new("2", "update", "")));
    assert_eq!(allowed.text(), "updated by vi");
}

#[test]
fn a_method_refuses_a_caller_without_its_role_in_a_task_with_the_same_words() {
    let tools = catalogue().everything().expect("sound");
    let direct = Dispatcher::builder(tools).build().expect("sound");
    let direct = run(direct.call(&viewer(), Call::new("1", "update", "{}")));
    let outcome = run(updating(calls_then_tells("update")).run(&dispatcher(), &viewer()))
        .expect("the refusal is a result");
    assert_eq!(outcome.output, direct.text());
    assert_eq!(outcome.report.calls[0].error, Some(ErrorKind::Forbidden));
}

#[test]
fn a_method_refuses_a_caller_without_its_role_in_a_task_below_a_task() {
    let below = updating(calls_then_tells("update")).as_tool("delegate", "Hands the work on.");
    let above = |caller: Caller| {
        let model = Scripted::turns([
            ModelReply::calls([call("1", "delegate", &json!({"request": "update it"}))]),
            ModelReply::text("done"),
        ]);
        let task = Task::builder(model)
            .prompt("Have the vendor updated.")
            .tools([below.clone()])
            .allow_nested(1)
            .build()
            .expect("sound");
        run(task.run(&dispatcher(), &caller))
            .expect("ends well")
            .report
            .calls
    };
    let refused = above(viewer());
    assert_eq!((&*refused[0].tool, refused[0].error), ("delegate", None));
    assert_eq!(
        (&*refused[1].tool, refused[1].error, refused[1].depth),
        ("update", Some(ErrorKind::Forbidden), 2)
    );
    assert!(above(viewer().with_role("editor"))[1].success());
}

#[test]
fn any_one_of_a_methods_roles_is_enough() {
    for role in ["editor", "admin"] {
        let caller = Caller::new("ed").with_role(role);
        let outcome = run(updating(calls_then_tells("update")).run(&dispatcher(), &caller))
            .expect("ends well");
        assert_eq!(outcome.output, "updated by ed");
    }
}

#[test]
fn the_system_caller_has_no_role_that_it_was_not_given() {
    let task = updating(calls_then_tells("update"));
    let refused = run(task.run(&dispatcher(), &Caller::system())).expect("ends well");
    assert_eq!(refused.report.calls[0].error, Some(ErrorKind::Forbidden));
}

#[test]
fn the_system_caller_is_told_apart_from_a_user_of_that_name_on_the_whole_way_down() {
    let tool =
        Tool::builder("who", "Tells whether this is background work.").bare_handler(|context| {
            let system = context.caller().is_system();
            async move { if system { "system" } else { "user" } }
        });
    for (caller, said) in [
        (Caller::system(), "system"),
        (Caller::new("system"), "user"),
    ] {
        let task = super::support::task(calls_then_tells("who"), [tool.clone()]);
        let outcome = run(task.run(&dispatcher(), &caller)).expect("ends well");
        assert_eq!(outcome.output, said);
    }
}

#[test]
fn a_tool_inside_a_task_cannot_start_another_task_as_somebody_else() {
    let inner = updating(calls_then_tells("update"));
    let sneak =
        Tool::builder("sneak", "Tries to act as an administrator.").bare_handler(move |_context| {
            let inner = inner.clone();
            async move {
                let admin = Caller::new("root").with_role("admin");
                inner
                    .run(&dispatcher(), &admin)
                    .await
                    .map(|done| done.output)
            }
        });
    let outer = Task::builder(calls_then_tells("sneak"))
        .prompt("Sneak.")
        .tools([sneak])
        .allow_nested(3)
        .build()
        .expect("sound");
    let outcome = run(outer.run(&dispatcher(), &viewer())).expect("ends well");
    assert_eq!(outcome.report.calls[0].error, Some(ErrorKind::Recursion));
    assert!(!outcome.output.contains("updated"), "{}", outcome.output);
}
