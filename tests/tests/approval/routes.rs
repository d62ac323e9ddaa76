//! Every route into a tool's body leads through the gate.

use std::sync::Arc;

use tooldef::approval::{ApprovalChannel, Decision, Policy};
use tooldef::task::{Message, ModelReply, Scripted, Task};
use tooldef::{
    Call, Caller, Context, Dispatcher, Effect, ErrorKind, Tool, ToolSet, Toolkit, tool, toolkit,
    tools,
};

use super::stage::{Journal, Stepped, ada, call, delete, deleting, set_of, with_effect};

#[test]
fn without_an_approver_every_route_denies_and_says_how_to_add_one() {
    let journal = Journal::default();
    let dispatcher = deleting(&journal).build().expect("sound");
    let run = dispatcher.run(&ada());
    let mut results = vec![
        call(&dispatcher, delete("1", 1)),
        pollster::block_on(run.call(delete("2", 1))),
        pollster::block_on(dispatcher.run_builder(&ada()).start().call(delete("3", 1))),
        pollster::block_on(dispatcher.call(&Caller::system(), delete("4", 1))),
    ];
    results.extend(pollster::block_on(
        dispatcher.call_all(&ada(), [delete("5", 1), delete("6", 2)]),
    ));
    results.extend(pollster::block_on(run.call_all([delete("7", 1)])));
    assert_eq!(results.len(), 7);
    for result in results {
        assert_eq!(result.error, Some(ErrorKind::Denied));
        assert!(result.text().contains(".approver(..)"), "{}", result.text());
    }
    assert!(journal.is_empty());
}

#[test]
fn a_call_made_from_within_a_tool_is_gated_as_its_own() {
    let journal = Journal::default();
    let outer = Tool::builder("tidy_up", "Tidies the notebook up; returns what was done.")
        .effect(Effect::Read)
        .raw_handler(serde_json::json!({}), |_, context: Context| async move {
            let inner = context.run().call(delete("inner", 1)).await;
            inner.text().into_owned()
        });
    let tools = set_of([
        outer,
        with_effect("delete_note", Effect::Destructive, &journal),
    ]);
    let dispatcher = Dispatcher::builder(tools).build().expect("sound");
    let result = call(&dispatcher, Call::new("outer", "tidy_up", "{}"));
    assert!(journal.is_empty());
    assert!(
        result.text().contains("needs approval"),
        "{}",
        result.text()
    );
}

#[test]
fn renaming_prefixing_and_grouping_keep_the_gate() {
    let journal = Journal::default();
    let tool = || with_effect("delete_note", Effect::Destructive, &journal);
    let tools = ToolSet::builder()
        .named("look", tool())
        .spread(Toolkit::new([tool()]).prefix("read_"))
        .spread(Toolkit::new([tool()]).rename("delete_note", "get"))
        .build()
        .expect("sound");
    let dispatcher = Dispatcher::builder(tools).build().expect("sound");
    for name in ["look", "read_delete_note", "get"] {
        let result = call(&dispatcher, Call::new("c", name, r#"{"id": 1}"#));
        assert_eq!(result.error, Some(ErrorKind::Denied), "{name}");
    }
    assert!(journal.is_empty());
}

#[tool(
    description = "Adds a number to the journal that the program keeps; returns nothing.",
    effect = "write"
)]
#[allow(clippy::needless_pass_by_value, reason = "a tool is handed its state")]
fn append(
    /// The number.
    number: u32,
    #[context] journal: tooldef::State<Journal>,
) {
    journal.write(number.to_string());
}

#[test]
fn an_annotated_function_is_gated_and_runs_once_approved() {
    let journal = Journal::default();
    let channel = ApprovalChannel::new();
    let dispatcher = Dispatcher::builder(set_of([Tool::of::<append>()]))
        .shared_state(Arc::new(journal.clone()))
        .approver(channel.clone())
        .build()
        .expect("sound");
    let ada = ada();
    let mut waits =
        Stepped::new(dispatcher.call(&ada, Call::new("c", "append", r#"{"number": 7}"#)));
    assert!(waits.settle().is_none());
    assert!(journal.is_empty());
    let request = channel.pending().remove(0);
    channel
        .decide(&ada, &request.id, request.digest, Decision::Approve)
        .expect("open");
    assert!(!waits.end().is_error());
    assert_eq!(journal.lines(), ["7"]);
}

#[test]
fn the_order_of_the_calls_of_a_turn_does_not_decide_what_is_gated() {
    let orders = [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ];
    for order in orders {
        let journal = Journal::default();
        let channel = ApprovalChannel::new();
        let tools = set_of([
            with_effect("delete_note", Effect::Destructive, &journal),
            with_effect("read_note", Effect::Read, &journal),
        ]);
        let dispatcher = Dispatcher::builder(tools)
            .approver(channel.clone())
            .build()
            .expect("sound");
        let calls = order.map(|at| {
            let name = ["delete_note", "read_note", "no_such_tool"][at];
            Call::new(name, name, r#"{"id": 1}"#)
        });
        let ada = ada();
        let mut turn = Stepped::new(dispatcher.call_all(&ada, calls));
        assert!(turn.settle().is_none(), "the deletion waits");
        assert_eq!(journal.lines(), [r#"read_note(1, "") for ada"#]);
        let open = channel.pending();
        assert_eq!(open.len(), 1, "{order:?}");
        assert_eq!(&*open[0].tool, "delete_note");
        channel
            .decide(&ada, &open[0].id, open[0].digest, Decision::deny("keep it"))
            .expect("open");
        let results = turn.end();
        let ids: Vec<&str> = results
            .iter()
            .map(|result| result.call_id.as_str())
            .collect();
        let asked = order.map(|at| ["delete_note", "read_note", "no_such_tool"][at]);
        assert_eq!(ids, asked);
        assert_eq!(journal.lines().len(), 1);
    }
}

#[test]
fn approving_one_call_of_a_turn_leaves_the_others_waiting_and_denying_one_does_not_touch_them() {
    let journal = Journal::default();
    let channel = ApprovalChannel::new();
    let dispatcher = deleting(&journal)
        .approver(channel.clone())
        .build()
        .expect("sound");
    let ada = ada();
    let calls = [delete("c1", 1), delete("c2", 2), delete("c3", 3)];
    let mut turn = Stepped::new(dispatcher.call_all(&ada, calls));
    assert!(turn.settle().is_none());
    let open = channel.pending();
    assert_eq!(open.len(), 3);
    let decide = |at: usize, decision| {
        channel
            .decide(&ada, &open[at].id, open[at].digest, decision)
            .expect("open");
    };
    decide(0, Decision::Approve);
    assert!(turn.settle().is_none(), "two still wait");
    assert_eq!(journal.lines(), [r#"delete_note(1, "") for ada"#]);
    decide(1, Decision::deny("not this one"));
    assert!(turn.settle().is_none(), "one still waits");
    decide(2, Decision::Approve);
    let results = turn.end();
    let errors: Vec<_> = results.iter().map(|result| result.error).collect();
    assert_eq!(errors, [None, Some(ErrorKind::Denied), None]);
    let refused = results[1].text();
    assert!(
        refused.contains("person") && refused.contains("not this one"),
        "{refused}"
    );
    assert_eq!(journal.lines().len(), 2);
}

#[tool(description = "Looks at a secret note.", effect = "read")]
async fn peek() -> &'static str {
    "the secret"
}

struct Shelf;

#[toolkit]
impl Shelf {
    #[tool(description = "Looks at a secret book.", effect = "read")]
    async fn leaf(&self) -> &'static str {
        "the secret"
    }
}

#[test]
fn a_rule_against_a_tool_follows_it_into_a_tasks_list_under_another_name() {
    let shelf = || Arc::new(Shelf).toolkit();
    for policy in [
        Policy::new().deny("peek", "no").deny("leaf", "no"),
        Policy::new().ask_for("peek").ask_for("leaf"),
    ] {
        let tools = tools! { peek, ..shelf() }.expect("a sound set");
        let dispatcher = Dispatcher::builder(tools)
            .policy(policy)
            .build()
            .expect("sound");
        let renamed = [
            Tool::of::<peek>().named("glance"),
            shelf().tools()[0].clone().named("glance"),
        ];
        for tool in renamed {
            let model = Scripted::new(|turn| {
                Ok(match turn.messages.last() {
                    Some(Message::Results(results)) => ModelReply::text(results[0].text()),
                    _ => ModelReply::calls([Call::new("1", "glance", "{}")]),
                })
            });
            let task: Task = Task::builder(model)
                .prompt("Look.")
                .tools([tool])
                .build()
                .expect("a sound task");
            let outcome = pollster::block_on(task.run(&dispatcher, &ada())).expect("an answer");
            assert_eq!(outcome.report.calls[0].error, Some(ErrorKind::Denied));
            assert!(!outcome.text.contains("secret"), "{}", outcome.text);
        }
    }
}
