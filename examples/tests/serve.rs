//! The quickstart as a server for MCP clients: the Inspector's command line
//! lists and calls its tools, and it stops as it should.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Stdio};

use serde_json::{Value, json};

const QUICKSTART: &str = env!("CARGO_BIN_EXE_quickstart");

/// Where the pinned programs are; `None`, with a line that says so, where there
/// is no Python to install them with.
fn programs() -> Option<PathBuf> {
    if let Err(error) = Command::new("python3").arg("--version").output() {
        assert!(
            std::env::var_os("TOOLDEF_REQUIRE_TOOLS").is_none(),
            "python3 cannot be started ({error}), and TOOLDEF_REQUIRE_TOOLS is set"
        );
        // Past the capture of the test runner, so that it is seen.
        let _ = writeln!(
            std::io::stderr(),
            "skipped: python3 cannot be started ({error})"
        );
        return None;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let installed = Command::new("sh")
        .arg(root.join("tests/mcp/setup.sh"))
        .output()
        .expect("a shell");
    assert!(
        installed.status.success(),
        "the programs could not be installed: {}",
        String::from_utf8_lossy(&installed.stderr)
    );
    Some(root.join("target/mcp-tools"))
}

/// What the Inspector prints, and whether it was content.
fn inspect(programs: &Path, words: &[&str]) -> (bool, String) {
    let inspector = programs.join("npm/node_modules/.bin/mcp-inspector");
    let path = std::env::var_os("PATH").unwrap_or_default();
    // It starts others by the name `node`.
    let places = std::iter::once(programs.to_owned()).chain(std::env::split_paths(&path));
    let output = Command::new(programs.join("node"))
        .arg(inspector)
        .arg("--cli")
        .args(words)
        .env("PATH", std::env::join_paths(places).expect("a path"))
        .stdin(Stdio::null())
        .output()
        .expect("node");
    let out = String::from_utf8(output.stdout).expect("text");
    let err = String::from_utf8_lossy(&output.stderr);
    (output.status.success(), format!("{out}{err}"))
}

/// A JSON value that a text begins with.
fn json_in(text: &str) -> Value {
    let mut values = serde_json::Deserializer::from_str(text).into_iter();
    values.next().expect(text).expect(text)
}

/// A program notebook, ended with the test.
struct Served {
    process: Child,
    err: BufReader<ChildStderr>,
    _directory: tempfile::TempDir,
}

impl Served {
    fn start(words: &[&str]) -> Self {
        let directory = tempfile::tempdir().expect("a directory");
        let mut process = Command::new(QUICKSTART)
            .arg("serve")
            .args(words)
            .env("NOTEBOOK_DB", directory.path().join("notebook.redb"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program");
        let err = BufReader::new(process.stderr.take().expect("a pipe"));
        Self {
            process,
            err,
            _directory: directory,
        }
    }

    /// The next line for people.
    fn told(&mut self) -> String {
        let mut line = String::new();
        self.err.read_line(&mut line).expect("a line");
        line
    }

    /// Presses Ctrl-C; gives the exit code and what reached standard output.
    fn interrupt(mut self) -> (Option<i32>, String) {
        let id = self.process.id().to_string();
        let sent = Command::new("kill").args(["-INT", &id]).status();
        assert!(sent.expect("kill").success());
        let mut out = String::new();
        let mut pipe = self.process.stdout.take().expect("a pipe");
        pipe.read_to_string(&mut out).expect("text");
        (self.process.wait().expect("an end").code(), out)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn the_inspector_lists_and_calls_over_standard_input_and_output() {
    let Some(programs) = programs() else { return };
    let directory = tempfile::tempdir().expect("a directory");
    let database = format!(
        "NOTEBOOK_DB={}",
        directory.path().join("notebook.redb").display()
    );
    let server = ["-e", database.as_str(), QUICKSTART, "serve"];
    let with = |words: &[&str]| inspect(&programs, &[&server, words].concat());

    let (ok, printed) = with(&["--method", "tools/list", "--strict"]);
    assert!(ok, "{printed}");
    let list = json_in(&printed);
    let names: Vec<&str> = list["tools"]
        .as_array()
        .expect("tools")
        .iter()
        .filter_map(|tool| tool["name"].as_str())
        .collect();
    assert_eq!(
        names,
        ["search_notes", "save_note", "edit_note", "delete_note"]
    );

    let call = |tool, argument| {
        let call = ["--method", "tools/call", "--tool-name", tool];
        with(&[&call[..], &["--tool-arg", argument]].concat())
    };
    let (ok, printed) = call("search_notes", "query=milk");
    assert!(ok, "{printed}");
    let text = json_in(&printed)["content"][0]["text"].clone();
    assert!(text.as_str().expect("text").contains("Buy milk"), "{text}");
    let (ok, printed) = call("save_note", "text=hi");
    assert!(!ok && printed.contains("approval"), "{printed}");
}

#[test]
fn the_inspector_lists_and_calls_over_http_until_ctrl_c() {
    let Some(programs) = programs() else { return };
    let mut program = Served::start(&["--http", "127.0.0.1:0", "--yes"]);
    let told = program.told();
    let url = told
        .split_whitespace()
        .find(|word| word.starts_with("http://127.0.0.1:"))
        .expect(&told)
        .trim_end_matches(';')
        .to_owned();
    assert!(told.contains("Ctrl-C"), "{told}");
    let server = [url.as_str(), "--transport", "http", "--method"];
    let with = |words: &[&str]| inspect(&programs, &[&server, words].concat());
    let (ok, printed) = with(&["tools/list"]);
    assert!(ok, "{printed}");
    assert_eq!(
        json_in(&printed)["tools"].as_array().expect("tools").len(),
        4
    );
    let (ok, printed) = with(&[
        "tools/call",
        "--tool-name",
        "save_note",
        "--tool-arg",
        "text=by http",
    ]);
    assert!(ok, "{printed}");
    assert_eq!(
        json_in(&printed)["structuredContent"]["text"],
        "by http",
        "approved by `--yes`: {printed}"
    );
    assert_eq!(program.interrupt(), (Some(0), String::new()));
}

#[test]
fn ctrl_c_ends_serving_although_the_client_keeps_the_input_open() {
    let mut program = Served::start(&[]);
    let told = program.told();
    assert!(told.contains("Ctrl-C"), "{told}");
    assert_eq!(program.interrupt(), (Some(0), String::new()));
}

#[test]
fn the_end_of_the_input_ends_serving_and_the_options_answer_the_gate() {
    for (options, is_error, said) in [
        (&["--yes"][..], false, "hi"),
        (&["--deny", "not today"], true, "not today"),
    ] {
        let mut program = Served::start(options);
        let mut input = program.process.stdin.take().expect("a pipe");
        let initialize = json!({
            "protocolVersion": "2025-06-18",
            "capabilities": { "elicitation": {} },
            "clientInfo": { "name": "test", "version": "1" },
        });
        let call = json!({ "name": "save_note", "arguments": { "text": "hi" } });
        let mut out = BufReader::new(program.process.stdout.take().expect("a pipe"));
        let mut ask = |id: u64, method: &str, params: Value| -> Value {
            let request = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
            writeln!(input, "{request}").expect("the server reads");
            let mut line = String::new();
            out.read_line(&mut line).expect("a line");
            serde_json::from_str(&line).expect(&line)
        };
        let opened = ask(1, "initialize", initialize);
        assert_eq!(opened["result"]["protocolVersion"], "2025-06-18");
        // Nobody at the client is asked: the next line is the answer.
        let answer = ask(2, "tools/call", call);
        assert_eq!(answer["id"], 2, "{answer}");
        assert_eq!(answer["result"]["isError"], is_error, "{answer}");
        let text = answer["result"]["content"][0]["text"].as_str();
        assert!(text.expect("text").contains(said), "{answer}");
        drop(input);
        assert_eq!(program.process.wait().expect("an end").code(), Some(0));
    }
}

#[test]
fn an_address_that_other_machines_reach_is_refused() {
    let mut program = Served::start(&["--http", "0.0.0.0:0"]);
    let told = program.told();
    assert!(
        told.contains("0.0.0.0:0") && told.contains("loopback"),
        "{told}"
    );
    assert_eq!(program.process.wait().expect("an end").code(), Some(2));
}
