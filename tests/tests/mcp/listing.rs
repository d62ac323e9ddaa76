//! `tools/list`: the entries, the pages, and what tells of a change.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tooldef::mcp::Server;
use tooldef::{Caller, Dispatcher, Effect, Tool, ToolSet};

use crate::wire::{NEWEST, Wire, notebook};

fn many(count: usize) -> Dispatcher {
    let mut set = ToolSet::builder();
    for number in 0..count {
        let tool = Tool::builder(format!("tool_{number}"), "Give nothing back, ever.")
            .effect(Effect::Read)
            .raw_handler(json!({}), |_, _| async { "" });
        set = set.add(tool);
    }
    Dispatcher::builder(set.build().unwrap()).build().unwrap()
}

async fn list(wire: &mut Wire) -> Vec<Value> {
    let answer = wire.request("tools/list", json!({})).await;
    answer["result"]["tools"].as_array().unwrap().clone()
}

#[tokio::test]
async fn hints_come_from_one_table_and_nothing_is_guessed() {
    let (_, server) = notebook();
    let mut wire = Wire::older(&server, "2025-06-18", json!({})).await;
    let tools = list(&mut wire).await;
    let hints = |name: &str| {
        let tool = tools.iter().find(|tool| tool["name"] == name).unwrap();
        tool["annotations"].clone()
    };
    let expected = [
        (
            "read_note",
            json!({ "readOnlyHint": true, "destructiveHint": false }),
        ),
        (
            "save_note",
            json!({ "readOnlyHint": false, "destructiveHint": false }),
        ),
        (
            "edit_note",
            json!({ "readOnlyHint": false, "destructiveHint": true, "idempotentHint": true }),
        ),
        (
            "delete_note",
            json!({ "readOnlyHint": false, "destructiveHint": true }),
        ),
    ];
    for (name, hint) in expected {
        assert_eq!(hints(name), hint, "{name}");
    }
}

#[tokio::test]
async fn an_entry_carries_title_schemas_and_the_effect() {
    let (_, server) = notebook();
    let mut wire = Wire::older(&server, "2025-06-18", json!({})).await;
    let tools = list(&mut wire).await;
    let search = &tools[0];
    assert_eq!(search["name"], "search");
    assert_eq!(search["title"], "Search notes");
    assert_eq!(search["inputSchema"]["type"], "object");
    assert_eq!(search["inputSchema"]["additionalProperties"], false);
    assert_eq!(search["_meta"]["tooldef/annotations"]["effect"], "read");
    // A list of notes is no object, so only its text can go over.
    assert_eq!(search.get("outputSchema"), None);
    assert_eq!(tools[1]["outputSchema"]["type"], "object");
}

#[tokio::test]
async fn the_list_is_the_same_bytes_every_time_and_in_order() {
    let (_, server) = notebook();
    let (_, again) = notebook();
    let first = list(&mut Wire::older(&server, "2025-11-25", json!({})).await).await;
    let second = list(&mut Wire::older(&again, "2025-11-25", json!({})).await).await;
    assert_eq!(json!(first).to_string(), json!(second).to_string());
    let names: Vec<&str> = first
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    let order = [
        "search",
        "read_note",
        "save_note",
        "edit_note",
        "delete_note",
    ];
    assert_eq!(names[..5], order);
}

#[tokio::test]
async fn the_pages_hold_every_tool_once() {
    let server = Server::new(many(120)).unwrap().page_size(50).unwrap();
    let mut wire = Wire::older(&server, "2025-06-18", json!({})).await;
    let mut names = Vec::new();
    let mut sizes = Vec::new();
    let mut params = json!({});
    loop {
        let answer = wire.request("tools/list", params).await;
        let page = answer["result"]["tools"].as_array().unwrap();
        sizes.push(page.len());
        names.extend(
            page.iter()
                .map(|tool| tool["name"].as_str().unwrap().to_owned()),
        );
        let cursor = &answer["result"]["nextCursor"];
        if cursor.is_null() {
            break;
        }
        params = json!({ "cursor": cursor });
    }
    assert_eq!(sizes, [50, 50, 20]);
    let distinct: BTreeSet<&String> = names.iter().collect();
    assert_eq!((names.len(), distinct.len()), (120, 120));
}

#[tokio::test]
async fn a_cursor_that_no_page_gave_is_refused() {
    let server = Server::new(many(30)).unwrap().page_size(10).unwrap();
    let mut wire = Wire::older(&server, "2025-06-18", json!({})).await;
    let first = wire.request("tools/list", json!({})).await;
    let cursor = first["result"]["nextCursor"].as_str().unwrap();
    let version = cursor.split_once('.').unwrap().0;
    let bad = [
        String::new(),
        "10".to_owned(),
        "nonsense".to_owned(),
        format!("{version}.0"),
        format!("{version}.15"),
        format!("{version}.30"),
        format!("{version}.-10"),
        "0000000000000000.10".to_owned(),
    ];
    for cursor in bad {
        let answer = wire
            .request("tools/list", json!({ "cursor": cursor }))
            .await;
        assert_eq!(answer["error"]["code"], -32602, "{cursor:?}: {answer}");
    }
    let answer = wire
        .request("tools/list", json!({ "cursor": cursor }))
        .await;
    assert_eq!(answer["result"]["tools"][0]["name"], "tool_10");
}

#[tokio::test]
async fn a_page_of_nothing_is_refused() {
    let server = Server::new(many(1)).unwrap();
    assert!(server.page_size(0).is_err());
}

#[tokio::test]
async fn clients_are_told_of_new_tools_and_old_cursors_end() {
    let server = Server::new(many(30)).unwrap().page_size(10).unwrap();
    let mut wire = Wire::older(&server, "2025-06-18", json!({})).await;
    let first = wire.request("tools/list", json!({})).await;
    server.replace(many(25)).unwrap();
    let told = wire.receive().await;
    assert_eq!(told["method"], "notifications/tools/list_changed");
    let cursor = first["result"]["nextCursor"].clone();
    let answer = wire
        .request("tools/list", json!({ "cursor": cursor }))
        .await;
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    assert_eq!(
        wire.request("tools/call", json!({ "name": "tool_29" }))
            .await["error"]["code"],
        -32602
    );
}

#[tokio::test]
async fn a_subscriber_of_the_newest_revision_is_told_of_new_tools() {
    let server = Server::new(many(3)).unwrap();
    let mut wire = Wire::newest(&server, Caller::new("alice"), &json!({}));
    let wanted = json!({ "notifications": { "toolsListChanged": true } });
    wire.begin("subscriptions/listen", wanted).await;
    let acknowledged = wire.receive().await;
    assert_eq!(
        acknowledged["method"],
        "notifications/subscriptions/acknowledged"
    );
    server.replace(many(4)).unwrap();
    let told = wire.receive().await;
    assert_eq!(told["method"], "notifications/tools/list_changed");
}

#[tokio::test]
async fn every_revision_is_served() {
    let (_, server) = notebook();
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let mut wire = Wire::older(&server, version, json!({})).await;
        assert_eq!(list(&mut wire).await.len(), 10, "{version}");
        wire.close().await.unwrap();
    }
    let mut wire = Wire::newest(&server, Caller::new("alice"), &json!({}));
    let discovered = wire.request("server/discover", json!({})).await;
    let versions = discovered["result"]["supportedVersions"]
        .as_array()
        .unwrap();
    assert!(versions.contains(&json!(NEWEST)), "{discovered}");
    assert_eq!(list(&mut wire).await.len(), 10);
}

#[tokio::test]
async fn a_client_that_asks_what_is_there_may_still_open_an_older_session() {
    let (_, server) = notebook();
    let mut wire = Wire::silent(&server, Caller::new("alice"));
    let refused = wire.request("server/discover", json!({})).await;
    assert!(refused.get("error").is_some(), "{refused}");
    let hello = json!({
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": { "name": "wire", "version": "1" },
    });
    let answer = wire.request("initialize", hello).await;
    assert_eq!(answer["result"]["protocolVersion"], "2025-06-18");
}
