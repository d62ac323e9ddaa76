//! An application with a console, for the tests of the console. It runs on the
//! smallest executor there is.
//!
//! `APP_CALLER` fixes the caller; `APP_WORDS` stands for the process's
//! arguments; `APP_APPROVER` gives the dispatcher an approver of its own that
//! refuses with this reason; `APP_MARKER` is the file that `mark` writes.

use std::process::ExitCode;

use serde_json::{Value, json};
use tooldef::approval::{Decision, approver_fn};
use tooldef::console::Console;
use tooldef::{Caller, Content, Dispatcher, State, tool, tools};

/// Where the mutating tool writes.
struct Marker {
    path: std::path::PathBuf,
}

#[tool(description = "Say a text again, exactly as it came.", effect = "read")]
fn say(text: String) -> String {
    text
}

#[tool(
    description = "Add two integers and return the sum.",
    title = "Sum",
    effect = "read"
)]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

#[tool(description = "Return a value of every kind as one structure.")]
fn everything() -> Value {
    json!({ "null": null, "number": 9_007_199_254_740_993_u64, "list": ["a", true] })
}

#[tool(description = "Do nothing and answer with nothing.", effect = "read")]
fn nothing() {}

#[tool(
    description = "Return a text block and name a resource.",
    effect = "read"
)]
fn blocks() -> Vec<Content> {
    vec![Content::text("first"), Content::text("second")]
}

#[tool(description = "Fail with a message that has a cause.", effect = "read")]
fn fail() -> Result<(), std::num::ParseIntError> {
    "many".parse::<u8>().map(drop)
}

#[tool(description = "Panic with a message for operators.", effect = "read")]
fn burst() {
    panic!("the pipe is broken");
}

#[tool(description = "Tell who calls, with roles.", effect = "read")]
fn whoami(#[context] caller: &Caller) -> String {
    let roles: Vec<&str> = caller.roles().collect();
    format!("{} [{}]", caller.id(), roles.join(","))
}

#[tool(
    description = "Tell editors a secret.",
    effect = "read",
    roles("editor")
)]
fn secret() -> &'static str {
    "the secret"
}

#[tool(description = "Write a line to the marker file.", effect = "write")]
fn mark(line: &str, #[context] marker: &State<Marker>) -> std::io::Result<()> {
    std::fs::write(&marker.path, line)
}

fn main() -> ExitCode {
    let tools = tools! {
        say, add, everything, nothing, blocks, fail, burst, whoami, secret, mark,
    };
    let marker = Marker {
        path: std::env::var_os("APP_MARKER").unwrap_or_default().into(),
    };
    let mut builder = Dispatcher::builder(tools.expect("the tools fit together")).state(marker);
    if let Ok(reason) = std::env::var("APP_APPROVER") {
        builder = builder.approver(approver_fn(move |_| {
            let decision = Decision::deny(reason.as_str());
            async move { Ok(decision) }
        }));
    }
    let dispatcher = builder.build().expect("every state is given");
    let mut console = Console::new(&dispatcher);
    if let Ok(caller) = std::env::var("APP_CALLER") {
        console = console.user(&caller);
    }
    if let Ok(words) = std::env::var("APP_WORDS") {
        console = console.args(words.split(' '));
    }
    pollster::block_on(console.run())
}
