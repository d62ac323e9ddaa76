//! The gate on the console: `--yes`, `--deny`, and nobody to ask.

use std::path::PathBuf;

use crate::app::{Said, command, said};

/// A file that the mutating tool writes; gone with the test.
struct Marker(tempfile::TempDir);

impl Marker {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a directory"))
    }

    fn path(&self) -> PathBuf {
        self.0.path().join("marker")
    }

    fn run(&self, words: &[&str]) -> Said {
        said(command(words).env("APP_MARKER", self.path()))
    }

    fn is_written(&self) -> bool {
        self.path().exists()
    }
}

const CALL: [&str; 3] = ["call", "mark", r#"{"line":"x"}"#];

fn with(words: &[&'static str]) -> Vec<&'static str> {
    [&CALL, words].concat()
}

#[test]
fn without_a_terminal_a_mutating_call_does_not_run_and_says_how_to_approve() {
    let marker = Marker::new();
    let said = marker.run(&CALL);
    assert!(said.error().contains("approval"), "{}", said.err);
    assert!(said.err.contains("`--yes`"), "{}", said.err);
    assert!(!marker.is_written());
}

#[test]
fn yes_lets_it_run() {
    let marker = Marker::new();
    assert_eq!(marker.run(&with(&["--yes"])).result(), "");
    assert!(marker.is_written());
}

#[test]
fn deny_gives_its_reason_to_the_model() {
    let marker = Marker::new();
    let said = marker.run(&with(&["--deny", "keep it"]));
    assert!(said.error().contains("keep it"), "{}", said.err);
    assert!(!marker.is_written());
}

#[test]
fn flags_stand_before_the_command_as_well() {
    let marker = Marker::new();
    assert_eq!(marker.run(&[&["--yes"], &CALL[..]].concat()).result(), "");
    assert!(marker.is_written());
}

#[test]
fn a_read_is_not_asked_about() {
    let marker = Marker::new();
    let words = ["call", "add", r#"{"a":1,"b":1}"#, "--deny", "no"];
    assert_eq!(marker.run(&words).result(), "2");
}

#[test]
fn invalid_arguments_are_refused_before_anybody_is_asked() {
    let marker = Marker::new();
    for answer in [&["--yes"][..], &["--deny", "no"], &[]] {
        let words = [&["call", "mark", r#"{"line":7}"#], answer].concat();
        let said = marker.run(&words);
        assert!(
            said.error()
                .starts_with("Invalid arguments for mark: line:"),
            "{}",
            said.err
        );
    }
    assert!(!marker.is_written());
}

#[test]
fn an_applications_own_approver_is_asked_unless_the_flags_answer() {
    let marker = Marker::new();
    let own = |words: &[&str]| {
        said(
            command(words)
                .env("APP_MARKER", marker.path())
                .env("APP_APPROVER", "house rule"),
        )
    };
    assert!(own(&CALL).error().contains("house rule"));
    assert!(!marker.is_written());
    assert_eq!(own(&with(&["--yes"])).code, 0);
    assert!(marker.is_written());
}
