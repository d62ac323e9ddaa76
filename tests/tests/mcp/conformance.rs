//! The protocol's own conformance suite, as far as it is about tools.
//!
//! Left out are scenarios about prompts, resources, sampling, logging and
//! tasks, and those that need content or questions which tools here cannot
//! have: embedded resources, and forms other than that for approval.

use crate::programs::{CONFORMANCE, Programs, run, serve};

async fn passes(revision: &str, scenarios: &[&str]) {
    let Some(programs) = Programs::get().await else {
        return;
    };
    let server = serve(CONFORMANCE, &[]).await;
    let mut command = programs.program("conformance");
    command.args(["server", "--url", &server.url, "--requirements", revision]);
    // The suite fails as a whole for the scenarios that are left out.
    let ran = run(command).await;
    for scenario in scenarios {
        let passed = format!("✓ {scenario}: ");
        let line = ran.out.lines().find(|line| line.contains(&passed));
        assert!(
            line.is_some_and(|line| line.contains(", 0 failed")),
            "{revision}: {scenario} does not pass\n{}",
            ran.out
        );
    }
}

#[tokio::test]
async fn the_tool_scenarios_of_the_newest_revision_pass() {
    let scenarios = [
        "tools-list",
        "tools-call-simple-text",
        "tools-call-image",
        "tools-call-audio",
        "tools-call-error",
        "tools-call-with-progress",
        "server-sse-multiple-streams",
        "dns-rebinding-protection",
        "http-header-validation",
        "json-schema-2020-12",
        "input-required-result-request-state",
        "input-required-result-missing-input-response",
        "input-required-result-result-type",
        "input-required-result-unsupported-methods",
        "input-required-result-tampered-state",
        "input-required-result-ignore-extra-params",
        "input-required-result-validate-input",
    ];
    passes("2026-07-28", &scenarios).await;
}

#[tokio::test]
async fn the_tool_scenarios_of_an_older_revision_pass() {
    let scenarios = [
        "server-initialize",
        "ping",
        "tools-list",
        "tools-call-simple-text",
        "tools-call-image",
        "tools-call-audio",
        "tools-call-error",
        "tools-call-with-progress",
        "server-sse-multiple-streams",
        "server-sse-polling",
        "server-session-lifecycle",
        "dns-rebinding-protection",
        "json-schema-2020-12",
    ];
    passes("2025-11-25", &scenarios).await;
}
