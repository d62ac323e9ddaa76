//! One card from the moment it is asked for to its answer.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use super::card::Card;
use super::dialogue::{Dialogue, Step};
use super::editor::Editor;
use super::screen::{self, Screen};
use crate::approval::{ApprovalRequest, ApproverError, Decision, Settlement};

/// How long a key is waited for before the time and the request are looked at.
const TICK: Duration = Duration::from_millis(100);

/// How often an editor is looked at.
const EDITOR_TICK: Duration = Duration::from_millis(50);

/// The terminal is one; cards of several approvers take turns.
static TURN: Mutex<()> = Mutex::new(());

/// A card, shared by the thread that shows it and the call that waits.
pub(super) struct Window {
    request: Arc<ApprovalRequest>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    answer: Option<Result<Decision, ApproverError>>,
    waker: Option<Waker>,
    /// Nobody waits for the answer any more.
    abandoned: bool,
    /// The terminal, while the card has it.
    screen: Option<Screen>,
    /// The editor, while that has the terminal.
    editor: Option<Editor>,
}

impl Window {
    pub(super) fn new(request: Arc<ApprovalRequest>) -> Self {
        Self {
            request,
            state: Mutex::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn poll_answer(
        &self,
        cx: &mut Context<'_>,
    ) -> Poll<Result<Decision, ApproverError>> {
        let mut state = self.lock();
        if let Some(answer) = state.answer.take() {
            return Poll::Ready(answer);
        }
        state.waker = Some(cx.waker().clone());
        Poll::Pending
    }

    /// Closes the card. The terminal is given back before this returns, since
    /// the program may end right after; an open editor has a moment to end.
    pub(super) fn abandon(&self) {
        let mut state = self.lock();
        state.abandoned = true;
        if let Some(mut screen) = state.screen.take() {
            let _ = screen.print(&self.ending());
        }
        self.end_editor(&mut state);
    }

    fn is_open(&self) -> bool {
        self.request.is_open() && !self.lock().abandoned
    }

    /// Shows the card until it is answered or the request ends.
    pub(super) fn show(&self) {
        let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let shown = catch_unwind(AssertUnwindSafe(|| self.converse()));
        let answer = match shown {
            Ok(Ok(answer)) => answer.map(Ok),
            Ok(Err(error)) => Some(Err(ApproverError::new(format!(
                "the terminal failed: {error}"
            )))),
            Err(_) => Some(Err(ApproverError::new("the card panicked"))),
        };
        let mut state = self.lock();
        // However the conversation ended, the terminal is given back.
        drop(state.screen.take());
        self.end_editor(&mut state);
        // Without an answer the call has its end already, or gets it from the
        // gate's own clock at once.
        state.answer = answer;
        let waker = state.waker.take();
        drop(state);
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    fn converse(&self) -> io::Result<Option<Decision>> {
        if !self.is_open() {
            return Ok(None);
        }
        let mut dialogue = Dialogue::new();
        if !self.take_screen()? {
            return Ok(None);
        }
        self.draw(&dialogue)?;
        let mut prompt = String::new();
        loop {
            let next = dialogue.prompt(&self.request, Screen::width());
            if next != prompt {
                self.with(|screen| screen.prompt(&next))?;
                prompt = next;
            }
            let event = Screen::event(TICK)?;
            if !self.is_open() {
                self.with(|screen| screen.print(&self.ending()))?;
                return Ok(None);
            }
            match event.map_or(Step::Stay, |event| dialogue.event(&event)) {
                Step::Stay => {}
                Step::Prompt => prompt.clear(),
                Step::Edit => {
                    self.edit(&mut dialogue)?;
                    prompt.clear();
                }
                Step::Done(decision) => return self.finish(decision),
            }
        }
    }

    /// Takes the terminal, unless nobody waits any more. Both are one step, so
    /// that a call that is dropped always gives the terminal back.
    fn take_screen(&self) -> io::Result<bool> {
        let mut state = self.lock();
        if !state.abandoned {
            state.screen = Some(Screen::open()?);
        }
        Ok(!state.abandoned)
    }

    /// Uses the terminal, if the card still has it.
    fn with(&self, write: impl FnOnce(&mut Screen) -> io::Result<()>) -> io::Result<()> {
        match &mut self.lock().screen {
            Some(screen) => write(screen),
            None => Ok(()),
        }
    }

    fn draw(&self, dialogue: &Dialogue) -> io::Result<()> {
        let card = Card::new(&self.request)
            .edited(dialogue.edited())
            .width(Screen::width())
            .colour(screen::wants_colour())
            .to_string();
        self.with(|screen| screen.print(&card))
    }

    /// Lends the terminal to an editor, and shows what came of it.
    fn edit(&self, dialogue: &mut Dialogue) -> io::Result<()> {
        {
            let mut state = self.lock();
            let Some(mut screen) = state.screen.take() else {
                return Ok(());
            };
            screen.print("")?;
            drop(screen);
            match Editor::open(&dialogue.draft(&self.request)) {
                Ok(editor) => state.editor = Some(editor),
                Err(error) => {
                    drop(state);
                    return self.resume(dialogue, Some(&format!("No editor opened: {error}")));
                }
            }
        }
        let edited = loop {
            std::thread::sleep(EDITOR_TICK);
            let mut state = self.lock();
            // Whoever drops the call ends the editor.
            let Some(editor) = &mut state.editor else {
                return Ok(());
            };
            if !self.request.is_open() {
                self.end_editor(&mut state);
                return Ok(());
            }
            if let Some(edited) = editor.text().transpose() {
                drop(state.editor.take());
                break edited;
            }
        };
        let fault = match edited {
            Ok(text) => dialogue.take(&self.request, text).err(),
            Err(error) => Some(format!("Nothing was edited: {error}")),
        };
        self.resume(dialogue, fault.as_deref())
    }

    /// Shows the card again, and what is wrong with an edit.
    fn resume(&self, dialogue: &Dialogue, fault: Option<&str>) -> io::Result<()> {
        if !self.take_screen()? {
            return Ok(());
        }
        self.draw(dialogue)?;
        if let Some(fault) = fault {
            let lines: Vec<String> = fault.lines().map(ApprovalRequest::display).collect();
            self.with(|screen| screen.print(&lines.join("\n")))?;
        }
        Ok(())
    }

    /// Ends the editor, if one is open, and says why.
    fn end_editor(&self, state: &mut State) {
        if let Some(editor) = state.editor.take() {
            drop(editor);
            if let Ok(mut device) = screen::device() {
                let line = format!("\r{}\r\n", self.ending());
                let _ = device.write_all(line.as_bytes());
            }
        }
    }

    /// Gives the answer, unless the request ended a moment before.
    fn finish(&self, decision: Decision) -> io::Result<Option<Decision>> {
        let how = decision.settlement();
        let taken = self
            .request
            .fate()
            .is_none_or(|fate| fate.answer(how).is_ok());
        let line = if taken {
            self.outcome(how.as_str())
        } else {
            self.ending()
        };
        self.with(|screen| screen.print(&line))?;
        Ok(taken.then_some(decision))
    }

    /// How the request ended without this card.
    fn ending(&self) -> String {
        match self.request.settlement() {
            Some(Settlement::TimedOut) => self.outcome("nobody decided in time, not run"),
            Some(Settlement::Cancelled) | None => self.outcome("cancelled, not run"),
            Some(how) => self.outcome(how.as_str()),
        }
    }

    fn outcome(&self, how: &str) -> String {
        format!("{}: {how}", ApprovalRequest::display(&self.request.tool))
    }
}
