//! An approver that asks the person at the terminal.
//!
//! Cards are shown one after another, on a thread of their own, so that no
//! executor ever blocks. The terminal is reached through its device, so the
//! program's input and output may be pipes.

mod card;
mod dialogue;
mod editor;
mod line;
mod screen;
mod window;

use std::borrow::Cow;
use std::collections::VecDeque;
use std::fmt;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use super::{ApprovalRequest, Approver, ApproverError, Decision};
use crate::tool::BoxFuture;
use window::Window;

pub use card::Card;

/// Asks the person at the terminal, with a card for every request.
///
/// The card shows the tool, its effect in colour, the caller and every final
/// argument in full, and counts the time down. Keys: `y` yes, `n` no with a
/// reason, `e` edit the arguments in `$VISUAL` or `$EDITOR`, `r` yes for the
/// rest of the run. `NO_COLOR` is respected. Keys that were pressed before a
/// card appeared do not answer it. Where no person can be asked (no terminal,
/// an input from `/dev/null`, a program in the background) the call is denied
/// at once.
///
/// The person at the terminal decides as the caller of the run: use it only
/// where that is who sits there.
#[derive(Clone)]
pub struct Terminal {
    remedy: Cow<'static, str>,
    queue: Arc<Mutex<Queue>>,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Arc<Window>>,
    /// Whether a thread is showing them.
    served: bool,
}

impl Terminal {
    /// An approver that asks on the terminal of this process.
    #[must_use]
    pub fn new() -> Self {
        Self {
            remedy: "Run the program in a terminal to be asked.".into(),
            queue: Arc::default(),
        }
    }

    /// A sentence that says how approval can be given where there is no
    /// terminal, such as an option of the program; "Run the program in a
    /// terminal to be asked." unless set.
    #[must_use]
    pub fn remedy(mut self, sentence: impl Into<Cow<'static, str>>) -> Self {
        self.remedy = sentence.into();
        self
    }

    /// Whether a person can be asked now.
    ///
    /// # Errors
    /// Why not, in words that follow "nobody can be asked: ".
    pub fn available() -> Result<(), String> {
        screen::available()
    }

    fn enqueue(&self, window: Arc<Window>) -> Result<(), ApproverError> {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.waiting.push_back(window);
        if queue.served {
            return Ok(());
        }
        let own = Arc::clone(&self.queue);
        std::thread::Builder::new()
            .name("approval cards".into())
            .spawn(move || serve(&own))
            .map_err(|error| {
                queue.waiting.pop_back();
                ApproverError::new(format!("no thread could be started for the card: {error}"))
            })?;
        queue.served = true;
        Ok(())
    }
}

impl Default for Terminal {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Terminal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Terminal")
    }
}

/// Shows card after card until none is left.
fn serve(queue: &Mutex<Queue>) {
    loop {
        let window = {
            let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
            let Some(window) = queue.waiting.pop_front() else {
                queue.served = false;
                return;
            };
            window
        };
        // Nothing that a card does may keep the next one from being shown.
        let _ = catch_unwind(AssertUnwindSafe(|| window.show()));
    }
}

impl Approver for Terminal {
    fn decide(
        &self,
        request: Arc<ApprovalRequest>,
    ) -> BoxFuture<'_, Result<Decision, ApproverError>> {
        let asked = Self::available()
            .map_err(|cause| {
                let cause = format!("nobody can be asked: {cause}");
                ApproverError::nobody(cause, self.remedy.clone())
            })
            .and_then(|()| {
                let window = Arc::new(Window::new(request));
                self.enqueue(Arc::clone(&window))?;
                Ok(Answer(window))
            });
        Box::pin(async move { asked?.await })
    }
}

/// Waits for the answer of one card; dropping it closes the card.
struct Answer(Arc<Window>);

impl Future for Answer {
    type Output = Result<Decision, ApproverError>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        self.0.poll_answer(cx)
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        self.0.abandon();
    }
}
