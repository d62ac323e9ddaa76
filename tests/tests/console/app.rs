//! Starts the program and keeps what it said.

use std::io::Write as _;
use std::process::{Command, Stdio};

/// What the program said, and its exit code.
pub(crate) struct Said {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Said {
    /// The result of a call that went well, without its line end.
    #[track_caller]
    pub(crate) fn result(&self) -> &str {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        self.out.strip_suffix('\n').unwrap_or(&self.out)
    }

    /// The people's text of a call that failed; nothing went to standard
    /// output.
    #[track_caller]
    pub(crate) fn error(&self) -> &str {
        assert_eq!((self.code, self.out.as_str()), (1, ""), "{}", self.err);
        &self.err
    }

    /// What was wrong with the command; nothing went to standard output.
    #[track_caller]
    pub(crate) fn misuse(&self) -> &str {
        assert_eq!((self.code, self.out.as_str()), (2, ""), "{}", self.err);
        &self.err
    }

    /// Standard output as JSON.
    #[track_caller]
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).expect(&self.out)
    }
}

/// The program with these words, standard input at its end.
pub(crate) fn command(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_console_app"));
    for name in [
        "NO_COLOR",
        "CLICOLOR_FORCE",
        "CLICOLOR",
        "APP_CALLER",
        "APP_APPROVER",
        "APP_WORDS",
    ] {
        command.env_remove(name);
    }
    command.args(words).stdin(Stdio::null());
    command
}

pub(crate) fn said(command: &mut Command) -> Said {
    let output = command.output().expect("the program starts");
    Said {
        code: output.status.code().expect("it ends by itself"),
        out: String::from_utf8(output.stdout).expect("text"),
        err: String::from_utf8(output.stderr).expect("text"),
    }
}

/// Runs the program with these words.
pub(crate) fn run(words: &[&str]) -> Said {
    said(&mut command(words))
}

/// Runs the program with these words and this standard input.
pub(crate) fn run_with(words: &[&str], input: &[u8]) -> Said {
    let mut child = command(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(input)
        .expect("the program reads");
    let output = child.wait_with_output().expect("the program ends");
    Said {
        code: output.status.code().expect("it ends by itself"),
        out: String::from_utf8(output.stdout).expect("text"),
        err: String::from_utf8(output.stderr).expect("text"),
    }
}
