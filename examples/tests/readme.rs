//! What the README shows is what the programs print, and its code compiles.
#![cfg(unix)]

use std::path::Path;
use std::process::{Command, Stdio};

const README: &str = include_str!("../../README.md");

/// The text of every block in this language.
fn blocks(language: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut open: Option<String> = None;
    for line in README.lines() {
        match &mut open {
            Some(block) if line == "```" => {
                blocks.push(std::mem::take(block));
                open = None;
            }
            Some(block) => {
                block.push_str(line);
                block.push('\n');
            }
            None if line.strip_prefix("```") == Some(language) => open = Some(String::new()),
            None => {}
        }
    }
    blocks
}

/// Whether the text is the pattern, in which each `…` stands for anything.
fn fits(pattern: &str, text: &str) -> bool {
    match pattern.split_once('…') {
        None => pattern == text,
        Some((before, after)) => text.strip_prefix(before).is_some_and(|rest| {
            let mut ends = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
            ends.any(|at| fits(after, &rest[at..]))
        }),
    }
}

#[test]
fn every_command_prints_what_is_shown() {
    let directory = tempfile::tempdir().expect("a directory");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut shown = 0;
    for block in blocks("console") {
        for entry in block.split("$ ").skip(1) {
            let (first, mut expected) = entry.split_once('\n').expect("a command line");
            let mut command = first.to_owned();
            // As a shell shows the further lines of a command.
            while let Some(more) = expected.strip_prefix("> ") {
                let (line, rest) = more.split_once('\n').expect("a line");
                command = format!("{command}\n{line}");
                expected = rest;
            }
            let mut program = command.clone();
            for (name, path) in [
                ("quickstart", env!("CARGO_BIN_EXE_quickstart")),
                ("greeter", env!("CARGO_BIN_EXE_greeter")),
                ("vendor_desk", env!("CARGO_BIN_EXE_vendor_desk")),
            ] {
                let run = format!("cargo run -q --bin {name}");
                program = program
                    .replace(&format!("{run} --"), path)
                    .replace(&run, path);
            }
            assert!(!program.contains("cargo"), "{command}");
            let output = Command::new("sh")
                .args(["-c", &format!("{program} 2>&1")])
                .current_dir(&root)
                .env("NOTEBOOK_DB", directory.path().join("notebook.redb"))
                .env("TMPDIR", directory.path())
                .env_remove("CLICOLOR_FORCE")
                .env_remove("ANTHROPIC_API_KEY")
                .env_remove("OPENAI_API_KEY")
                .env_remove("GEMINI_API_KEY")
                .stdin(Stdio::null())
                .output()
                .expect("a shell");
            let printed = String::from_utf8(output.stdout).expect("text");
            assert!(
                fits(expected.trim_end(), printed.trim_end()),
                "$ {command}\nshown:\n{expected}\nprinted:\n{printed}"
            );
            shown += 1;
        }
    }
    assert!(shown >= 10, "{shown} commands");
}

#[test]
fn the_first_program_is_one_of_the_examples() {
    let source = include_str!("../src/bin/greeter.rs");
    let code: Vec<&str> = source
        .lines()
        .skip_while(|line| line.starts_with("//!") || line.is_empty())
        .collect();
    let code = code.join("\n") + "\n";
    assert!(blocks("rust").contains(&code), "{code}");
}
