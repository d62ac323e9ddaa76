//! The MCP Inspector's command line lists and calls the notebook.

use serde_json::Value;

use crate::programs::{NOTEBOOK, Programs, Ran, run};

async fn inspect(programs: &Programs, arguments: &[&str]) -> Ran {
    let mut command = programs.program("mcp-inspector");
    command
        .args(["--cli", NOTEBOOK, "--method"])
        .args(arguments);
    run(command).await
}

#[tokio::test]
async fn the_list_passes_its_strict_reading() {
    let Some(programs) = Programs::get().await else {
        return;
    };
    let listed = inspect(programs, &["tools/list", "--strict"]).await;
    assert!(listed.ok, "{}\n{}", listed.out, listed.err);
    let list: Value = serde_json::from_str(&listed.out).expect(&listed.out);
    assert_eq!(list["tools"].as_array().unwrap().len(), 10);
    assert_eq!(list["tools"][0]["annotations"]["readOnlyHint"], true);
}

#[tokio::test]
async fn a_call_runs_and_a_gated_one_is_denied_with_the_reason() {
    let Some(programs) = Programs::get().await else {
        return;
    };
    let call = |tool| ["tools/call", "--tool-name", tool, "--tool-arg", "text=hi"];
    let found = inspect(programs, &call("search")).await;
    assert!(found.ok, "{}\n{}", found.out, found.err);
    let result: Value = serde_json::from_str(&found.out).expect(&found.out);
    assert_eq!(result["content"][0]["text"], "[]");
    assert_eq!(result["isError"], false);

    let denied = inspect(programs, &call("save_note")).await;
    assert!(!denied.ok);
    assert!(denied.out.contains("`elicitation`"), "{}", denied.out);
}
