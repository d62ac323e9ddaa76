//! Tools of a server elsewhere as tools here, and what a bad server can do.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rmcp::RoleClient;
use rmcp::service::{Peer, RunningService};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::sync::Notify;
use tooldef::approval::{Decision, Policy, approver_fn};
use tooldef::mcp::{self, Import, ImportError};
use tooldef::{Call, Caller, Dispatcher, Effect, ErrorKind, Origin, ToolResult, ToolSet, Toolkit};
use tooldef_tests::notebook::{Notebook, dispatcher};

type Client = RunningService<RoleClient, ()>;

/// A server that answers each request as the test wants; `None` leaves it
/// without an answer.
async fn scripted(answer: impl Fn(&str, &Value) -> Option<Value> + Send + 'static) -> Client {
    let (near, far) = tokio::io::duplex(1 << 20);
    tokio::spawn(async move {
        let (reader, mut writer) = tokio::io::split(far);
        let mut lines = BufReader::new(reader).lines();
        while let Ok(Some(line)) = lines.next_line().await {
            let request: Value = serde_json::from_str(&line).unwrap();
            let method = request["method"].as_str().unwrap_or_default();
            let result = if method == "initialize" {
                Some(json!({ "result": {
                    "protocolVersion": "2025-06-18",
                    "capabilities": { "tools": {} },
                    "serverInfo": { "name": "scripted", "version": "1" },
                } }))
            } else {
                answer(method, &request["params"])
            };
            if let (Some(mut message), Some(id)) = (result, request.get("id")) {
                message["jsonrpc"] = json!("2.0");
                message["id"] = id.clone();
                let line = format!("{message}\n");
                if writer.write_all(line.as_bytes()).await.is_err() {
                    break;
                }
            }
        }
    });
    rmcp::serve_client((), near).await.unwrap()
}

/// A server with one tool `x`, whose call gets this answer.
async fn one(tool: Value, result: Value) -> Client {
    let mut listed = json!({ "name": "x", "description": "Do the thing in question.",
        "inputSchema": { "type": "object" } });
    for (key, value) in tool.as_object().unwrap() {
        listed[key] = value.clone();
    }
    scripted(move |method, _| {
        Some(match method {
            "tools/list" => json!({ "result": { "tools": [listed] } }),
            _ => result.clone(),
        })
    })
    .await
}

fn open(kit: Toolkit) -> Dispatcher {
    let set = ToolSet::builder().spread(kit).build().unwrap();
    Dispatcher::builder(set)
        .policy(Policy::new().dangerously_ungate_everything())
        .build()
        .unwrap()
}

async fn import(peer: &Peer<RoleClient>) -> Toolkit {
    mcp::import(peer, "elsewhere").await.unwrap()
}

async fn call(dispatcher: &Dispatcher, tool: &str, arguments: Value) -> ToolResult {
    let call = Call::new("1", tool.to_owned(), arguments.to_string());
    dispatcher.call(&Caller::new("alice"), call).await
}

#[tokio::test]
async fn a_served_notebook_comes_back_as_tools() {
    let notebook = Arc::new(Notebook::default());
    let far_side = dispatcher(&notebook)
        .approver(approver_fn(|_| async { Ok(Decision::Approve) }))
        .build()
        .unwrap();
    let server = mcp::Server::new(far_side)
        .unwrap()
        .own_approver()
        .page_size(3)
        .unwrap();
    let (near, far) = tokio::io::duplex(1 << 20);
    tokio::spawn(async move {
        let (reader, writer) = tokio::io::split(far);
        server
            .serve_streams(reader, writer, Caller::new("service"))
            .await
    });
    let client = rmcp::serve_client((), near).await.unwrap();
    let kit = import(client.peer()).await.prefix("notes_");
    assert_eq!(kit.tools().len(), 10);
    let names: Vec<&str> = kit.tools().iter().map(tooldef::Tool::name).collect();
    assert_eq!(
        names[..3],
        ["notes_search", "notes_read_note", "notes_save_note"]
    );
    let save = kit.tools()[2].definition();
    assert_eq!(save.origin, Origin::Remote("elsewhere".into()));
    assert_eq!(save.annotations.effect, Some(Effect::Write));
    assert_eq!(
        kit.tools()[0].definition().annotations.title.as_deref(),
        Some("Search notes")
    );

    let here = open(kit);
    let saved = call(&here, "notes_save_note", json!({ "text": "hi" })).await;
    assert_eq!(saved.error, None, "{saved:?}");
    assert_eq!(saved.structured().unwrap()["author"], "service");
    let refused = call(&here, "notes_save_note", json!({ "text": 7 })).await;
    assert_eq!(refused.error, Some(ErrorKind::InvalidArguments));
    let missing = call(&here, "notes_read_note", json!({ "id": 9 })).await;
    assert_eq!(missing.error, Some(ErrorKind::Failed));
    assert_eq!(missing.text(), "there is no note 9");
}

#[tokio::test]
async fn what_a_server_does_not_say_counts_as_dangerous() {
    let gated = [
        json!({}),
        json!({ "annotations": {} }),
        json!({ "annotations": { "idempotentHint": true } }),
        json!({ "annotations": { "destructiveHint": false } }),
        json!({ "annotations": { "readOnlyHint": false, "destructiveHint": false } }),
        json!({ "annotations": { "readOnlyHint": true, "destructiveHint": true } }),
        json!({ "_meta": { "tooldef/annotations": { "effect": "read" } } }),
        json!({ "annotations": { "readOnlyHint": true },
            "_meta": { "tooldef/annotations": { "effect": "destructive" } } }),
    ];
    let result = json!({ "result": { "content": [{ "type": "text", "text": "ran" }] } });
    for tool in gated {
        let client = one(tool.clone(), result.clone()).await;
        let set = ToolSet::builder().spread(import(client.peer()).await);
        let here = Dispatcher::builder(set.build().unwrap()).build().unwrap();
        let denied = call(&here, "x", json!({})).await;
        assert_eq!(denied.error, Some(ErrorKind::Denied), "{tool}");
    }
    let reads = json!({ "annotations": { "readOnlyHint": true } });
    let client = one(reads, result).await;
    let set = ToolSet::builder().spread(import(client.peer()).await);
    let here = Dispatcher::builder(set.build().unwrap()).build().unwrap();
    assert_eq!(call(&here, "x", json!({})).await.text(), "ran");
    let annotations = &here.tools().get("x").unwrap().definition().annotations;
    assert_eq!(annotations.destructive, None);
    assert_eq!(annotations.open_world, None);
}

#[tokio::test]
async fn an_error_of_the_server_is_an_error_here() {
    let result = json!({ "result": { "isError": true,
        "content": [{ "type": "text", "text": "no such city" }] } });
    let client = one(json!({}), result).await;
    let failed = call(&open(import(client.peer()).await), "x", json!({})).await;
    assert_eq!(failed.error, Some(ErrorKind::Failed));
    assert_eq!(failed.text(), "no such city");
    let mute = one(
        json!({}),
        json!({ "result": { "isError": true, "content": [] } }),
    )
    .await;
    let failed = call(&open(import(mute.peer()).await), "x", json!({})).await;
    assert_eq!(failed.error, Some(ErrorKind::Failed));
    assert!(!failed.text().is_empty());
}

#[tokio::test]
async fn a_protocol_error_is_an_error_result_that_names_the_server() {
    let error = json!({ "error": { "code": -32603, "message": "out of order" } });
    let client = one(json!({}), error).await;
    let failed = call(&open(import(client.peer()).await), "x", json!({})).await;
    assert_eq!(failed.error, Some(ErrorKind::Remote));
    assert!(failed.text().contains("elsewhere") && failed.text().contains("out of order"));
}

#[tokio::test]
async fn a_result_without_content_is_taken() {
    let cases = [
        (json!({ "structuredContent": { "a": 1 } }), r#"{"a":1}"#),
        (json!({ "content": [] }), ""),
        (
            json!({ "content": [], "structuredContent": { "a": 1 } }),
            r#"{"a":1}"#,
        ),
    ];
    for (result, expected) in cases {
        let client = one(json!({}), json!({ "result": result })).await;
        let taken = call(&open(import(client.peer()).await), "x", json!({})).await;
        assert_eq!(taken.error, None, "{result}: {taken:?}");
        assert_eq!(taken.text(), expected, "{result}");
    }
}

#[tokio::test]
async fn blocks_come_over_as_they_are() {
    let result = json!({ "result": { "content": [
        { "type": "text", "text": "look" },
        { "type": "image", "data": "aGk=", "mimeType": "image/png" },
        { "type": "resource_link", "uri": "file:///a", "name": "a" },
        { "type": "resource", "resource": { "uri": "file:///b", "text": "inside" } },
        { "type": "resource", "resource": { "uri": "file:///c", "blob": "aGk=" } },
    ] } });
    let client = one(json!({}), result).await;
    let taken = call(&open(import(client.peer()).await), "x", json!({})).await;
    let blocks: Value = serde_json::to_value(taken.blocks()).unwrap();
    assert_eq!(blocks[0], json!({ "type": "text", "text": "look" }));
    assert_eq!(
        blocks[1],
        json!({ "type": "image", "data": "aGk=", "mimeType": "image/png" })
    );
    assert_eq!(blocks[2]["uri"], "file:///a");
    assert_eq!(blocks[3], json!({ "type": "text", "text": "inside" }));
    assert!(
        blocks[4]["text"].as_str().unwrap().contains("file:///c"),
        "{blocks}"
    );
}

#[tokio::test]
async fn a_call_that_takes_too_long_is_an_error_result_and_is_cancelled_there() {
    let cancelled = Arc::new(Notify::new());
    let told = Arc::clone(&cancelled);
    let client = scripted(move |method, _| match method {
        "tools/list" => Some(json!({ "result": { "tools": [
            { "name": "x", "description": "Never answer.", "inputSchema": { "type": "object" } },
        ] } })),
        "notifications/cancelled" => {
            told.notify_one();
            None
        }
        _ => None,
    })
    .await;
    let kit = Import::new(client.peer(), "elsewhere")
        .timeout(Duration::from_millis(50))
        .tools()
        .await
        .unwrap();
    let late = call(&open(kit), "x", json!({})).await;
    assert_eq!(late.error, Some(ErrorKind::TimedOut));
    assert!(late.text().contains("unknown"), "{}", late.text());
    cancelled.notified().await;
}

#[tokio::test]
async fn a_lost_connection_is_an_error_result() {
    let alive = Arc::new(AtomicBool::new(true));
    let state = Arc::clone(&alive);
    let mut client = scripted(move |method, _| {
        state.load(Ordering::SeqCst).then(|| match method {
            "tools/list" => json!({ "result": { "tools": [
                { "name": "x", "description": "Do the thing.", "inputSchema": { "type": "object" } },
            ] } }),
            _ => json!({ "result": { "content": [] } }),
        })
    })
    .await;
    let here = open(import(client.peer()).await);
    client.close().await.unwrap();
    let lost = call(&here, "x", json!({})).await;
    assert_eq!(lost.error, Some(ErrorKind::Remote), "{lost:?}");
    assert!(matches!(
        mcp::import(client.peer(), "elsewhere").await,
        Err(ImportError::List { .. })
    ));
}

#[tokio::test]
async fn all_pages_are_read_and_a_cursor_that_stands_still_ends_the_import() {
    let paged = scripted(|method, params| {
        assert_eq!(
            method
                .strip_prefix("notifications/")
                .map_or(method, |_| "tools/list"),
            "tools/list"
        );
        let page: usize = params["cursor"]
            .as_str()
            .map_or(0, |cursor| cursor.parse().unwrap());
        let tools: Vec<Value> = (page * 50..(page * 50 + 50).min(120))
            .map(|number| {
                json!({ "name": format!("tool_{number}"), "description": "Do one of many things.",
                    "inputSchema": { "type": "object" } })
            })
            .collect();
        let mut result = json!({ "tools": tools });
        if page < 2 {
            result["nextCursor"] = json!((page + 1).to_string());
        }
        Some(json!({ "result": result }))
    })
    .await;
    assert_eq!(import(paged.peer()).await.tools().len(), 120);

    let stuck =
        scripted(|_, _| Some(json!({ "result": { "tools": [], "nextCursor": "again" } }))).await;
    let endless = mcp::import(stuck.peer(), "elsewhere").await.unwrap_err();
    assert!(matches!(&endless, ImportError::Endless { cursor, .. } if cursor == "again"));
    assert!(endless.to_string().contains("elsewhere"));
}

#[tokio::test]
async fn arguments_are_checked_against_the_servers_schema_and_the_rest_left_to_it() {
    let schema = json!({
        "type": "object",
        "properties": { "city": { "type": "string" } },
        "required": ["city"],
        "if": { "properties": { "city": { "const": "x" } } },
        "then": { "required": ["zip"] },
        "x-vendor": { "anything": true },
    });
    let result = json!({ "result": { "content": [{ "type": "text", "text": "ran" }] } });
    let client = one(json!({ "inputSchema": schema }), result).await;
    let here = open(import(client.peer()).await);
    let wrong = call(&here, "x", json!({ "city": 7 })).await;
    assert_eq!(wrong.error, Some(ErrorKind::InvalidArguments), "{wrong:?}");
    let right = call(&here, "x", json!({ "city": "y", "more": 1 })).await;
    assert_eq!(right.text(), "ran");
}

#[tokio::test]
async fn a_name_that_is_illegal_here_is_reported_and_can_be_changed() {
    let tool = json!({ "name": "files.read" });
    let result = json!({ "result": { "content": [{ "type": "text", "text": "ran" }] } });
    let client = one(tool, result).await;
    let kit = import(client.peer()).await;
    let fault = ToolSet::builder().spread(kit.clone()).build().unwrap_err();
    assert!(fault.to_string().contains("files.read"), "{fault}");
    let here = open(kit.rename("files.read", "files_read"));
    assert_eq!(call(&here, "files_read", json!({})).await.text(), "ran");
}
