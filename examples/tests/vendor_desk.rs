//! The vendor desk, run as a program.

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn desk(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vendor_desk"));
    for key in ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY"] {
        command.env_remove(key);
    }
    command
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// Runs to a good end, and gives what was printed.
fn printed(arguments: &[&str]) -> String {
    let output = desk(arguments);
    let out = text(&output.stdout);
    assert!(output.status.success(), "{out}\n{}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "");
    out
}

/// Runs with this list of tools, and gives the one line of its error.
fn refused(list: &str) -> String {
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), list).expect("written");
    let path: PathBuf = file.path().into();
    let output = desk(&["--tools", path.to_str().expect("UTF-8")]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stdout), "");
    let error = text(&output.stderr);
    assert_eq!(error.lines().count(), 1, "{error}");
    error
        .trim_end()
        .strip_prefix(&format!("error: {}: ", path.display()))
        .unwrap_or_else(|| panic!("{error}"))
        .to_owned()
}

#[test]
fn the_editor_gets_turns_usage_the_call_log_and_the_typed_output() {
    let out = printed(&[]);
    for line in [
        "user   erin, viewer and editor",
        "approve update_contact? (update) for erin",
        "pinned by this program: source",
        "turns  5",
        "calls  11",
        "\"vendor\": \"Nordlicht Papier\",",
        "\"email\": \"kontakt@nordlicht.example\"",
        "\"email\": \"ordini@ferro.example\"",
        "\"reason\": \"on the block list\"",
        "\"reason\": \"not in the directory\"",
        "\"source\":\"directory\",\"updated_by\":\"erin\"",
    ] {
        assert!(out.contains(line), "no {line} in:\n{out}");
    }
    assert!(out.contains("usage  "), "{out}");
    // Neither the entry elsewhere nor the one that nobody has checked.
    assert!(!out.contains("imports.example") && !out.contains("prizes.example"));
}

#[test]
fn the_viewer_is_refused_the_task_ends_well_and_nothing_is_written() {
    let out = printed(&["--user", "viewer"]);
    assert!(out.contains("result   forbidden"), "{out}");
    assert!(out.contains("needs the role editor"), "{out}");
    assert!(out.contains("\"updated\": []"), "{out}");
    assert!(out.contains("database  nothing was written"), "{out}");
    // Nobody is asked about what may not run anyway.
    assert!(!out.contains("approve update_contact"), "{out}");
}

#[test]
fn a_denial_reaches_the_model_with_its_reason() {
    let out = printed(&["--deny", "not today"]);
    assert!(out.contains("result   denied"), "{out}");
    assert!(out.contains("The reason given: not today"), "{out}");
    assert!(out.contains("database  nothing was written"), "{out}");
}

#[test]
fn a_database_that_is_kept_has_less_to_do_the_second_time() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("vendors.redb");
    let file = file.to_str().expect("UTF-8");
    assert!(printed(&["--db", file, "--yes"]).contains("calls  11"));
    let again = printed(&["--db", file, "--yes"]);
    assert!(again.contains("2 vendors have no address"), "{again}");
    assert!(again.contains("database  nothing was written"), "{again}");
}

#[test]
fn each_kind_of_mistake_in_the_list_is_one_line_with_its_place() {
    for (list, start) in [
        ("{", "tools: cannot be read: "),
        ("{}", "tools: expected a list of tools, got an object"),
        (
            "[5]",
            "tools[0]: expected a text or an object, got a number",
        ),
        (
            r#"[{"defaults": {}}]"#,
            "tools[0]: neither `method` nor `appMethod` is there",
        ),
        (
            r#"["list_vendors", {"method": "search_directory", "appMethod": "update_contact"}]"#,
            "tools[1]: `method` and `appMethod` are two shapes",
        ),
        (
            r#"[{"method": "search_directory", "description": "d"}]"#,
            "tools[0]: `description` belongs to `appMethod`, another shape",
        ),
        (
            r#"[{"method": "search_directory", "default": {}}]"#,
            "tools[0].default: unknown key; did you mean defaults?",
        ),
        (
            r#"[{"method": "search_directory", "defaults": []}]"#,
            "tools[0].defaults: expected an object of pinned arguments, got a list",
        ),
        (
            r#"[{"appMethod": "update_contact", "description": " "}]"#,
            "tools[0].description: ",
        ),
        (
            r#"["list_vendor"]"#,
            "tools[0]: no action is called \"list_vendor\"; did you mean list_vendors?",
        ),
        (
            r#"["update_contact"]"#,
            "tools[0]: no action is called \"update_contact\"; it is an application method",
        ),
        (
            r#"[{"appMethod": "list_vendors"}]"#,
            "tools[0]: no application method is called \"list_vendors\"; it is an action",
        ),
        (
            r#"["list_vendors", "list_vendors"]"#,
            "tools[1]: \"list_vendors\" is offered already, by tools[0]",
        ),
        (
            r#"["is_blocked"]"#,
            "tools[0]: no action is called \"is_blocked\"",
        ),
        (
            r#"[{"name": "x", "description": "d", "execute": "code"}]"#,
            "tools[0]: an inline tool cannot be read from JSON",
        ),
        (
            r#"[{"method": "search_directory", "defaults": {"filter": {"region": "moon"}}}]"#,
            "tools[0].defaults: ",
        ),
        (
            r#"[{"method": "search_directory", "defaults": {"filter": {"regoin": "eu"}}}]"#,
            "tools[0].defaults: ",
        ),
        (
            r#"[{"method": "search_directory", "method": "list_vendors"}]"#,
            "tools: cannot be read: ",
        ),
    ] {
        let error = refused(list);
        assert!(error.starts_with(start), "{list}\n{error}\n{start}");
    }
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let output = desk(&["--tools", "/nowhere/tools.json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).starts_with("error: /nowhere/tools.json: "));
}

#[test]
fn the_schema_of_a_list_is_printed_on_request() {
    let schema: serde_json::Value = serde_json::from_str(&printed(&["--schema"])).expect("JSON");
    assert_eq!(schema["type"], "array");
}

#[test]
fn nothing_but_text_comes_out_of_a_pipe() {
    assert!(!printed(&[]).contains('\u{1b}'));
}
