//! `call`: results, error results, and who calls.

use crate::app::{command, run, run_with, said};

#[test]
fn text_is_printed_as_it_is_and_structures_as_json() {
    assert_eq!(
        run(&["call", "say", r#"{"text":"a \"b\" é"}"#]).result(),
        "a \"b\" é"
    );
    assert_eq!(run(&["call", "add", r#"{"a":2,"b":-5}"#]).result(), "-3");
    assert_eq!(
        run(&["call", "everything"]).json(),
        serde_json::json!({ "null": null, "number": 9_007_199_254_740_993_u64, "list": ["a", true] })
    );
    assert_eq!(run(&["call", "blocks"]).result(), "first\nsecond");
}

#[test]
fn an_empty_result_prints_nothing() {
    assert_eq!(run(&["call", "nothing"]).out, "");
    assert_eq!(run(&["call", "nothing"]).code, 0);
}

#[test]
fn arguments_left_out_are_an_empty_object() {
    assert_eq!(run(&["call", "nothing"]).result(), "");
    let said = run(&["call", "say"]);
    assert!(
        said.error().starts_with("Invalid arguments for say: text:"),
        "{}",
        said.err
    );
}

#[test]
fn every_problem_of_the_arguments_stands_in_one_line() {
    let said = run(&["call", "add", r#"{"a":[],"zzz":1}"#]);
    let error = said.error();
    assert!(error.starts_with("Invalid arguments for add: "), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
    for name in ["a:", "b:", "zzz:"] {
        assert!(error.contains(name), "{name} in {error}");
    }
}

#[test]
fn arguments_that_are_no_object_are_an_error_result() {
    for arguments in ["[]", "1", "-1", "null x", "{", r#"{"a":1,"a":2,"b":1}"#] {
        let said = run(&["call", "add", arguments]);
        assert!(
            said.error().starts_with("Invalid arguments for add: "),
            "{}",
            said.err
        );
    }
}

#[test]
fn arguments_are_read_from_standard_input() {
    let said = run_with(&["call", "say", "-"], "{\"text\":\"in\"}\n".as_bytes());
    assert_eq!(said.result(), "in");
    let marked = run_with(
        &["call", "say", "-"],
        "\u{feff}{\"text\":\"in\"}".as_bytes(),
    );
    assert_eq!(marked.result(), "in");
}

#[test]
fn input_that_is_not_text_is_refused_with_its_place() {
    let said = run_with(&["call", "say", "-"], b"{\"text\":\"\xff\"}");
    assert!(
        said.misuse()
            .contains("standard input is not UTF-8 text: byte 9"),
        "{}",
        said.err
    );
}

#[test]
fn an_unknown_tool_suggests_names() {
    let said = run(&["call", "ad", "{}"]);
    assert!(said.error().contains("add"), "{}", said.err);
    assert!(said.err.contains("\"ad\""), "{}", said.err);
}

#[test]
fn an_error_of_the_tool_goes_to_people() {
    let said = run(&["call", "fail"]);
    assert!(said.error().contains("invalid digit"), "{}", said.err);
}

#[test]
fn a_panic_is_told_to_the_operator_beside_the_models_text() {
    let said = run(&["call", "burst"]);
    assert!(
        said.error().contains("The tool burst failed unexpectedly."),
        "{}",
        said.err
    );
    assert!(
        said.err.contains("detail: panicked: the pipe is broken"),
        "{}",
        said.err
    );
}

#[test]
fn calls_run_as_the_named_user_with_the_named_roles() {
    assert_eq!(run(&["call", "whoami"]).result(), "console []");
    let words = [
        "call", "whoami", "--user", "ada", "--role", "editor", "--role", "owner",
    ];
    assert_eq!(run(&words).result(), "ada [editor,owner]");
    assert_eq!(run(&["--user", "ada", "call", "whoami"]).result(), "ada []");
}

#[test]
fn a_role_is_needed_here_as_anywhere() {
    assert!(run(&["call", "secret"]).error().contains("editor"));
    assert_eq!(
        run(&["call", "secret", "--role", "editor"]).result(),
        "the secret"
    );
}

#[test]
fn an_application_that_decides_who_calls_cannot_be_overruled() {
    let with = |words: &[&str]| said(command(words).env("APP_CALLER", "bob"));
    assert_eq!(with(&["call", "whoami"]).result(), "bob []");
    for words in [
        ["call", "whoami", "--user", "ada"],
        ["call", "whoami", "--role", "editor"],
    ] {
        let said = with(&words);
        assert!(
            said.misuse().contains("leave out `--user` and `--role`"),
            "{}",
            said.err
        );
    }
}

#[test]
fn an_application_can_hand_over_words_of_its_own() {
    let said = said(command(&["nonsense"]).env("APP_WORDS", "app call whoami --user ada"));
    assert_eq!(said.result(), "ada []");
}

#[test]
fn a_command_that_is_not_understood_is_a_misuse() {
    for words in [
        &["cal", "say"][..],
        &["call"],
        &["call", "say", "{}", "{}"],
        &["call", "say", "--user", ""],
        &["call", "say", "--yes", "--deny", "no"],
        &["list", "--format", "cobol"],
        &["replay"],
        &["replay", "/nowhere/message.json"],
        &["--yes"],
        &[],
    ] {
        let said = run(words);
        assert!(!said.misuse().is_empty(), "{words:?}");
    }
}
