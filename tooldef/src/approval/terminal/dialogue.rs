//! What keys mean while a card is open. Knows no terminal.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use serde_json::{Map, Value};

use super::line::{columns, fitting};
use crate::approval::{ApprovalRequest, Decision};
use crate::arguments::{Limits, parse_object};

/// What to do next.
#[derive(Debug, PartialEq)]
pub(super) enum Step {
    /// Nothing changed.
    Stay,
    /// The prompt changed.
    Prompt,
    /// Open the arguments in an editor.
    Edit,
    /// This is the decision.
    Done(Decision),
}

/// One card's state.
pub(super) struct Dialogue {
    /// The reason for a no, while it is being written.
    reason: Option<String>,
    /// Arguments that were edited and fit.
    edited: Option<Map<String, Value>>,
    /// The text that was last edited.
    draft: Option<String>,
}

impl Dialogue {
    pub(super) fn new() -> Self {
        Self {
            reason: None,
            edited: None,
            draft: None,
        }
    }

    pub(super) fn edited(&self) -> Option<&Map<String, Value>> {
        self.edited.as_ref()
    }

    /// What an editor starts with: what was written last, or the arguments.
    pub(super) fn draft(&self, request: &ApprovalRequest) -> String {
        self.draft
            .clone()
            .unwrap_or_else(|| request.display_arguments() + "\n")
    }

    /// Takes what came out of the editor.
    ///
    /// # Errors
    /// What is wrong with it, for the person who wrote it.
    pub(super) fn take(&mut self, request: &ApprovalRequest, text: String) -> Result<(), String> {
        self.edited = None;
        if text.trim().is_empty() {
            self.draft = None;
            return Err("Nothing was edited: the text was empty.".into());
        }
        let limits = Limits {
            bytes: usize::MAX,
            ..Limits::default()
        };
        let parsed = parse_object(&text, &limits);
        self.draft = Some(text);
        let misfit = "The edit does not fit, [e] edits it again:";
        let arguments = parsed.map_err(|fault| format!("{misfit}\n  {fault}"))?;
        request.check_edit(&arguments).map_err(|problems| {
            problems.iter().fold(misfit.to_owned(), |text, problem| {
                format!("{text}\n  {}: {}", problem.path, problem.message)
            })
        })?;
        if arguments != request.arguments {
            self.edited = Some(arguments);
        }
        Ok(())
    }

    pub(super) fn event(&mut self, event: &Event) -> Step {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            Event::Paste(text) => match &mut self.reason {
                Some(reason) => {
                    reason.extend(text.chars().map(|c| if c.is_control() { ' ' } else { c }));
                    Step::Prompt
                }
                // A paste is no answer.
                None => Step::Stay,
            },
            Event::Resize(..) => Step::Prompt,
            _ => Step::Stay,
        }
    }

    fn key(&mut self, key: KeyEvent) -> Step {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && matches!(key.code, KeyCode::Char('c' | 'd')) {
            return Step::Done(Decision::deny("the question was interrupted"));
        }
        if control || key.modifiers.contains(KeyModifiers::ALT) {
            return Step::Stay;
        }
        if self.reason.is_some() {
            return self.reason_key(key.code);
        }
        match (key.code, self.edited.take()) {
            (KeyCode::Char('y' | 'Y'), None) => Step::Done(Decision::Approve),
            (KeyCode::Char('y' | 'Y'), Some(arguments)) => {
                Step::Done(Decision::ApproveEdited { arguments })
            }
            (KeyCode::Char('r' | 'R'), None) => Step::Done(Decision::ApproveForRun),
            (code, edited) => {
                self.edited = edited;
                match code {
                    KeyCode::Char('n' | 'N') => {
                        self.reason = Some(String::new());
                        Step::Prompt
                    }
                    KeyCode::Char('e' | 'E') => Step::Edit,
                    _ => Step::Stay,
                }
            }
        }
    }

    fn reason_key(&mut self, code: KeyCode) -> Step {
        let Some(reason) = &mut self.reason else {
            return Step::Stay;
        };
        match code {
            KeyCode::Enter => return Step::Done(Decision::deny(reason.trim())),
            KeyCode::Esc => self.reason = None,
            KeyCode::Backspace => {
                reason.pop();
            }
            KeyCode::Char(character) => reason.push(character),
            _ => return Step::Stay,
        }
        Step::Prompt
    }

    /// The line below the card, never wider than the terminal.
    pub(super) fn prompt(&self, request: &ApprovalRequest, width: usize) -> String {
        let seconds = request.remaining().as_millis().div_ceil(1000);
        let time = format!("{seconds} s left");
        let Some(reason) = &self.reason else {
            let keys: &[&str] = if self.edited.is_some() {
                &[
                    "[y] yes, as edited  [n] no  [e] edit again",
                    "[y] yes [n] no [e] edit",
                    "y/n/e",
                ]
            } else {
                &[
                    "[y] yes  [n] no  [e] edit  [r] yes for the rest of this run",
                    "[y] yes [n] no [e] edit [r] rest of run",
                    "y/n/e/r",
                ]
            };
            let tool = ApprovalRequest::display(&request.tool);
            let long = keys
                .iter()
                .map(|keys| format!("{tool}?  {keys}  {time}"))
                .find(|prompt| columns(prompt) < width);
            // A card is narrow or a name is long: the keys matter most.
            return long.unwrap_or_else(|| {
                let short = format!("{} {time}", keys[keys.len() - 1]);
                short[..fitting(&short, width.saturating_sub(1))].to_owned()
            });
        };
        let lead = format!("{time}  why not? (Enter sends, Esc goes back) ");
        let lead = if columns(&lead) + 12 < width {
            lead
        } else {
            "why not? ".into()
        };
        // The end is where the person writes.
        let shown = ApprovalRequest::display(reason);
        let mut tail = shown.as_str();
        while columns(&lead) + columns(tail) + 1 >= width && !tail.is_empty() {
            let first = tail.chars().next().map_or(1, char::len_utf8);
            tail = &tail[first..];
        }
        format!("{lead}{tail}")
    }
}

#[cfg(test)]
mod tests;
