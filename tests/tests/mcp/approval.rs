//! The gate asks the client's user: by a request, by an `input_required`
//! answer, or not at all.

use std::time::Duration;

use serde_json::{Value, json};
use tooldef::Caller;
use tooldef::approval::{Decision, approver_fn};
use tooldef::mcp::Server;
use tooldef_tests::notebook::{Notebook, dispatcher};

use crate::wire::{Wire, notebook, text};

fn save(words: &str) -> Value {
    json!({ "name": "save_note", "arguments": { "text": words } })
}

fn forms() -> Value {
    json!({ "elicitation": {} })
}

/// Begins a gated call and gives its id and the request that asks about it.
async fn asked(wire: &mut Wire, call: Value) -> (u64, Value) {
    let id = wire.begin("tools/call", call).await;
    let asked = wire.receive().await;
    assert_eq!(asked["method"], "elicitation/create", "{asked}");
    (id, asked)
}

async fn reply(wire: &mut Wire, asked: &Value, result: Value) {
    wire.send(&json!({ "jsonrpc": "2.0", "id": asked["id"], "result": result }))
        .await;
}

#[tokio::test]
async fn an_older_client_is_asked_and_sees_exactly_what_will_run() {
    let (notebook, server) = notebook();
    for version in ["2025-06-18", "2025-11-25"] {
        let mut wire = Wire::older(&server, version, forms()).await;
        let (id, question) = asked(&mut wire, save("a\u{202e}b")).await;
        let message = question["params"]["message"].as_str().unwrap();
        assert!(
            message.contains("save_note") && message.contains("write"),
            "{message}"
        );
        assert!(message.contains(r#""text": "a\u202eb""#), "{message}");
        assert_eq!(question["params"]["requestedSchema"]["type"], "object");
        let before = notebook.notes().len();
        reply(
            &mut wire,
            &question,
            json!({ "action": "accept", "content": {} }),
        )
        .await;
        let answer = wire.answer(id).await;
        assert_eq!(answer["result"]["isError"], false, "{answer}");
        assert_eq!(notebook.notes().len(), before + 1);
    }
    assert_eq!(notebook.notes()[0].author, "alice");
}

#[tokio::test]
async fn only_an_accepted_form_approves() {
    let (notebook, server) = notebook();
    let mut wire = Wire::older(&server, "2025-06-18", forms()).await;
    let refusals = [
        (json!({ "action": "decline" }), "declined"),
        (
            json!({ "action": "decline", "content": { "remember": true } }),
            "declined",
        ),
        (json!({ "action": "cancel" }), "dismissed"),
    ];
    for (result, reason) in refusals {
        let (id, question) = asked(&mut wire, save("no")).await;
        reply(&mut wire, &question, result).await;
        let answer = wire.answer(id).await;
        assert_eq!(answer["result"]["isError"], true);
        assert!(text(&answer).contains(reason), "{answer}");
    }
    let (id, question) = asked(&mut wire, save("no")).await;
    let error = json!({ "code": -32601, "message": "no forms here" });
    wire.send(&json!({ "jsonrpc": "2.0", "id": question["id"], "error": error }))
        .await;
    let answer = wire.answer(id).await;
    assert_eq!(answer["result"]["isError"], true);
    assert!(!text(&answer).contains("no forms here"), "{answer}");
    assert_eq!(notebook.notes(), []);
}

#[tokio::test]
async fn bad_arguments_are_refused_before_anybody_is_asked() {
    let (_, server) = notebook();
    let mut wire = Wire::older(&server, "2025-06-18", forms()).await;
    let answer = wire.call("save_note", json!({ "text": 7 })).await;
    assert!(
        text(&answer).starts_with("Invalid arguments for save_note"),
        "{answer}"
    );
    assert_eq!(wire.seen, [] as [Value; 0]);
}

#[tokio::test]
async fn a_remembered_approval_is_for_that_tool_in_that_session() {
    let (notebook, server) = notebook();
    let mut wire = Wire::older(&server, "2025-06-18", forms()).await;
    let (id, question) = asked(&mut wire, save("one")).await;
    reply(
        &mut wire,
        &question,
        json!({ "action": "accept", "content": { "remember": true } }),
    )
    .await;
    wire.answer(id).await;
    let answer = wire.call("save_note", json!({ "text": "two" })).await;
    assert_eq!(answer["result"]["isError"], false, "{answer}");
    assert_eq!(notebook.notes().len(), 2);
    let delete = json!({ "name": "delete_note", "arguments": { "id": 1 } });
    let (id, question) = asked(&mut wire, delete).await;
    reply(&mut wire, &question, json!({ "action": "decline" })).await;
    wire.answer(id).await;
    let mut other = Wire::older(&server, "2025-06-18", forms()).await;
    asked(&mut other, save("three")).await;
}

#[tokio::test]
async fn a_client_that_cannot_ask_is_denied_with_the_reason() {
    let (notebook, server) = notebook();
    let mut older = Wire::older(&server, "2025-06-18", json!({})).await;
    let mut oldest = Wire::older(&server, "2024-11-05", json!({ "sampling": {} })).await;
    let alice = Caller::new("alice");
    let mut newest = Wire::newest(&server, alice.clone(), &json!({}));
    let mut links = Wire::newest(&server, alice, &json!({ "elicitation": { "url": {} } }));
    for wire in [&mut older, &mut oldest, &mut newest, &mut links] {
        let answer = wire.request("tools/call", save("x")).await;
        assert_eq!(answer["result"]["isError"], true, "{answer}");
        assert!(text(&answer).contains("elicitation"), "{answer}");
        assert_eq!(wire.seen, [] as [Value; 0]);
    }
    assert_eq!(notebook.notes(), []);
}

#[tokio::test]
async fn a_question_nobody_answers_ends_and_is_withdrawn() {
    let notebook = std::sync::Arc::new(Notebook::default());
    let dispatcher = dispatcher(&notebook).approval_timeout(Duration::from_secs(1));
    let server = Server::new(dispatcher.build().unwrap()).unwrap();
    let mut wire = Wire::older(&server, "2025-06-18", forms()).await;
    let (id, question) = asked(&mut wire, save("late")).await;
    let (mut answer, mut withdrawn) = (None, None);
    while answer.is_none() || withdrawn.is_none() {
        let message = wire.receive().await;
        if message["id"] == id {
            answer = Some(message);
        } else {
            assert_eq!(message["method"], "notifications/cancelled", "{message}");
            assert_eq!(message["params"]["requestId"], question["id"]);
            withdrawn = Some(message);
        }
    }
    assert!(text(&answer.unwrap()).contains("nobody decided within 1 s"));
    // The late answer changes nothing.
    reply(
        &mut wire,
        &question,
        json!({ "action": "accept", "content": {} }),
    )
    .await;
    wire.call("search", json!({})).await;
    assert_eq!(notebook.notes(), []);
}

#[tokio::test]
async fn a_call_cancelled_while_it_waits_for_approval_never_runs() {
    let (notebook, server) = notebook();
    let mut wire = Wire::older(&server, "2025-06-18", forms()).await;
    let (id, question) = asked(&mut wire, save("x")).await;
    let params = json!({ "requestId": id });
    wire.send(&json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params }))
        .await;
    let withdrawn = wire.receive().await;
    assert_eq!(withdrawn["method"], "notifications/cancelled");
    assert_eq!(withdrawn["params"]["requestId"], question["id"]);
    reply(
        &mut wire,
        &question,
        json!({ "action": "accept", "content": {} }),
    )
    .await;
    wire.call("search", json!({})).await;
    assert_eq!(wire.seen, [] as [Value; 0]);
    assert_eq!(notebook.notes(), []);
}

/// Begins a gated call on the newest revision; gives the `input_required`.
async fn required(wire: &mut Wire, call: Value) -> Value {
    let answer = wire.request("tools/call", call).await;
    assert_eq!(answer["result"]["resultType"], "input_required", "{answer}");
    answer["result"].clone()
}

/// The same call with the user's answer.
fn again(mut call: Value, required: &Value, action: &str) -> Value {
    let questions = required["inputRequests"].as_object().unwrap();
    let (key, question) = questions.iter().next().unwrap();
    assert_eq!(question["method"], "elicitation/create");
    call["inputResponses"] = json!({ key: { "action": action, "content": {} } });
    call["requestState"] = required["requestState"].clone();
    call
}

fn newest(server: &Server, caller: &str) -> Wire {
    Wire::newest(
        server,
        Caller::new(caller),
        &json!({ "elicitation": { "form": {} } }),
    )
}

#[tokio::test]
async fn the_newest_revision_asks_by_an_answer_and_runs_on_the_repeated_call() {
    let (notebook, server) = notebook();
    let mut wire = newest(&server, "alice");
    let first = required(&mut wire, save("hello")).await;
    let question = &first["inputRequests"]["approval"]["params"];
    assert!(
        question["message"].as_str().unwrap().contains("hello"),
        "{question}"
    );
    assert_eq!(notebook.notes(), []);
    let answer = wire
        .request("tools/call", again(save("hello"), &first, "accept"))
        .await;
    assert_eq!(answer["result"]["isError"], false, "{answer}");
    assert_eq!(notebook.notes().len(), 1);
}

#[tokio::test]
async fn a_declined_answer_denies() {
    let (notebook, server) = notebook();
    let mut wire = newest(&server, "alice");
    for (action, reason) in [("decline", "declined"), ("cancel", "dismissed")] {
        let first = required(&mut wire, save("x")).await;
        let answer = wire
            .request("tools/call", again(save("x"), &first, action))
            .await;
        assert_eq!(answer["result"]["isError"], true, "{answer}");
        assert!(text(&answer).contains(reason), "{answer}");
    }
    assert_eq!(notebook.notes(), []);
}

#[tokio::test]
async fn a_state_serves_once() {
    let (notebook, server) = notebook();
    let mut wire = newest(&server, "alice");
    let first = required(&mut wire, save("x")).await;
    let repeat = again(save("x"), &first, "accept");
    wire.request("tools/call", repeat.clone()).await;
    let answer = wire.request("tools/call", repeat).await;
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    assert_eq!(notebook.notes().len(), 1);
}

#[tokio::test]
async fn an_approval_is_for_exactly_the_arguments_that_were_shown() {
    let (notebook, server) = notebook();
    let mut wire = newest(&server, "alice");
    let first = required(&mut wire, save("shown")).await;
    let second = required(&mut wire, again(save("other"), &first, "accept")).await;
    let message = second["inputRequests"]["approval"]["params"]["message"].as_str();
    assert!(message.unwrap().contains("other"));
    let edit = json!({ "name": "edit_note", "arguments": { "id": 1, "text": "x" } });
    required(&mut wire, again(edit, &second, "accept")).await;
    assert_eq!(notebook.notes(), []);
}

#[tokio::test]
async fn a_changed_state_is_refused_wherever_it_was_changed() {
    let (notebook, server) = notebook();
    let mut wire = newest(&server, "alice");
    let first = required(&mut wire, save("x")).await;
    let state = first["requestState"].as_str().unwrap().to_owned();
    let mut bad = vec![
        String::new(),
        ".".repeat(3),
        format!("{state}-TAMPERED"),
        format!("{state}00"),
        state.to_uppercase(),
        state[1..].to_owned(),
    ];
    for at in 0..state.len() {
        let mut bytes = state.clone().into_bytes();
        bytes[at] = if bytes[at] == b'0' { b'1' } else { b'0' };
        bad.push(String::from_utf8(bytes).unwrap());
    }
    for state in bad {
        let mut repeat = again(save("x"), &first, "accept");
        repeat["requestState"] = json!(state);
        let answer = wire.request("tools/call", repeat).await;
        assert_eq!(answer["error"]["code"], -32602, "{state}: {answer}");
    }
    assert_eq!(notebook.notes(), []);
}

#[tokio::test]
async fn a_state_of_another_caller_or_another_server_is_refused() {
    let (notebook, server) = notebook();
    let first = required(&mut newest(&server, "alice"), save("x")).await;
    let repeat = again(save("x"), &first, "accept");
    let answer = newest(&server, "mallory")
        .request("tools/call", repeat.clone())
        .await;
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    let mut system = Wire::newest(&server, Caller::system(), &forms());
    let first = required(&mut newest(&server, "system"), save("x")).await;
    let answer = system
        .request("tools/call", again(save("x"), &first, "accept"))
        .await;
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    let (_, other) = crate::wire::notebook();
    let answer = newest(&other, "alice").request("tools/call", repeat).await;
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    assert_eq!(notebook.notes(), []);
}

#[tokio::test]
async fn a_state_without_an_answer_asks_again() {
    let (notebook, server) = notebook();
    let mut wire = newest(&server, "alice");
    let first = required(&mut wire, save("x")).await;
    let mut repeat = again(save("x"), &first, "accept");
    repeat["inputResponses"] = json!({ "another": { "action": "accept" } });
    let second = required(&mut wire, repeat).await;
    let mut repeat = again(save("x"), &second, "accept");
    repeat["inputResponses"] = json!({ "approval": { "action": "yes please" } });
    required(&mut wire, repeat).await;
    // An answer to a question that was never asked approves nothing.
    let mut unasked = save("x");
    unasked["inputResponses"] = json!({ "approval": { "action": "accept", "content": {} } });
    required(&mut wire, unasked).await;
    assert_eq!(notebook.notes(), []);
}

#[tokio::test]
async fn the_dispatchers_own_approver_decides_where_the_server_says_so() {
    let notebook = std::sync::Arc::new(Notebook::default());
    let dispatcher = dispatcher(&notebook)
        .approver(approver_fn(|_| async { Ok(Decision::Approve) }))
        .build()
        .unwrap();
    let asking = Server::new(dispatcher.clone()).unwrap();
    let mut wire = Wire::older(&asking, "2025-06-18", json!({})).await;
    let answer = wire.request("tools/call", save("x")).await;
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    let own = Server::new(dispatcher).unwrap().own_approver();
    let mut wire = Wire::older(&own, "2025-06-18", json!({})).await;
    let answer = wire.request("tools/call", save("x")).await;
    assert_eq!(answer["result"]["isError"], false, "{answer}");
    assert_eq!(notebook.notes().len(), 1);
}
