//! The types of genai.

use pollster::block_on;
use serde_json::{Value, json};
use tooldef::adapters::genai::{self, StreamedCalls};
use tooldef::provider::Dialect;
use tooldef::task::genai::adapter::AdapterKind;
use tooldef::task::genai::chat::{ChatMessage, ChatRequest, MessageContent, ToolCall, ToolChunk};
use tooldef::task::genai::resolver::{AuthData, Endpoint};
use tooldef::task::genai::{Client, ModelIden, ServiceTarget};
use tooldef::{ErrorKind, Run, ToolSet};

use super::server::{Answer, Server};
use super::support::{approving_run, every_shape, run, set_with_a_union};

fn model(kind: AdapterKind) -> ModelIden {
    ModelIden::new(kind, "a-model")
}

fn called(id: &str, name: &str, arguments: Value) -> ToolCall {
    ToolCall {
        call_id: id.to_owned(),
        fn_name: name.to_owned(),
        fn_arguments: arguments,
        thought_signatures: None,
    }
}

fn wire(message: &ChatMessage) -> Value {
    serde_json::to_value(message).expect("serializable")
}

/// What genai sends to a provider about the tools of a set.
fn sent(set: &ToolSet, dialect: Dialect, kind: AdapterKind) -> Value {
    let server = Server::start(vec![Answer::Status(
        "400 Bad Request",
        &["content-type: application/json"],
        "{}",
    )]);
    let target = ServiceTarget {
        endpoint: Endpoint::from_owned(format!("http://{}/v1/", server.address)),
        auth: AuthData::from_single("a-secret-key"),
        model: model(kind),
    };
    let tools = genai::tools(set, dialect).expect("renders");
    let request = ChatRequest::from_user("hello").with_tools(tools);
    let refused = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime")
        .block_on(async {
            let client = Client::builder().build().expect("a client");
            client.exec_chat(target, request, None).await
        });
    assert!(refused.is_err());
    server.requests()[0].body["tools"].clone()
}

#[test]
fn a_provider_is_sent_the_schemas_of_its_dialect_also_where_they_are_strict() {
    for (kind, dialect) in [
        (AdapterKind::OpenAI, Dialect::OpenAiChatStrict),
        (AdapterKind::OpenAIResp, Dialect::OpenAiResponses),
        (AdapterKind::OpenAIResp, Dialect::OpenAiResponsesStrict),
        (AdapterKind::Anthropic, Dialect::Anthropic),
        (AdapterKind::Anthropic, Dialect::AnthropicStrict),
        (AdapterKind::Gemini, Dialect::Gemini),
    ] {
        let set = every_shape(dialect);
        let tools = sent(&set, dialect, kind);
        assert_eq!(
            tools,
            set.rendering(dialect).expect("renders").tools,
            "{dialect}"
        );
    }
    let set = every_shape(Dialect::OpenAiChat);
    let mut plain = set
        .rendering(Dialect::OpenAiChat)
        .expect("renders")
        .tools
        .clone();
    for tool in plain.as_array_mut().expect("a list") {
        tool["function"]["strict"] = false.into();
    }
    assert_eq!(sent(&set, Dialect::OpenAiChat, AdapterKind::OpenAI), plain);
}

#[test]
fn the_dialect_of_a_model_is_that_of_the_api_it_is_reached_through() {
    for (kind, name, dialect) in [
        (AdapterKind::OpenAI, "gpt-5", Dialect::OpenAiChat),
        (AdapterKind::OpenAIResp, "gpt-5", Dialect::OpenAiResponses),
        (
            AdapterKind::Anthropic,
            "claude-sonnet-5",
            Dialect::Anthropic,
        ),
        (AdapterKind::Vertex, "claude-sonnet-5", Dialect::Anthropic),
        (AdapterKind::Vertex, "gemini-3-flash", Dialect::Gemini),
        (AdapterKind::Gemini, "gemini-3-flash", Dialect::Gemini),
        (
            AdapterKind::BedrockApi,
            "anthropic.claude",
            Dialect::Bedrock,
        ),
        (AdapterKind::Ollama, "llama", Dialect::Ollama),
        (AdapterKind::Groq, "llama", Dialect::OpenAiChat),
    ] {
        assert_eq!(
            genai::dialect(&ModelIden::new(kind, name)),
            dialect,
            "{kind:?}"
        );
    }
}

#[test]
fn a_tool_that_the_dialect_cannot_carry_is_refused_by_name() {
    let error = genai::tools(&set_with_a_union(), Dialect::Anthropic).expect_err("a root union");
    assert_eq!(error.faults.len(), 1);
    assert_eq!(error.faults[0].tool, "union");
}

#[test]
fn calls_keep_text_that_is_no_json_and_become_errors_for_the_model() {
    let (run, _) = run();
    let content = MessageContent::from_tool_calls(vec![
        called("call_1", "add", json!({"a": 2, "b": 3})),
        called("call_2", "add", json!("{\"a\":")),
        called("call_3", "add", json!([1])),
        called("call_4", "add", json!("")),
    ]);
    let calls = genai::calls(&content);
    let texts: Vec<&str> = calls.iter().map(|call| &*call.arguments).collect();
    assert_eq!(texts, [r#"{"a":2,"b":3}"#, "{\"a\":", "[1]", ""]);
    let results = block_on(run.call_all(calls));
    let errors: Vec<_> = results.iter().map(|result| result.error).collect();
    let invalid = Some(ErrorKind::InvalidArguments);
    assert_eq!(errors, [None, invalid, invalid, invalid]);
}

#[test]
fn streamed_calls_keep_every_digit_and_every_repeated_key() {
    let written = r#"{"a":1,"a":10000000000000000000000}"#;
    let mut streamed = StreamedCalls::default();
    for end in [3, 9, written.len()] {
        let tool_call = called("call_1", "add", json!(written[..end]));
        streamed.chunk(&ToolChunk { tool_call });
    }
    let parsed = serde_json::from_str(written).expect("JSON");
    let content = MessageContent::from_tool_calls(vec![called("call_1", "add", parsed)]);
    assert_eq!(streamed.calls(&content)[0].arguments, written);
    assert_ne!(genai::calls(&content)[0].arguments, written);
}

#[test]
fn results_answer_their_calls_in_order_and_errors_are_flagged_where_they_can_be() {
    let (run, _) = run();
    let content = MessageContent::from_tool_calls(vec![
        called("call_1", "fail", json!({})),
        called("call_2", "add", json!({"a": 2, "b": 3})),
    ]);
    let results = block_on(run.call_all(genai::calls(&content)));
    let openai = wire(&genai::tool_message(&results, &model(AdapterKind::OpenAI)));
    let parts = &openai["content"];
    assert_eq!(
        parts[0]["ToolResponse"]["content"],
        "Error: the disk is full"
    );
    assert_eq!(parts[0]["ToolResponse"]["call_id"], "call_1");
    assert_eq!(parts[1]["ToolResponse"]["content"], "5");
    assert_eq!(parts[1]["ToolResponse"]["fn_name"], "add");

    let anthropic = wire(&genai::tool_message(
        &results,
        &model(AdapterKind::Anthropic),
    ));
    let flagged = json!({"type": "tool_result", "tool_use_id": "call_1",
        "content": "the disk is full", "is_error": true});
    assert_eq!(anthropic["content"][0]["Custom"]["data"], flagged);
    assert_eq!(anthropic["content"][1]["ToolResponse"]["content"], "5");
}

#[test]
fn an_answer_goes_back_with_its_calls_and_every_argument_inside_an_object() {
    let content = MessageContent::from_tool_calls(vec![
        called("call_1", "add", json!({"a": 2})),
        called("call_2", "add", json!("{\"a\":")),
        called("call_3", "add", Value::Null),
    ]);
    let message = wire(&genai::assistant_message(content));
    let arguments: Vec<&Value> = message["content"]
        .as_array()
        .expect("parts")
        .iter()
        .map(|part| &part["ToolCall"]["fn_arguments"])
        .collect();
    let wrapped = json!({"invalid_arguments": "{\"a\":"});
    assert_eq!(arguments, [&json!({"a": 2}), &wrapped, &json!({})]);
}

fn save(run: &Run, id: &str) -> (Option<ErrorKind>, Value) {
    let call = called(id, "save_note", json!({"text": "hi"}));
    let calls = genai::calls(&MessageContent::from_tool_calls(vec![call]));
    let results = block_on(run.call_all(calls));
    let message = wire(&genai::tool_message(&results, &model(AdapterKind::Gemini)));
    let id = message["content"][0]["ToolResponse"]["call_id"].clone();
    (results[0].error, id)
}

#[test]
fn a_write_is_denied_without_an_approver_and_its_body_does_not_run() {
    let (run, saved) = run();
    assert_eq!(save(&run, "call_1").0, Some(ErrorKind::Denied));
    assert_eq!(saved.times(), 0);
}

#[test]
fn ids_that_start_anew_in_every_answer_are_no_repetition() {
    let (run, saved) = approving_run();
    for turn in 1..=2 {
        let (error, id) = save(&run, "call#save_note#0");
        assert_eq!((error, saved.times()), (None, turn));
        assert_eq!(id, "call#save_note#0");
    }
    assert_eq!(save(&run, "call_1").0, None);
    assert_eq!(save(&run, "call_1").0, Some(ErrorKind::Repeated));
    assert_eq!(saved.times(), 3);
}
