//! The Responses API in the types of async-openai.

use async_openai::types::responses::OutputItem;
use pollster::block_on;
use serde_json::{Value, json};
use tooldef::Run;
use tooldef::adapters::async_openai::responses;
use tooldef::provider::Dialect;

use super::support::{approving_run, run, set, set_with_a_union};

/// An output with these calls behind a message, as the API sends it.
fn output(calls: &[(&str, &str, &str)]) -> Vec<OutputItem> {
    let message = json!({"type": "message", "id": "msg_1", "role": "assistant",
        "status": "completed", "content": []});
    let calls = calls.iter().map(|(id, name, arguments)| {
        json!({"type": "function_call", "id": format!("fc_{id}"), "call_id": id, "name": name,
            "arguments": arguments, "status": "completed"})
    });
    std::iter::once(message)
        .chain(calls)
        .map(|item| serde_json::from_value(item).expect("an item"))
        .collect()
}

fn told(run: &Run, calls: &[(&str, &str, &str)]) -> Vec<(String, Value)> {
    let results = block_on(run.call_all(responses::calls(&output(calls))));
    let items = serde_json::to_value(responses::tool_outputs(&results)).expect("serializable");
    items
        .as_array()
        .expect("a list")
        .iter()
        .map(|item| {
            assert_eq!(item["type"], "function_call_output");
            let id = item["call_id"].as_str().expect("an id").to_owned();
            (id, item["output"].clone())
        })
        .collect()
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

#[test]
fn the_tools_are_those_of_the_dialect_and_always_say_whether_they_are_strict() {
    let set = set();
    for (tools, dialect) in [
        (responses::tools(&set), Dialect::OpenAiResponses),
        (
            responses::strict_tools(&set),
            Dialect::OpenAiResponsesStrict,
        ),
    ] {
        let tools = serde_json::to_value(tools.expect("renders")).expect("serializable");
        assert_eq!(tools, set.rendering(dialect).expect("renders").tools);
        assert!(tools[0]["strict"].is_boolean());
    }
}

#[test]
fn a_tool_that_the_api_cannot_carry_is_refused_by_name() {
    let set = set_with_a_union();
    for refused in [responses::tools(&set), responses::strict_tools(&set)] {
        let error = refused.expect_err("a root union");
        assert_eq!(error.faults.len(), 1);
        assert_eq!(error.faults[0].tool, "union");
    }
}

#[test]
fn calls_have_the_arguments_as_the_model_wrote_them() {
    let texts = [
        "{\"a\": 1,  \"a\":2}",
        "{\"a\":",
        "",
        "[1]",
        "18446744073709551616",
    ];
    let calls: Vec<_> = texts.iter().map(|text| ("id", "add", *text)).collect();
    let output = output(&calls);
    let calls = responses::calls(&output);
    let got: Vec<&str> = calls.iter().map(|call| &*call.arguments).collect();
    assert_eq!(got, texts);
}

#[test]
fn results_answer_their_calls_in_order_and_errors_say_that_they_are() {
    let (run, _) = run();
    let told = told(
        &run,
        &[
            ("call_1", "add", r#"{"a":2,"b":3}"#),
            ("call_2", "fail", "{}"),
            ("call_3", "add", r#"{"a":"#),
            ("call_4", "picture", ""),
        ],
    );
    let ids: Vec<&str> = told.iter().map(|(id, _)| id.as_str()).collect();
    assert_eq!(ids, ["call_1", "call_2", "call_3", "call_4"]);
    assert_eq!(told[0].1, "5");
    assert_eq!(told[1].1, "Error: the disk is full");
    let malformed = text(&told[2].1);
    assert!(
        malformed.starts_with("Error: Invalid arguments for add: (root): "),
        "{malformed}"
    );
    let picture = json!([{"type": "input_image", "detail": "auto",
        "image_url": "data:image/png;base64,AAAA"}]);
    assert_eq!(told[3].1, picture);
}

#[test]
fn a_write_is_denied_without_an_approver_and_its_body_does_not_run() {
    let calls = [("call_1", "save_note", r#"{"text":"hi"}"#)];
    let (run, saved) = run();
    let refused = told(&run, &calls);
    let refused = text(&refused[0].1);
    assert!(
        refused.starts_with("Error: ") && refused.contains("needs approval"),
        "{refused}"
    );
    assert_eq!(saved.times(), 0);

    let (run, saved) = approving_run();
    assert_eq!(told(&run, &calls)[0].1, "1");
    assert_eq!(saved.times(), 1);
}
