//! A server on the loopback that speaks HTTP just well enough to play a
//! provider: it answers each request with the next entry of a list.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use serde_json::Value;

/// What the server does with one request.
pub(crate) enum Answer {
    /// A stream of server-sent events.
    Stream(String),
    /// A stream that breaks off after this text, without its end.
    Broken(String),
    /// A status line, headers and a body.
    Status(&'static str, &'static [&'static str], &'static str),
    /// The connection is closed without a word.
    Nothing,
}

/// One request, as the server saw it.
pub(crate) struct Seen {
    pub(crate) headers: String,
    pub(crate) body: Value,
}

/// A running server.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    seen: Arc<Mutex<Vec<Seen>>>,
    thread: JoinHandle<()>,
}

impl Server {
    /// Starts a server that ends after its last answer.
    pub(crate) fn start(answers: Vec<Answer>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("bound");
        let seen = Arc::new(Mutex::new(Vec::new()));
        let notes = Arc::clone(&seen);
        let thread = std::thread::spawn(move || {
            for answer in answers {
                let (stream, _) = listener.accept().expect("a client");
                serve(stream, &answer, &notes);
            }
        });
        Self {
            address,
            seen,
            thread,
        }
    }

    /// Waits until every answer was given, and tells what was asked.
    pub(crate) fn requests(self) -> Vec<Seen> {
        self.thread.join().expect("the server did not panic");
        std::mem::take(&mut self.seen.lock().expect("not poisoned"))
    }
}

fn serve(stream: TcpStream, answer: &Answer, notes: &Mutex<Vec<Seen>>) {
    let mut reader = BufReader::new(stream);
    let mut headers = String::new();
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).expect("a header");
        if line.trim().is_empty() {
            break;
        }
        let lower = line.to_ascii_lowercase();
        if let Some(value) = lower.strip_prefix("content-length:") {
            length = value.trim().parse().expect("a length");
        }
        headers.push_str(&lower);
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).expect("the body");
    let body = serde_json::from_slice(&body).expect("JSON");
    notes
        .lock()
        .expect("not poisoned")
        .push(Seen { headers, body });
    let mut stream = reader.into_inner();
    let text = match answer {
        Answer::Nothing => return,
        Answer::Stream(events) => format!(
            "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{events}",
            events.len()
        ),
        // Promises more than it sends.
        Answer::Broken(events) => format!(
            "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{events}",
            events.len() + 1000
        ),
        Answer::Status(status, headers, body) => {
            let extra: String = headers.iter().map(|line| format!("{line}\r\n")).collect();
            format!(
                "HTTP/1.1 {status}\r\ncontent-type: application/json\r\nconnection: close\r\n{extra}content-length: {}\r\n\r\n{body}",
                body.len()
            )
        }
    };
    stream.write_all(text.as_bytes()).expect("the client reads");
}

/// OpenAI's chunks of one answer, ended by `[DONE]`.
pub(crate) fn openai(deltas: &[Value], reason: &str) -> String {
    let mut text = openai_open(deltas);
    let last = serde_json::json!({
        "id": "c", "object": "chat.completion.chunk", "model": "m",
        "choices": [{"index": 0, "delta": {}, "finish_reason": reason}],
    });
    let usage = serde_json::json!({
        "id": "c", "object": "chat.completion.chunk", "model": "m", "choices": [],
        "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18},
    });
    for chunk in [last.to_string(), usage.to_string(), "[DONE]".into()] {
        text.push_str(&format!("data: {chunk}\n\n"));
    }
    text
}

/// The same without an end.
pub(crate) fn openai_open(deltas: &[Value]) -> String {
    deltas
        .iter()
        .map(|delta| {
            let chunk = serde_json::json!({
                "id": "c", "object": "chat.completion.chunk", "model": "m",
                "choices": [{"index": 0, "delta": delta, "finish_reason": null}],
            });
            format!("data: {chunk}\n\n")
        })
        .collect()
}

/// Anthropic's events of one answer. Each block is its start and its deltas.
pub(crate) fn anthropic(blocks: &[(Value, Vec<Value>)], reason: &str) -> String {
    let mut text = anthropic_open(blocks);
    let delta = serde_json::json!({
        "type": "message_delta", "delta": {"stop_reason": reason}, "usage": {"output_tokens": 7},
    });
    text.push_str(&event("message_delta", &delta));
    text.push_str(&event(
        "message_stop",
        &serde_json::json!({"type": "message_stop"}),
    ));
    text
}

/// The same without an end.
pub(crate) fn anthropic_open(blocks: &[(Value, Vec<Value>)]) -> String {
    let start = serde_json::json!({"type": "message_start", "message": {
        "id": "m", "role": "assistant", "content": [], "model": "m",
        "usage": {"input_tokens": 11, "output_tokens": 1},
    }});
    let mut text = event("message_start", &start);
    for (index, (block, deltas)) in blocks.iter().enumerate() {
        let start = serde_json::json!({
            "type": "content_block_start", "index": index, "content_block": block,
        });
        text.push_str(&event("content_block_start", &start));
        for delta in deltas {
            let delta = serde_json::json!({
                "type": "content_block_delta", "index": index, "delta": delta,
            });
            text.push_str(&event("content_block_delta", &delta));
        }
        let stop = serde_json::json!({"type": "content_block_stop", "index": index});
        text.push_str(&event("content_block_stop", &stop));
    }
    text
}

fn event(name: &str, data: &Value) -> String {
    format!("event: {name}\ndata: {data}\n\n")
}
