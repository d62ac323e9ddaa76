//! Streamable HTTP: who is let in, whose session is whose, and both ways of
//! keeping state.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;

use serde_json::{Value, json};
use tokio::sync::oneshot;
use tooldef::Caller;
use tooldef::mcp::{Refusal, RequestParts, Server};
use tooldef_tests::notebook::Notebook;

use crate::wire::{NEWEST, notebook, text};

/// Whoever says `Bearer NAME` is NAME.
fn bearer(parts: &RequestParts) -> Result<Caller, Refusal> {
    let token = parts.headers.get("authorization");
    match token.and_then(|value| value.to_str().ok()?.strip_prefix("Bearer ")) {
        Some("banned") => Err(Refusal::forbidden()),
        Some(name) => Ok(Caller::new(name)),
        None => Err(Refusal::unauthenticated("Bearer realm=\"notes\"")),
    }
}

struct Site {
    address: SocketAddr,
    notebook: Arc<Notebook>,
    /// Ends the server when dropped.
    _end: oneshot::Sender<()>,
}

struct Reply {
    status: u16,
    headers: HashMap<String, String>,
    body: String,
}

impl Reply {
    /// The last message of the body, be it JSON or a stream of events.
    fn message(&self) -> Value {
        let data = self.body.lines().rev().find_map(|line| {
            let data = line.strip_prefix("data:")?.trim();
            data.starts_with('{').then_some(data)
        });
        let text = data.unwrap_or(&self.body);
        serde_json::from_str(text).unwrap_or_else(|_| panic!("{}: {}", self.status, self.body))
    }
}

async fn site(change: impl FnOnce(Server) -> Server) -> Site {
    let (notebook, server) = notebook();
    let free = SocketAddr::from(([127, 0, 0, 1], 0));
    let bound = change(server).bind(free, bearer).await.unwrap();
    let address = bound.address();
    let (end, ended) = oneshot::channel::<()>();
    tokio::spawn(bound.serve_until(async {
        let _ = ended.await;
    }));
    Site {
        address,
        notebook,
        _end: end,
    }
}

impl Site {
    async fn send(&self, method: &str, headers: &[(&str, &str)], body: &str) -> Reply {
        self.send_to("/mcp", method, headers, body).await
    }

    async fn send_to(
        &self,
        path: &str,
        method: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Reply {
        let mut lines: Vec<(String, String)> = [
            ("host", self.address.to_string().as_str()),
            ("content-type", "application/json"),
            ("accept", "application/json, text/event-stream"),
            ("connection", "close"),
            ("content-length", &body.len().to_string()),
        ]
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
        for (name, value) in headers {
            lines.retain(|(known, _)| known != name);
            lines.push(((*name).to_owned(), (*value).to_owned()));
        }
        let head: String = lines
            .iter()
            .map(|(name, value)| format!("{name}: {value}\r\n"))
            .collect();
        let request = format!("{method} {path} HTTP/1.1\r\n{head}\r\n{body}");
        let address = self.address;
        tokio::task::spawn_blocking(move || exchange(address, &request))
            .await
            .unwrap()
    }

    /// A request of the newest revision by this caller.
    async fn newest(&self, who: &str, method: &str, mut params: Value) -> Value {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": NEWEST,
            "io.modelcontextprotocol/clientInfo": { "name": "wire", "version": "1" },
            "io.modelcontextprotocol/clientCapabilities": { "elicitation": { "form": {} } },
        });
        let name = params["name"].as_str().unwrap_or_default().to_owned();
        let token = format!("Bearer {who}");
        let mut headers = vec![
            ("authorization", token.as_str()),
            ("mcp-protocol-version", NEWEST),
            ("mcp-method", method),
        ];
        if !name.is_empty() {
            headers.push(("mcp-name", &name));
        }
        let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        self.send("POST", &headers, &body.to_string())
            .await
            .message()
    }

    /// Opens a session of an older revision.
    async fn session(&self, who: &str) -> Reply {
        let token = format!("Bearer {who}");
        let hello = json!({
            "jsonrpc": "2.0", "id": 1, "method": "initialize",
            "params": {
                "protocolVersion": "2025-06-18",
                "capabilities": { "elicitation": {} },
                "clientInfo": { "name": "wire", "version": "1" },
            },
        });
        self.send("POST", &[("authorization", &token)], &hello.to_string())
            .await
    }

    async fn older(&self, who: &str, session: Option<&str>, method: &str, params: Value) -> Reply {
        let token = format!("Bearer {who}");
        let mut headers = vec![
            ("authorization", token.as_str()),
            ("mcp-protocol-version", "2025-06-18"),
        ];
        headers.extend(session.map(|session| ("mcp-session-id", session)));
        let body = json!({ "jsonrpc": "2.0", "id": 2, "method": method, "params": params });
        self.send("POST", &headers, &body.to_string()).await
    }
}

fn exchange(address: SocketAddr, request: &str) -> Reply {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    let all = String::from_utf8(bytes).unwrap();
    let (head, body) = all.split_once("\r\n\r\n").unwrap();
    let mut lines = head.lines();
    let status = lines.next().unwrap().split(' ').nth(1).unwrap();
    let headers: HashMap<String, String> = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
        .collect();
    let chunked = headers
        .get("transfer-encoding")
        .is_some_and(|coding| coding == "chunked");
    Reply {
        status: status.parse().unwrap(),
        headers,
        body: if chunked { join(body) } else { body.to_owned() },
    }
}

/// Joins the chunks of a chunked body.
fn join(mut body: &str) -> String {
    let mut whole = String::new();
    while let Some((size, rest)) = body.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).unwrap();
        whole.push_str(&rest[..size]);
        body = rest[size..].trim_start_matches("\r\n");
    }
    whole
}

fn save(words: &str) -> Value {
    json!({ "name": "save_note", "arguments": { "text": words } })
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_enters_without_a_credential() {
    let site = site(|server| server).await;
    let reply = site.send("POST", &[], "{}").await;
    assert_eq!(reply.status, 401);
    assert_eq!(reply.headers["www-authenticate"], "Bearer realm=\"notes\"");
    let banned = [("authorization", "Bearer banned")];
    assert_eq!(site.send("POST", &banned, "{}").await.status, 403);
    assert_eq!(site.send("GET", &[], "").await.status, 401);
    let elsewhere = site.send_to("/", "POST", &[], "{}").await;
    assert_eq!(elsewhere.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_web_page_from_elsewhere_is_refused() {
    let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": { "_meta": {
        "io.modelcontextprotocol/protocolVersion": NEWEST,
        "io.modelcontextprotocol/clientInfo": { "name": "wire", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    } } })
    .to_string();
    let ask = |origin: &'static str, host: Option<&'static str>| {
        let mut headers = vec![
            ("authorization", "Bearer alice"),
            ("mcp-protocol-version", NEWEST),
            ("mcp-method", "tools/list"),
        ];
        if !origin.is_empty() {
            headers.push(("origin", origin));
        }
        headers.extend(host.map(|host| ("host", host)));
        headers
    };
    let site_ = site(|server| server).await;
    for origin in [
        "https://evil.example",
        "null",
        "http://127.0.0.1.evil.example",
    ] {
        let reply = site_.send("POST", &ask(origin, None), &list).await;
        assert_eq!(reply.status, 403, "{origin}");
    }
    for origin in ["", "http://localhost:6274", "http://127.0.0.1:1"] {
        let reply = site_.send("POST", &ask(origin, None), &list).await;
        assert_eq!(reply.status, 200, "{origin}: {}", reply.body);
    }
    let renamed = site_
        .send("POST", &ask("", Some("evil.example")), &list)
        .await;
    assert_eq!(renamed.status, 403);
    let open = site(|server| server.allowed_origins(["https://app.example"])).await;
    let reply = open
        .send("POST", &ask("https://app.example", None), &list)
        .await;
    assert_eq!(reply.status, 200);
    let reply = open
        .send("POST", &ask("https://evil.example", None), &list)
        .await;
    assert_eq!(reply.status, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn each_request_of_the_newest_revision_has_its_own_caller() {
    let site = site(|server| server).await;
    for who in ["alice", "bob"] {
        let first = site.newest(who, "tools/call", save(who)).await;
        assert_eq!(first["result"]["resultType"], "input_required", "{first}");
        let mut again = save(who);
        again["requestState"] = first["result"]["requestState"].clone();
        again["inputResponses"] = json!({ "approval": { "action": "accept", "content": {} } });
        let stolen = site.newest("mallory", "tools/call", again.clone()).await;
        assert_eq!(stolen["error"]["code"], -32602, "{stolen}");
        let second = site.newest(who, "tools/call", again).await;
        assert_eq!(
            second["result"]["structuredContent"]["author"], who,
            "{second}"
        );
    }
    let authors: Vec<String> = site
        .notebook
        .notes()
        .into_iter()
        .map(|note| note.author)
        .collect();
    assert_eq!(authors, ["alice", "bob"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_belongs_to_the_caller_who_opened_it() {
    let site = site(|server| server).await;
    let opened = site.session("alice").await;
    let id = opened.headers["mcp-session-id"].as_str();
    let session = Some(id);
    let list = json!({});
    let own = site
        .older("alice", session, "tools/list", list.clone())
        .await;
    assert_eq!(
        own.message()["result"]["tools"].as_array().unwrap().len(),
        10
    );
    let other = site
        .older("mallory", session, "tools/list", list.clone())
        .await;
    assert_eq!(other.status, 404);
    let unknown = site
        .older("mallory", Some("no-such"), "tools/list", list.clone())
        .await;
    assert_eq!((unknown.status, &unknown.body), (404, &other.body));
    let end = [
        ("authorization", "Bearer mallory"),
        ("mcp-session-id", id),
        ("mcp-protocol-version", "2025-06-18"),
    ];
    assert_eq!(site.send("DELETE", &end, "").await.status, 404);
    let own = site.older("alice", session, "tools/list", list).await;
    assert_eq!(own.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_sessions_older_clients_are_served_and_their_gated_calls_denied() {
    let site = site(Server::stateless).await;
    let opened = site.session("alice").await;
    assert_eq!(opened.status, 200, "{}", opened.body);
    assert_eq!(opened.headers.get("mcp-session-id"), None);
    let answer = site
        .older("alice", None, "tools/call", json!({ "name": "search" }))
        .await
        .message();
    assert_eq!(text(&answer), "[]");
    let answer = site
        .older("alice", None, "tools/call", save("x"))
        .await
        .message();
    assert_eq!(answer["result"]["isError"], true, "{answer}");
    assert!(text(&answer).contains("elicitation"), "{answer}");
    assert_eq!(site.notebook.notes(), []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_is_no_message_does_not_stop_the_server() {
    let site = site(|server| server).await;
    let alice = [("authorization", "Bearer alice")];
    for body in ["", "{", "[]", "null", "\"text\""] {
        let reply = site.send("POST", &alice, body).await;
        assert!(
            (400..500).contains(&reply.status),
            "{body}: {}",
            reply.status
        );
    }
    let listed = site.newest("alice", "tools/list", json!({})).await;
    assert_eq!(listed["result"]["tools"].as_array().unwrap().len(), 10);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_ends_when_told_and_frees_its_address() {
    let (_, server) = notebook();
    let free = SocketAddr::from(([127, 0, 0, 1], 0));
    let bound = server.bind(free, bearer).await.unwrap();
    let address = bound.address();
    let taken = server
        .bind(address, bearer)
        .await
        .err()
        .unwrap()
        .to_string();
    assert!(
        taken.contains(&address.to_string()) && taken.contains("port"),
        "{taken}"
    );
    let (end, ended) = oneshot::channel::<()>();
    let serving = tokio::spawn(bound.serve_until(async {
        let _ = ended.await;
    }));
    end.send(()).unwrap();
    serving.await.unwrap().unwrap();
    server.bind(address, bearer).await.unwrap();
}
