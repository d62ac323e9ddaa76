//! Chat Completions in the types of async-openai.

use async_openai::types::chat::{ChatCompletionRequestMessage, ChatCompletionResponseMessage};
use pollster::block_on;
use serde_json::{Value, json};
use tooldef::Run;
use tooldef::adapters::async_openai::chat;
use tooldef::provider::Dialect;

use super::support::{approving_run, run, set, set_with_a_union};

/// An answer with these calls, as the API sends it.
fn answer(calls: &[(&str, &str, &str)]) -> ChatCompletionResponseMessage {
    let calls: Vec<Value> = calls
        .iter()
        .map(|(id, name, arguments)| {
            json!({"id": id, "type": "function", "function": {"name": name, "arguments": arguments}})
        })
        .collect();
    serde_json::from_value(json!({"role": "assistant", "content": "so:", "tool_calls": calls}))
        .expect("an answer")
}

fn wire(messages: &[ChatCompletionRequestMessage]) -> Value {
    serde_json::to_value(messages).expect("serializable")
}

fn told(run: &Run, calls: &[(&str, &str, &str)]) -> Vec<(String, String)> {
    let results = block_on(run.call_all(chat::calls(&answer(calls))));
    let messages = wire(&chat::tool_messages(&results));
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    messages
        .as_array()
        .expect("a list")
        .iter()
        .map(|message| {
            assert_eq!(message["role"], "tool");
            (text(&message["tool_call_id"]), text(&message["content"]))
        })
        .collect()
}

#[test]
fn the_tools_are_those_of_the_dialect_also_where_they_are_strict() {
    let set = set();
    for (tools, dialect) in [
        (chat::tools(&set), Dialect::OpenAiChat),
        (chat::strict_tools(&set), Dialect::OpenAiChatStrict),
    ] {
        let tools = serde_json::to_value(tools.expect("renders")).expect("serializable");
        assert_eq!(tools, set.rendering(dialect).expect("renders").tools);
    }
}

#[test]
fn a_tool_that_the_api_cannot_carry_is_refused_by_name() {
    let set = set_with_a_union();
    for refused in [chat::tools(&set), chat::strict_tools(&set)] {
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
    let answer = answer(&calls);
    let calls = chat::calls(&answer);
    let got: Vec<&str> = calls.iter().map(|call| &*call.arguments).collect();
    assert_eq!(got, texts);
}

#[test]
fn calls_of_custom_tools_are_left_to_whoever_offered_them() {
    let mut answer = answer(&[("call_1", "add", r#"{"a":1,"b":2}"#)]);
    let custom = serde_json::from_value(
        json!({"type": "custom", "id": "call_2", "custom_tool": {"name": "sh", "input": "ls"}}),
    )
    .expect("a custom call");
    answer.tool_calls.as_mut().expect("calls").insert(0, custom);
    let calls = chat::calls(&answer);
    assert_eq!(calls.len(), 1);
    assert_eq!(calls[0].id.as_str(), "call_1");
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
            ("call_4", "ad", "{}"),
            ("call_5", "picture", ""),
        ],
    );
    let ids: Vec<&str> = told.iter().map(|(id, _)| id.as_str()).collect();
    assert_eq!(ids, ["call_1", "call_2", "call_3", "call_4", "call_5"]);
    assert_eq!(told[0].1, "5");
    assert_eq!(told[1].1, "Error: the disk is full");
    assert!(
        told[2]
            .1
            .starts_with("Error: Invalid arguments for add: (root): "),
        "{}",
        told[2].1
    );
    assert!(
        told[3].1.starts_with("Error: No tool is called \"ad\""),
        "{}",
        told[3].1
    );
    assert_eq!(told[4].1, "[image, image/png]");
}

#[test]
fn a_write_is_denied_without_an_approver_and_its_body_does_not_run() {
    let calls = [("call_1", "save_note", r#"{"text":"hi"}"#)];
    let (run, saved) = run();
    let refused = told(&run, &calls);
    assert!(refused[0].1.starts_with("Error: "), "{}", refused[0].1);
    assert!(refused[0].1.contains("needs approval"), "{}", refused[0].1);
    assert_eq!(saved.times(), 0);

    let (run, saved) = approving_run();
    assert_eq!(told(&run, &calls)[0].1, "1");
    assert_eq!(saved.times(), 1);
}

#[test]
fn a_null_for_what_a_strict_schema_requires_counts_as_absent() {
    let (run, _) = run();
    let told = told(&run, &[("call_1", "add", r#"{"a":2,"b":3,"more":null}"#)]);
    assert_eq!(told[0].1, "5");
}

#[test]
fn the_answer_goes_back_as_it_came() {
    let sent = json!({"role": "assistant", "content": "so:", "tool_calls": [
        {"id": "call_1", "type": "function", "function": {"name": "add", "arguments": "{\"a\":"}},
    ]});
    let answer = serde_json::from_value(sent.clone()).expect("an answer");
    assert_eq!(wire(&[chat::assistant_message(answer)]), json!([sent]));
}
