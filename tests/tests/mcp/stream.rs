//! The stream itself: ids, lines that are no messages, and the opening.

use serde_json::{Value, json};
use tooldef::Caller;

use crate::wire::{Wire, notebook, text};

#[tokio::test]
async fn ids_come_back_exactly() {
    let (_, server) = notebook();
    let mut wire = Wire::older(&server, "2025-06-18", json!({})).await;
    for id in [
        json!("abc"),
        json!(9_007_199_254_740_993_i64),
        json!(-1),
        json!(0),
        json!("7"),
    ] {
        let call = json!({
            "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": { "name": "search" },
        });
        wire.send(&call).await;
        let answer = wire.receive().await;
        assert_eq!(answer["id"], id);
        assert_eq!(text(&answer), "[]");
    }
}

#[tokio::test]
async fn an_id_that_is_no_id_is_never_run() {
    let (_, server) = notebook();
    let mut wire = Wire::older(&server, "2025-06-18", json!({})).await;
    for id in [json!(null), json!(1.5), json!({}), json!([1])] {
        let call = json!({
            "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": { "name": "trace" },
        });
        wire.send(&call).await;
    }
    let id = wire.begin("tools/call", json!({ "name": "search" })).await;
    let answer = wire.answer(id).await;
    assert_eq!(text(&answer), "[]");
    for message in &wire.seen {
        assert!(message.get("result").is_none(), "{message}");
    }
}

#[tokio::test]
async fn lines_that_are_no_messages_do_not_stop_the_server() {
    let (_, server) = notebook();
    let mut wire = Wire::older(&server, "2025-06-18", json!({})).await;
    let noise: [&[u8]; 9] = [
        b"[2026-01-01] INFO: a log line",
        b"\xff\xfe{}",
        br#"{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"search","arguments":{"text":"\ud83d"}}}"#,
        b"{",
        b"",
        b"\r",
        b"[]",
        b"null",
        br#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"parse"},"id":null}"#,
    ];
    for line in noise {
        wire.send_line(line).await;
    }
    let id = wire.begin("tools/call", json!({ "name": "search" })).await;
    let answer = wire.answer(id).await;
    assert_eq!(text(&answer), "[]");
    assert!(
        wire.seen.len() <= noise.len(),
        "an error storm: {:?}",
        wire.seen
    );
}

#[tokio::test]
async fn responses_and_errors_are_never_answered() {
    let (_, server) = notebook();
    let mut wire = Wire::older(&server, "2025-06-18", json!({})).await;
    let messages = [
        json!({ "jsonrpc": "2.0", "id": 99, "result": {} }),
        json!({ "jsonrpc": "2.0", "id": 99, "error": { "code": -32603, "message": "x" } }),
        json!({ "jsonrpc": "2.0", "id": null, "error": { "code": -32700, "message": "x" } }),
        json!({ "jsonrpc": "2.0", "error": { "code": -32700, "message": "x" } }),
    ];
    for message in &messages {
        wire.send(message).await;
    }
    let id = wire.begin("tools/call", json!({ "name": "search" })).await;
    wire.answer(id).await;
    assert_eq!(wire.seen, [] as [Value; 0]);
}

#[tokio::test]
async fn lines_before_the_opening_do_not_stop_the_server() {
    let (_, server) = notebook();
    let mut wire = Wire::silent(&server, Caller::new("alice"));
    wire.send_line(b"starting up").await;
    wire.send_line(b"\xff").await;
    wire.send(&json!({ "jsonrpc": "2.0", "id": null, "error": { "code": 1, "message": "x" } }))
        .await;
    let hello = json!({
        "protocolVersion": "2024-11-05",
        "capabilities": {},
        "clientInfo": { "name": "wire", "version": "1" },
    });
    let answer = wire.request("initialize", hello).await;
    assert_eq!(answer["result"]["protocolVersion"], "2024-11-05");
}

#[tokio::test]
async fn a_client_that_says_nothing_and_leaves_is_no_fault() {
    let (_, server) = notebook();
    let wire = Wire::silent(&server, Caller::new("alice"));
    wire.close().await.unwrap();
}

#[tokio::test]
async fn an_unknown_method_is_said_to_be_unknown() {
    let (_, server) = notebook();
    let mut wire = Wire::older(&server, "2025-06-18", json!({})).await;
    for method in [
        "tools/burn",
        "resources/list",
        "prompts/get",
        "logging/setLevel",
    ] {
        let params = json!({ "name": "x", "level": "info" });
        let answer = wire.request(method, params).await;
        assert_eq!(answer["error"]["code"], -32601, "{method}: {answer}");
    }
}
