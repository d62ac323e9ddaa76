//! `tools/call`: what is a result, what is a protocol error, and what reaches
//! the client while a tool runs.

use serde_json::json;
use tooldef::mcp::Server;
use tooldef::{Caller, Content, Dispatcher, Effect, Image, Json, Tool, ToolSet};

use crate::wire::{Wire, notebook, text};

async fn open() -> (std::sync::Arc<tooldef_tests::notebook::Notebook>, Wire) {
    let (notebook, server) = notebook();
    let wire = Wire::older(&server, "2025-06-18", json!({})).await;
    (notebook, wire)
}

fn serve(tools: impl IntoIterator<Item = Tool>) -> Server {
    let mut set = ToolSet::builder();
    for tool in tools {
        set = set.add(tool);
    }
    let dispatcher = Dispatcher::builder(set.build().unwrap());
    Server::new(dispatcher.build().unwrap()).unwrap()
}

#[tokio::test]
async fn bad_arguments_are_a_result_that_the_model_can_mend() {
    let (_, mut wire) = open().await;
    let answer = wire.call("read_note", json!({ "id": "x" })).await;
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    let said = text(&answer);
    assert!(
        said.starts_with("Invalid arguments for read_note: id: "),
        "{said}"
    );
    assert_eq!(answer["result"].get("structuredContent"), None);
}

#[tokio::test]
async fn an_unknown_tool_is_a_protocol_error_that_names_near_ones() {
    let (_, mut wire) = open().await;
    let answer = wire.call("serch", json!({})).await;
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    let said = answer["error"]["message"].as_str().unwrap();
    assert!(said.contains("serch"), "{said}");
}

#[tokio::test]
async fn a_malformed_call_is_a_protocol_error_and_the_next_one_is_served() {
    let (_, mut wire) = open().await;
    let malformed = [
        json!({ "name": "search", "arguments": "text" }),
        json!({ "name": "search", "arguments": [1] }),
        json!({ "name": 7, "arguments": {} }),
        json!({ "arguments": {} }),
    ];
    for params in malformed {
        let answer = wire.request("tools/call", params.clone()).await;
        assert_eq!(answer["error"]["code"], -32602, "{params}: {answer}");
    }
    assert_eq!(text(&wire.call("search", json!({})).await), "[]");
}

#[tokio::test]
async fn absent_and_null_arguments_are_none() {
    let (_, mut wire) = open().await;
    let absent = wire
        .request("tools/call", json!({ "name": "search" }))
        .await;
    assert_eq!(text(&absent), "[]");
    let null = wire.call("search", json!(null)).await;
    assert_eq!(text(&null), "[]");
}

#[tokio::test]
async fn an_object_is_structured_and_its_text_is_the_same_value() {
    let tool = Tool::builder("numbers", "Give two numbers back.")
        .effect(Effect::Read)
        .raw_handler(json!({}), |_, _| async { Json(json!({ "a": 1 })) });
    // The value has no advertised schema, so only its text goes over.
    let mut wire = Wire::older(&serve([tool]), "2025-06-18", json!({})).await;
    let answer = wire.call("numbers", json!({})).await;
    assert_eq!(text(&answer), r#"{"a":1}"#);
    assert_eq!(answer["result"].get("structuredContent"), None);

    let (_, server) = notebook();
    let caps = json!({ "elicitation": {} });
    let mut wire = Wire::older(&server, "2025-06-18", caps).await;
    let id = wire
        .begin(
            "tools/call",
            json!({ "name": "save_note", "arguments": { "text": "hi" } }),
        )
        .await;
    let asked = wire.receive().await;
    wire.send(&json!({ "jsonrpc": "2.0", "id": asked["id"], "result": { "action": "accept", "content": {} } }))
        .await;
    let answer = wire.answer(id).await;
    let structured = &answer["result"]["structuredContent"];
    assert_eq!(structured["text"], "hi", "{answer}");
    let copy: serde_json::Value = serde_json::from_str(text(&answer)).unwrap();
    assert_eq!(&copy, structured);
}

#[tokio::test]
async fn a_list_goes_over_as_text_only() {
    let (_, mut wire) = open().await;
    let answer = wire.call("search", json!({ "text": "" })).await;
    assert_eq!(text(&answer), "[]");
    assert_eq!(answer["result"].get("structuredContent"), None);
}

#[tokio::test]
async fn an_error_is_text_without_structured_content() {
    let (_, mut wire) = open().await;
    let answer = wire.call("read_note", json!({ "id": 7 })).await;
    assert_eq!(answer["result"]["isError"], true);
    assert_eq!(text(&answer), "there is no note 7");
    assert_eq!(answer["result"].get("structuredContent"), None);
}

#[tokio::test]
async fn a_panic_is_an_error_without_its_message_and_the_next_call_runs() {
    let (_, mut wire) = open().await;
    let answer = wire.call("explode", json!({})).await;
    assert_eq!(answer["result"]["isError"], true);
    assert!(!text(&answer).contains("secret"), "{answer}");
    assert_eq!(text(&wire.call("search", json!({})).await), "[]");
}

#[tokio::test]
async fn content_is_always_there_and_keeps_its_blocks() {
    let silent = Tool::builder("silent", "Say nothing at all.")
        .effect(Effect::Read)
        .raw_handler(json!({}), |_, _| async {});
    let picture = Tool::builder("picture", "Give a text and a picture.")
        .effect(Effect::Read)
        .raw_handler(json!({}), |_, _| async {
            let data = "aGk=".to_owned();
            let mime_type = "image/png".to_owned();
            vec![Content::text("look"), Image { data, mime_type }.into()]
        });
    let mut wire = Wire::older(&serve([silent, picture]), "2025-06-18", json!({})).await;
    let answer = wire.call("silent", json!({})).await;
    assert_eq!(
        answer["result"]["content"],
        json!([{ "type": "text", "text": "" }])
    );
    let answer = wire.call("picture", json!({})).await;
    assert_eq!(
        answer["result"]["content"],
        json!([
            { "type": "text", "text": "look" },
            { "type": "image", "data": "aGk=", "mimeType": "image/png" },
        ])
    );
}

#[tokio::test]
async fn progress_reaches_only_those_who_asked_and_before_the_result() {
    let (_, mut wire) = open().await;
    let quiet = wire.call("count", json!({ "to": 3 })).await;
    assert_eq!(text(&quiet), "3");
    assert_eq!(wire.seen, [] as [serde_json::Value; 0]);
    let params = json!({
        "name": "count",
        "arguments": { "to": 3 },
        "_meta": { "progressToken": "p" },
    });
    let answer = wire.request("tools/call", params).await;
    assert_eq!(text(&answer), "3");
    let steps: Vec<_> = wire
        .seen
        .iter()
        .map(|message| {
            assert_eq!(message["method"], "notifications/progress");
            assert_eq!(message["params"]["progressToken"], "p");
            message["params"]["progress"].as_f64().unwrap()
        })
        .collect();
    assert_eq!(steps, [1.0, 2.0, 3.0]);
}

#[tokio::test]
async fn a_cancelled_call_is_stopped_and_never_answered() {
    let (notebook, mut wire) = open().await;
    let params = json!({ "name": "wait", "arguments": {}, "_meta": { "progressToken": 1 } });
    let id = wire.begin("tools/call", params).await;
    let begun = wire.receive().await;
    assert_eq!(begun["method"], "notifications/progress");
    let cancel = |id: u64| {
        json!({
            "jsonrpc": "2.0",
            "method": "notifications/cancelled",
            "params": { "requestId": id, "reason": "enough" },
        })
    };
    // An id that nothing runs under is ignored.
    wire.send(&cancel(4711)).await;
    wire.send(&cancel(id)).await;
    // The trace names the drop as soon as it has happened; no answer came for
    // the cancelled id by then, nor does one come with the answers that follow.
    let trace = loop {
        let answer = wire.call("trace", json!({})).await;
        if text(&answer).contains("cancelled") {
            break text(&answer).to_owned();
        }
    };
    assert_eq!(trace, r#"["begun","cancelled"]"#);
    assert_eq!(notebook.trace(), ["begun", "cancelled"]);
    wire.call("search", json!({})).await;
    assert!(
        wire.seen.iter().all(|message| message["id"] != id),
        "{:?}",
        wire.seen
    );
    // A cancellation of what is over already changes nothing.
    wire.send(&cancel(id)).await;
    assert_eq!(text(&wire.call("search", json!({})).await), "[]");
}

#[tokio::test]
async fn a_client_that_leaves_takes_its_calls_with_it() {
    let (notebook, mut wire) = open().await;
    let params = json!({ "name": "wait", "arguments": {}, "_meta": { "progressToken": 1 } });
    wire.begin("tools/call", params).await;
    wire.receive().await;
    wire.close().await.unwrap();
    // The serving task ends before the call's own; its drop is told shortly.
    while notebook.trace().len() < 2 {
        tokio::task::yield_now().await;
    }
    assert_eq!(notebook.trace(), ["begun", "cancelled"]);
}

#[tokio::test]
async fn roles_of_the_caller_are_kept() {
    let tool = Tool::builder("secret", "Give the secret to editors.")
        .effect(Effect::Read)
        .roles(["editor"])
        .raw_handler(json!({}), |_, _| async { "secret" });
    let server = serve([tool]);
    let plain = Caller::new("alice");
    for (caller, allowed) in [(plain.clone(), false), (plain.with_role("editor"), true)] {
        let mut wire = Wire::newest(&server, caller, &json!({}));
        let answer = wire.call("secret", json!({})).await;
        assert_eq!(answer["result"]["isError"], !allowed, "{answer}");
    }
}
