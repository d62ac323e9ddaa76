//! Colours, pipes, and characters that would drive a terminal.

use std::process::Stdio;

use crate::app::{command, run, said};

const ESCAPE: char = '\u{1b}';

#[test]
fn a_pipe_gets_no_colours() {
    for words in [
        &["list"][..],
        &["--help"],
        &["call", "burst"],
        &["nonsense"],
    ] {
        let said = run(words);
        assert!(
            !said.out.contains(ESCAPE) && !said.err.contains(ESCAPE),
            "{words:?}"
        );
    }
}

#[test]
fn colours_appear_when_forced_and_vanish_with_no_color() {
    let colours = |words: &[&str], no_color: bool| {
        let mut command = command(words);
        command.env("CLICOLOR_FORCE", "1");
        if no_color {
            command.env("NO_COLOR", "1").env_remove("CLICOLOR_FORCE");
        }
        let said = said(&mut command);
        said.out.contains(ESCAPE) || said.err.contains(ESCAPE)
    };
    for words in [&["list"][..], &["call", "burst"], &["nonsense"]] {
        assert!(colours(words, false), "{words:?}");
        assert!(!colours(words, true), "{words:?}");
    }
}

#[test]
fn each_effect_has_its_colour() {
    let said = said(command(&["list"]).env("CLICOLOR_FORCE", "1"));
    let line = |name: &str| {
        said.out
            .lines()
            .find(|line| line.contains(name))
            .expect(name)
    };
    assert!(line("add").contains("\u{1b}[32mread"), "{}", said.out);
    assert!(line("mark").contains("\u{1b}[34mwrite"), "{}", said.out);
}

#[test]
fn data_in_a_pipe_is_not_touched() {
    let said = run(&["call", "say", r#"{"text":"\u001b[31mred\u0007"}"#]);
    assert_eq!(said.result(), "\u{1b}[31mred\u{7}");
}

#[test]
fn people_never_get_characters_that_drive_a_terminal() {
    let said = run(&["call", "a\u{1b}[2Jb\u{202e}c"]);
    assert!(
        !said.error().contains([ESCAPE, '\u{202e}']),
        "{:?}",
        said.err
    );
}

#[test]
fn json_stays_json_when_colours_are_forced() {
    let said = said(command(&["list", "--format", "mcp"]).env("CLICOLOR_FORCE", "1"));
    assert!(said.json().is_array());
}

#[test]
fn a_reader_that_leaves_early_is_no_failure() {
    for words in [&["list"][..], &["list", "--format", "mcp"]] {
        let mut child = command(words)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // The reading end is closed before the program can have written.
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(0), "{words:?}");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            !said.contains("panicked") && !said.contains("error:"),
            "{said}"
        );
    }
}
