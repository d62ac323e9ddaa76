//! The providers' own packages accept what is rendered.
//!
//! They are installed from their registry into `target/oracles` on the first
//! run. Where there is no `python3` or no `pip` at all, the test says so and
//! proves nothing; any other trouble fails it.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use tooldef::provider::{Dialect, ResultForModel};
use tooldef_tests::corpus;

const ASKED: [Dialect; 9] = [
    Dialect::OpenAiChat,
    Dialect::OpenAiChatStrict,
    Dialect::OpenAiResponses,
    Dialect::OpenAiResponsesStrict,
    Dialect::Anthropic,
    Dialect::AnthropicStrict,
    Dialect::Gemini,
    Dialect::GeminiParameters,
    Dialect::Mcp,
];

fn directory(of: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(of)
}

/// Whether `python3` runs these arguments.
fn python_has(arguments: &[&str]) -> bool {
    Command::new("python3")
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// The interpreter with the packages, or why there is none.
fn interpreter() -> Result<PathBuf, &'static str> {
    if !python_has(&["--version"]) {
        return Err("there is no python3");
    }
    if !python_has(&["-m", "pip", "--version"]) || !python_has(&["-c", "import venv, ensurepip"]) {
        return Err("python3 has no pip or no venv");
    }
    let target = directory("../target/oracles");
    let set_up = Command::new(directory("oracles/setup.sh"))
        .arg(&target)
        .output()
        .expect("the set-up script runs");
    assert!(
        set_up.status.success(),
        "the set-up script failed: {}",
        String::from_utf8_lossy(&set_up.stderr)
    );
    Ok(target.join("venv/bin/python"))
}

fn ask(python: &PathBuf, cases: &[Value]) -> Vec<String> {
    let mut child = Command::new(python)
        .arg(directory("oracles/check.py"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python starts");
    let mut input = child.stdin.take().expect("standard input");
    input
        .write_all(Value::from(cases).to_string().as_bytes())
        .expect("python reads");
    drop(input);
    let output = child.wait_with_output().expect("python ends");
    assert!(output.status.success(), "python failed");
    serde_json::from_slice(&output.stdout).expect("a list of complaints")
}

#[test]
fn the_providers_own_packages_accept_every_rendering_of_the_corpus() {
    let python = match interpreter() {
        Ok(python) => python,
        Err(reason) => {
            eprintln!("skipped: {reason}");
            return;
        }
    };
    let mut cases = Vec::new();
    for sample in corpus::all() {
        for dialect in ASKED {
            if let Ok(tools) = dialect.render([&sample.definition]) {
                cases.push(json!({
                    "kind": "tools", "dialect": dialect.as_str(), "name": sample.name, "value": tools,
                }));
            }
        }
    }
    assert!(cases.len() > 60 * (ASKED.len() - 1), "{}", cases.len());
    let results = [
        ResultForModel::new("c1", "add", "3"),
        ResultForModel::new("c2", "add", "no").error(true),
        ResultForModel::new("c3", "add", ""),
    ];
    for dialect in [
        Dialect::OpenAiChat,
        Dialect::OpenAiResponses,
        Dialect::Anthropic,
        Dialect::Gemini,
        Dialect::Mcp,
    ] {
        cases.push(json!({
            "kind": "results", "dialect": dialect.as_str(), "name": "results",
            "value": dialect.write_results(&results),
        }));
    }
    // A rendering that is wrong on purpose shows that the oracles do refuse.
    cases.push(json!({
        "kind": "tools", "dialect": "openai-strict", "name": "wrong",
        "value": [{ "type": "function", "function": { "name": "a", "strict": true, "parameters":
            { "type": "object", "properties": {}, "required": [],
              "additionalProperties": { "type": "string" } } } }],
    }));
    let complaints = ask(&python, &cases);
    assert_eq!(complaints.len(), 1, "{}", complaints.join("\n"));
    assert!(
        complaints[0].starts_with("openai-strict: wrong"),
        "{}",
        complaints[0]
    );
}
