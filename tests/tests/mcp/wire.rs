//! A client that writes and reads the protocol's lines itself, so that a test
//! sees exactly what goes over.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf,
};
use tokio::task::JoinHandle;
use tooldef::Caller;
use tooldef::mcp::{ServeError, Server};
use tooldef_tests::notebook::{Notebook, dispatcher};

/// Long enough for any machine; only a hanging test waits for it.
const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) const NEWEST: &str = "2026-07-28";

pub(crate) struct Wire {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    writer: WriteHalf<DuplexStream>,
    server: JoinHandle<Result<(), ServeError>>,
    next: u64,
    /// The `_meta` that every request carries; null before the newest revision.
    meta: Value,
    /// What came that was no answer to a request.
    pub(crate) seen: Vec<Value>,
}

/// A notebook and a server of it.
pub(crate) fn notebook() -> (Arc<Notebook>, Server) {
    let notebook = Arc::new(Notebook::default());
    let dispatcher = dispatcher(&notebook).build().unwrap();
    (notebook, Server::new(dispatcher).unwrap())
}

impl Wire {
    /// A connection on which nothing was said yet.
    pub(crate) fn silent(server: &Server, caller: Caller) -> Self {
        let (near, far) = tokio::io::duplex(1 << 20);
        let (far_reader, far_writer) = tokio::io::split(far);
        let server = server.clone();
        let server =
            tokio::spawn(async move { server.serve_streams(far_reader, far_writer, caller).await });
        let (reader, writer) = tokio::io::split(near);
        Self {
            lines: BufReader::new(reader).lines(),
            writer,
            server,
            next: 1,
            meta: Value::Null,
            seen: Vec::new(),
        }
    }

    /// A session of an older revision.
    pub(crate) async fn older(server: &Server, version: &str, capabilities: Value) -> Self {
        let mut wire = Self::silent(server, Caller::new("alice"));
        let hello = json!({
            "protocolVersion": version,
            "capabilities": capabilities,
            "clientInfo": { "name": "wire", "version": "1" },
        });
        let answer = wire.request("initialize", hello).await;
        assert_eq!(answer["result"]["protocolVersion"], version, "{answer}");
        wire.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))
            .await;
        wire
    }

    /// Requests of the newest revision, each on its own.
    pub(crate) fn newest(server: &Server, caller: Caller, capabilities: &Value) -> Self {
        let mut wire = Self::silent(server, caller);
        wire.meta = json!({
            "io.modelcontextprotocol/protocolVersion": NEWEST,
            "io.modelcontextprotocol/clientInfo": { "name": "wire", "version": "1" },
            "io.modelcontextprotocol/clientCapabilities": capabilities,
        });
        wire
    }

    pub(crate) async fn send(&mut self, message: &Value) {
        self.send_line(message.to_string().as_bytes()).await;
    }

    pub(crate) async fn send_line(&mut self, line: &[u8]) {
        self.writer.write_all(line).await.unwrap();
        self.writer.write_all(b"\n").await.unwrap();
    }

    /// Sends a request without waiting for its answer; gives its id.
    pub(crate) async fn begin(&mut self, method: &str, mut params: Value) -> u64 {
        let id = self.next;
        self.next += 1;
        if self.meta.is_object() {
            let meta = params["_meta"].take();
            params["_meta"] = self.meta.clone();
            for (key, value) in meta.as_object().into_iter().flatten() {
                params["_meta"][key] = value.clone();
            }
        }
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))
            .await;
        id
    }

    /// The next message, whatever it is.
    pub(crate) async fn receive(&mut self) -> Value {
        let line = tokio::time::timeout(PATIENCE, self.lines.next_line())
            .await
            .expect("the server is silent")
            .unwrap()
            .expect("the server closed the stream");
        serde_json::from_str(&line).expect("a line that is no JSON")
    }

    /// The answer to the request of this id; other messages go to `seen`.
    pub(crate) async fn answer(&mut self, id: impl Into<Value>) -> Value {
        let id = id.into();
        loop {
            let message = self.receive().await;
            if message.get("method").is_none() && message["id"] == id {
                return message;
            }
            self.seen.push(message);
        }
    }

    pub(crate) async fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params).await;
        self.answer(id).await
    }

    /// Calls a tool; gives the whole answer.
    pub(crate) async fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.request(
            "tools/call",
            json!({ "name": tool, "arguments": arguments }),
        )
        .await
    }

    /// Closes the client's side and waits for the server's end.
    pub(crate) async fn close(self) -> Result<(), ServeError> {
        drop((self.writer, self.lines));
        tokio::time::timeout(PATIENCE, self.server)
            .await
            .expect("the server does not end")
            .unwrap()
    }
}

/// The text of an answer's only block.
pub(crate) fn text(answer: &Value) -> &str {
    let content = answer["result"]["content"].as_array();
    let content = content.unwrap_or_else(|| panic!("no content in {answer}"));
    assert_eq!(content.len(), 1, "{answer}");
    content[0]["text"].as_str().unwrap()
}
