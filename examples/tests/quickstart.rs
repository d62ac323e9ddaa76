//! The quickstart, as a newcomer meets it.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// A notebook of a test's own; gone with the test.
struct Shell(tempfile::TempDir);

struct Said {
    code: i32,
    out: String,
    err: String,
}

impl Shell {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a directory"))
    }

    fn file(&self) -> PathBuf {
        self.0.path().join("new").join("notebook.redb")
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quickstart"));
        for name in ["NO_COLOR", "CLICOLOR_FORCE", "CLICOLOR"] {
            command.env_remove(name);
        }
        command
            .env("NOTEBOOK_DB", self.file())
            .args(words)
            .stdin(Stdio::null());
        command
    }

    fn run(&self, words: &[&str]) -> Said {
        said(&mut self.command(words))
    }

    /// The notes that a search for everything finds.
    fn notes(&self) -> Vec<Value> {
        let said = self.run(&["call", "search_notes", r#"{"query":""}"#]);
        assert_eq!(said.code, 0, "{}", said.err);
        serde_json::from_str(&said.out).expect("a list")
    }

    fn holds(&self, id: u64) -> bool {
        self.notes().iter().any(|note| note["id"] == id)
    }
}

fn said(command: &mut Command) -> Said {
    let output = command.output().expect("the program starts");
    Said {
        code: output.status.code().expect("it ends by itself"),
        out: String::from_utf8(output.stdout).expect("text"),
        err: String::from_utf8(output.stderr).expect("text"),
    }
}

#[test]
fn without_arguments_it_shows_the_whole_point_on_one_screen() {
    let shell = Shell::new();
    let said = shell.run(&[]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    for shown in [
        "search_notes(",
        "save_note(",
        "edit_note(",
        "delete_note(",
        "OpenAI Chat Completions",
        "OpenAI Responses",
        "Anthropic Messages",
        "Gemini",
        "Invalid arguments for search_notes: ",
        "approved as {",
        "keep it until I have been there",
        "\"input_schema\"",
        "tool_call_id",
    ] {
        assert!(said.out.contains(shown), "{shown} in {}", said.out);
    }
    assert!(said.out.lines().count() <= 60, "{}", said.out);
    assert!(!said.out.contains('\u{1b}'));
    assert!(!shell.file().exists(), "it keeps to a notebook of its own");
}

#[test]
fn the_screen_is_the_same_every_time() {
    let shell = Shell::new();
    assert_eq!(shell.run(&[]).out, shell.run(&[]).out);
}

#[test]
fn the_screen_has_colours_on_demand_and_heeds_no_color() {
    let shell = Shell::new();
    let coloured = said(shell.command(&[]).env("CLICOLOR_FORCE", "1")).out;
    for colour in ["32mread", "34mwrite", "33mupdate", "31mdestructive"] {
        assert!(coloured.contains(colour), "{colour} in {coloured}");
    }
    assert!(
        !said(shell.command(&[]).env("NO_COLOR", "1"))
            .out
            .contains('\u{1b}')
    );
}

#[test]
fn mcp_definitions_are_closed_schemas_that_the_meta_schema_accepts() {
    let said = Shell::new().run(&["list", "--format", "mcp"]);
    assert_eq!(said.code, 0, "{}", said.err);
    let tools: Vec<Value> = serde_json::from_str(&said.out).expect("an array");
    assert_eq!(tools.len(), 4);
    for tool in tools {
        let schema = &tool["inputSchema"];
        assert_eq!(schema["type"], "object", "{tool}");
        assert_eq!(schema["additionalProperties"], false, "{tool}");
        assert!(schema.get("title").is_none() && schema.get("$schema").is_none());
        if let Err(error) = jsonschema::draft202012::meta::validate(schema) {
            panic!("{tool}: {error}");
        }
    }
}

#[test]
fn invalid_arguments_are_named_in_one_line() {
    let words = ["call", "search_notes", r#"{"query":5,"limit":"x","zzz":1}"#];
    let said = Shell::new().run(&words);
    assert_eq!((said.code, said.out.as_str()), (1, ""));
    let line = said.err.strip_suffix('\n').expect("a line");
    assert!(
        line.starts_with("Invalid arguments for search_notes: "),
        "{line}"
    );
    assert!(!line.contains('\n'), "{line}");
    for name in ["query: ", "limit: ", "zzz: "] {
        assert!(line.contains(name), "{name} in {line}");
    }
}

#[test]
fn arguments_that_are_not_one_object_are_refused() {
    let shell = Shell::new();
    for arguments in ["[]", r#"{"query":"a","query":"b"}"#] {
        let said = shell.run(&["call", "search_notes", arguments]);
        assert_eq!(said.code, 1, "{arguments}: {}", said.out);
        assert!(
            said.err.starts_with("Invalid arguments for search_notes: "),
            "{}",
            said.err
        );
    }
}

#[test]
fn an_unknown_tool_suggests_what_there_is() {
    let shell = Shell::new();
    let said = shell.run(&["call", "nope", "{}"]);
    assert_eq!(said.code, 1);
    assert!(said.err.contains("search_notes"), "{}", said.err);
    let said = shell.run(&["call", "delete_notes", "{}"]);
    assert!(said.err.contains("delete_note"), "{}", said.err);
}

#[test]
fn a_note_is_deleted_only_when_that_is_approved() {
    let shell = Shell::new();
    let call = ["call", "delete_note", r#"{"id":1}"#];

    let said = shell.run(&call);
    assert_eq!(said.code, 1);
    assert!(
        said.err.contains("approval") && said.err.contains("--yes"),
        "{}",
        said.err
    );
    assert!(shell.holds(1));

    let said = shell.run(&[&call[..], &["--deny", "keep it"]].concat());
    assert_eq!(said.code, 1);
    assert!(said.err.contains("keep it"), "{}", said.err);
    assert!(shell.holds(1));

    let said = shell.run(&[&call[..], &["--yes"]].concat());
    assert_eq!(
        (said.code, said.out.as_str()),
        (0, "Note 1 is deleted.\n"),
        "{}",
        said.err
    );
    assert!(!shell.holds(1));

    let said = shell.run(&[&call[..], &["--yes"]].concat());
    assert_eq!(said.code, 1);
    assert!(said.err.contains("there is no note 1"), "{}", said.err);
}

#[test]
fn notes_are_saved_found_and_edited() {
    let shell = Shell::new();
    let save = [
        "call",
        "save_note",
        r#"{"text":"Ünder the mat","labels":["keys"]}"#,
        "--yes",
    ];
    assert_eq!(shell.run(&save).code, 0);
    let edit = [
        "call",
        "edit_note",
        r#"{"id":4,"text":"With the neighbour"}"#,
        "--yes",
    ];
    assert_eq!(shell.run(&edit).code, 0);
    let said = shell.run(&["call", "search_notes", r#"{"query":"KEYS","limit":1}"#]);
    let found: Value = serde_json::from_str(&said.out).expect("a list");
    assert_eq!(
        found,
        serde_json::json!([{ "id": 4, "text": "With the neighbour", "labels": ["keys"] }])
    );
}

#[test]
fn the_bundled_messages_can_be_replayed_on_a_notebook_that_stays() {
    let conversations = Path::new(env!("CARGO_MANIFEST_DIR")).join("conversations");
    let shell = Shell::new();
    for (file, code) in [
        ("1-openai-chat.json", 1),
        ("2-openai-responses.json", 0),
        ("3-anthropic.json", 0),
        ("4-gemini.json", 0),
    ] {
        let path = conversations.join(file);
        let said = shell.run(&["replay", path.to_str().expect("text"), "--yes"]);
        assert_eq!(said.code, code, "{file}: {}", said.err);
        assert!(
            serde_json::from_str::<Value>(&said.out).is_ok(),
            "{file}: {}",
            said.out
        );
    }
    assert!(!shell.holds(1) && shell.holds(4));
}

#[test]
fn a_notebook_that_cannot_be_opened_is_named() {
    let shell = Shell::new();
    let directory = shell.0.path().to_str().expect("text").to_owned();
    let said = shell.run(&["--db", &directory, "list"]);
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    assert!(said.err.contains(&directory), "{}", said.err);
}
