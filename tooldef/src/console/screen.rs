//! Writing: data to standard output, people's text to standard error. Styles are
//! left out where a stream is no terminal or `NO_COLOR` is set.

use std::fmt::Display;
use std::io::{self, IsTerminal as _, Write};

use anstyle::{AnsiColor, Style};

use super::Fault;
use crate::approval::ApprovalRequest;
use crate::{Annotations, Effect};

/// Bold.
pub(super) const BOLD: Style = Style::new().bold();
/// For what matters less.
pub(super) const DIM: Style = Style::new().dimmed();
/// For what went wrong.
pub(super) const WRONG: Style = AnsiColor::Red.on_default().bold();

/// Writes data as it is, with a line end where it lacks one. Only on a
/// terminal are the characters that would drive it made visible.
pub(super) fn data(text: &str) -> Result<(), Fault> {
    if text.is_empty() {
        return Ok(());
    }
    let mut out = io::stdout().lock();
    let end = if text.ends_with('\n') { "" } else { "\n" };
    let written = if io::stdout().is_terminal() {
        write!(out, "{}{end}", visible(text))
    } else {
        write!(out, "{text}{end}")
    };
    finished(written.and_then(|()| out.flush()))
}

/// Writes styled text to standard output, for a command whose data is for
/// people.
pub(super) fn styled(text: impl Display) -> Result<(), Fault> {
    let mut out = anstream::stdout().lock();
    finished(write!(out, "{text}").and_then(|()| out.flush()))
}

/// Writes a line for people to standard error. There is nobody left to
/// tell when that fails.
pub(super) fn note(line: impl Display) {
    let _ = writeln!(anstream::stderr().lock(), "{line}");
}

/// Writes a line about what is wrong with the command.
pub(super) fn error(text: &str) {
    note(format_args!("{WRONG}error:{WRONG:#} {}", visible(text)));
}

/// A reader that has seen enough, such as `head`, is no failure.
fn finished(written: io::Result<()>) -> Result<(), Fault> {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Fault::new(format!(
            "cannot write to standard output: {error}"
        ))),
        _ => Ok(()),
    }
}

/// The text with what could drive a terminal or reorder a line made visible;
/// line ends and tabs stay.
pub(super) fn visible(text: &str) -> String {
    let line = |line: &str| {
        let cells: Vec<String> = line.split('\t').map(ApprovalRequest::display).collect();
        cells.join("\t")
    };
    let lines: Vec<String> = text.split('\n').map(line).collect();
    lines.join("\n")
}

/// The word for what a tool does, and its colour.
pub(super) fn effect(annotations: &Annotations) -> (&'static str, Style) {
    let destructive = annotations.destructive == Some(true);
    let color = |color: AnsiColor| color.on_default();
    match annotations.effect {
        _ if destructive => ("destructive", color(AnsiColor::Red)),
        Some(Effect::Read) => ("read", color(AnsiColor::Green)),
        Some(Effect::Write) => ("write", color(AnsiColor::Blue)),
        Some(Effect::Update) => ("update", color(AnsiColor::Yellow)),
        Some(Effect::Destructive) => ("destructive", color(AnsiColor::Red)),
        None if annotations.read_only == Some(true) => ("read", color(AnsiColor::Green)),
        None => ("not stated", DIM),
    }
}
