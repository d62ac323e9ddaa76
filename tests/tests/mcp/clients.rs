//! The official Python and TypeScript clients drive the notebook, over both
//! transports and in the older and the newest revision.

use serde_json::{Value, json};
use tokio::process::Command;

use crate::programs::{NOTEBOOK, Programs, Ran, run, serve};

/// Judges what a client saw.
fn judge(ran: &Ran, version: &str, caller: &str) {
    assert!(ran.ok, "{}\n{}", ran.out, ran.err);
    let seen: Value = serde_json::from_str(ran.out.trim()).expect(&ran.out);
    // The first SDK does not tell over stdio what was agreed on.
    if !seen["version"].is_null() {
        assert_eq!(seen["version"], version);
    }
    assert_eq!(seen["server"], "notebook");
    assert_eq!(seen["tools"].as_array().unwrap().len(), 10);

    let questions = seen["questions"].as_array().unwrap();
    assert_eq!(questions.len(), 2, "{seen}");
    assert!(questions[0].as_str().unwrap().contains(r#""text": "hi""#));
    assert!(questions[1].as_str().unwrap().contains("destructive"));

    let saved = &seen["saved"];
    let note = json!({ "id": 1, "text": "hi", "author": caller });
    assert_eq!(saved["is_error"], false, "{saved}");
    assert_eq!(saved["structured"], note);
    let copy: Value = serde_json::from_str(saved["text"].as_str().unwrap()).unwrap();
    assert_eq!(copy, note);

    let declined = &seen["declined"];
    assert_eq!(declined["is_error"], true);
    assert!(declined["text"].as_str().unwrap().contains("declined"));
    let invalid = &seen["invalid"];
    assert_eq!(invalid["is_error"], true);
    let text = invalid["text"].as_str().unwrap();
    assert!(
        text.starts_with("Invalid arguments for read_note: id: "),
        "{text}"
    );
    assert_eq!(
        seen["missing"],
        json!({ "is_error": true, "text": "there is no note 9", "structured": null })
    );
    assert_eq!(seen["panic"]["is_error"], true);
    assert!(!seen["panic"]["text"].as_str().unwrap().contains("secret"));
    assert_eq!(seen["chatter"]["text"], "done");
    assert_eq!(seen["unknown"], -32602);

    assert_eq!(seen["counted"]["text"], "3");
    // The TypeScript clients drop reports that they read together with the
    // result; that a report arrives is shown by `wait`, which ends through one.
    let steps = seen["progress"].as_array().unwrap();
    let steps: Vec<f64> = steps.iter().map(|step| step.as_f64().unwrap()).collect();
    assert!(steps.is_sorted_by(|a, b| a < b), "{seen}");
    assert!(
        steps.iter().all(|step| [1.0, 2.0, 3.0].contains(step)),
        "{seen}"
    );
    assert_eq!(seen["trace"], json!(["begun", "cancelled"]));
    // What was declined was not deleted.
    let found: Value = serde_json::from_str(seen["found"]["text"].as_str().unwrap()).unwrap();
    assert_eq!(found, json!([note]));
}

async fn over_stdio(mut command: Command, version: &str) {
    command.args(["stdio", NOTEBOOK]);
    judge(&run(command).await, version, "local");
}

async fn over_http(mut command: Command, version: &str) {
    let server = serve(NOTEBOOK, &["--http", "127.0.0.1:0"]).await;
    command.args(["http", &server.url, "alice"]);
    judge(&run(command).await, version, "alice");
}

fn python(programs: &Programs, mode: &str) -> Command {
    let mut command = programs.python("notebook.py");
    command.arg(mode);
    command
}

fn typescript(programs: &Programs, sdk: &str) -> Command {
    let mut command = programs.script("notebook.mjs");
    command.arg(sdk);
    command
}

#[tokio::test]
async fn python_in_an_older_revision() {
    let Some(programs) = Programs::get().await else {
        return;
    };
    over_stdio(python(programs, "legacy"), "2025-11-25").await;
    over_http(python(programs, "legacy"), "2025-11-25").await;
}

#[tokio::test]
async fn python_in_the_newest_revision() {
    let Some(programs) = Programs::get().await else {
        return;
    };
    over_stdio(python(programs, "auto"), "2026-07-28").await;
    over_http(python(programs, "auto"), "2026-07-28").await;
}

#[tokio::test]
async fn typescript_in_an_older_revision() {
    let Some(programs) = Programs::get().await else {
        return;
    };
    over_stdio(typescript(programs, "v1"), "2025-11-25").await;
    over_http(typescript(programs, "v1"), "2025-11-25").await;
}

#[tokio::test]
async fn typescript_in_the_newest_revision() {
    let Some(programs) = Programs::get().await else {
        return;
    };
    over_stdio(typescript(programs, "v2"), "2026-07-28").await;
    over_http(typescript(programs, "v2"), "2026-07-28").await;
}
