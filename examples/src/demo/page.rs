//! The screen that the conversation is shown on.

use std::fmt::{Display, Write as _};
use std::io::{self, Write as _};

use anstyle::{AnsiColor, Style};
use serde_json::Value;
use tooldef::approval::{ApprovalRequest, Decision};
use tooldef::provider::ParsedCall;
use tooldef::{Effect, ToolResult, ToolSet};

use super::person::Card;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const GOOD: Style = AnsiColor::Green.on_default();
const WRONG: Style = AnsiColor::Red.on_default();

/// How many characters of a text that goes back to a provider are shown.
const SHOWN: usize = 28;

/// Collects the screen's lines.
#[derive(Default)]
pub(super) struct Page(String);

impl Page {
    pub(super) fn heading(&mut self, text: &str) {
        let gap = if self.0.is_empty() { "" } else { "\n" };
        self.push(format_args!("{gap}{BOLD}{text}{BOLD:#}"));
    }

    pub(super) fn line(&mut self, label: &str, text: impl Display) {
        self.push(format_args!("  {DIM}{label:<7}{DIM:#} {text}"));
    }

    pub(super) fn tools(&mut self, tools: &ToolSet) {
        for definition in tools.definitions() {
            let (word, style) = effect(definition.annotations.effect);
            let parameters = definition.input_schema["properties"].as_object();
            let names: Vec<&str> = parameters
                .map(|map| map.keys().map(String::as_str).collect())
                .unwrap_or_default();
            self.push(format_args!(
                "  {style}{word:<12}{style:#} {BOLD}{}{BOLD:#}({})",
                definition.name,
                names.join(", ")
            ));
        }
    }

    pub(super) fn definition(&mut self, about: &str, definition: &Value) {
        self.push(format_args!("  {DIM}{about}:{DIM:#}"));
        self.push(format_args!("  {definition}"));
    }

    pub(super) fn turn(&mut self, number: usize, provider: &str) {
        self.push(format_args!("{BOLD}Turn {number}{BOLD:#}, {provider}"));
    }

    pub(super) fn call(&mut self, call: &ParsedCall) {
        let arguments = ApprovalRequest::display(&call.arguments);
        self.line(
            "call",
            format_args!("{BOLD}{}{BOLD:#} {arguments}", call.name),
        );
    }

    /// The question that the gate asked, and the answer.
    pub(super) fn card(&mut self, card: &Card) {
        let (word, style) = effect(card.request.annotations.effect);
        let answer = match &card.decision {
            Decision::Approve => format!("{GOOD}approved{GOOD:#}"),
            Decision::ApproveEdited { arguments } => {
                let arguments = Value::Object(arguments.clone());
                format!("{GOOD}approved as{GOOD:#} {arguments}")
            }
            Decision::Deny { reason } => format!("{WRONG}denied{WRONG:#}: {reason}"),
            other => format!("{other:?}"),
        };
        let text = format!(
            "{style}{word}{style:#} needs approval by {}: {answer}",
            card.request.caller
        );
        self.line("gate", text);
    }

    pub(super) fn result(&mut self, result: &ToolResult) {
        let text = result.text();
        match result.error {
            None => self.line("result", text),
            Some(_) => self.line("error", format_args!("{WRONG}{text}{WRONG:#}")),
        }
    }

    /// What the provider is sent, its long texts shortened.
    pub(super) fn back(&mut self, message: &Value) {
        let message = shortened(message.clone());
        self.line("back", format_args!("{DIM}{message}{DIM:#}"));
    }

    pub(super) fn notes(&mut self, notes: &Value) {
        for note in notes.as_array().into_iter().flatten() {
            let text = note["text"].as_str().unwrap_or_default();
            self.push(format_args!("  {DIM}{:>2}{DIM:#} {text}", note["id"]));
        }
    }

    pub(super) fn commands(&mut self, commands: &[&str]) {
        for command in commands {
            self.push(format_args!("  cargo run -q --bin quickstart -- {command}"));
        }
    }

    /// Prints the page; styles go to terminals only.
    ///
    /// # Errors
    /// When standard output cannot be written, unless its reader has seen
    /// enough.
    pub(super) fn print(&self) -> io::Result<()> {
        let mut out = anstream::stdout().lock();
        match out.write_all(self.0.as_bytes()).and_then(|()| out.flush()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
            _ => Ok(()),
        }
    }

    fn push(&mut self, line: impl Display) {
        // Writing to a text cannot fail.
        let _ = writeln!(self.0, "{line}");
    }
}

/// The value with an ellipsis in every long text.
fn shortened(value: Value) -> Value {
    match value {
        Value::String(text) => match text.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("{}…", &text[..end]).into(),
            None => text.into(),
        },
        Value::Array(items) => items.into_iter().map(shortened).collect(),
        Value::Object(map) => map
            .into_iter()
            .map(|(key, value)| (key, shortened(value)))
            .collect(),
        other => other,
    }
}

/// An effect's name and colour.
fn effect(effect: Option<Effect>) -> (&'static str, Style) {
    let (word, color) = match effect {
        Some(Effect::Read) => ("read", AnsiColor::Green),
        Some(Effect::Write) => ("write", AnsiColor::Blue),
        Some(Effect::Update) => ("update", AnsiColor::Yellow),
        Some(Effect::Destructive) => ("destructive", AnsiColor::Red),
        None => return ("not stated", DIM),
    };
    (word, color.on_default())
}
