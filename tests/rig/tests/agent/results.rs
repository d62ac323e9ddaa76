//! What an agent offers its model, and what it tells it.

use rig_agent::AgentBuilder;
use rig_agent::core::message::ToolResultContent;
use rig_agent::test_utils::{MockCompletionModel, MockTurn};
use serde_json::{Value, json};
use tooldef::adapters::rig;
use tooldef::provider::Dialect;
use tooldef::{Caller, Dispatcher, Tool, tools};

use super::support::{block_on, calling, play, run, set, text};

#[test]
fn the_model_is_offered_the_whole_set_with_the_schemas_of_the_dialect() {
    let (run, _) = run();
    let model = MockCompletionModel::from_turns([MockTurn::text("done")]);
    let agent = AgentBuilder::new(model.clone())
        .dynamic_tools(rig::tools(&run, Dialect::Gemini).expect("renders"))
        .build();
    block_on(async { agent.prompt("hello").await }).expect("an answer");
    let offered = serde_json::to_value(&model.requests()[0].tools).expect("serializable");
    let set = set();
    let dialect = &set.rendering(Dialect::Gemini).expect("renders").tools;
    let declarations: Vec<Value> = dialect[0]["functionDeclarations"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|tool| {
            json!({"name": tool["name"], "description": tool["description"],
                "parameters": tool["parametersJsonSchema"]})
        })
        .collect();
    assert_eq!(offered, Value::from(declarations));
}

#[test]
fn a_tool_that_the_dialect_cannot_carry_is_refused_by_name() {
    let schema = json!({"anyOf": [{"type": "object"}, {"type": "object", "required": ["a"]}]});
    let find = Tool::builder("find", "Find by id or by name.")
        .raw_handler(schema, |_, _| async { "found" });
    let set = tools! { union: (find) }.expect("sound");
    let run = Dispatcher::builder(set)
        .build()
        .expect("sound")
        .run(&Caller::new("ada"));
    let error = rig::tools(&run, Dialect::Anthropic).expect_err("a root union");
    assert_eq!(error.faults[0].tool, "union");
}

#[test]
fn results_of_parallel_calls_answer_them_in_order() {
    let (run, _) = run();
    let told = play(
        &run,
        [calling(&[
            ("call_1", "add", r#"{"a":2,"b":3}"#),
            ("call_2", "fail", ""),
            ("call_3", "add", r#"{"a":18446744073709551614,"b":1}"#),
            ("call_4", "picture", "{}"),
        ])],
    );
    let ids: Vec<String> = told.iter().map(|one| one.call.to_string()).collect();
    assert_eq!(ids, ["call_1", "call_2", "call_3", "call_4"]);
    assert_eq!(text(&told[0]), "5");
    assert_eq!(text(&told[1]), "Error: the disk is full");
    assert_eq!(text(&told[2]), "18446744073709551615");
    assert!(matches!(
        &told[3].content[..],
        [ToolResultContent::Image(_)]
    ));
    let errors: Vec<bool> = told.iter().map(|one| one.is_error).collect();
    assert_eq!(errors, [false, true, false, false]);
}
