//! A model that answers from a script: for tests, and for runs without a
//! network.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::{Model, ModelError, ModelReply, Turn};
use crate::tool::BoxFuture;

type Play = Box<dyn Fn(&Turn<'_>) -> Result<ModelReply, ModelError> + Send + Sync>;

/// A model without a model: a list of turns, or a closure over the
/// conversation.
///
/// ```
/// use tooldef::Call;
/// use tooldef::task::{ModelReply, Scripted};
///
/// let model = Scripted::turns([
///     ModelReply::calls([Call::new("1", "search", r#"{"query":"rust"}"#)]),
///     ModelReply::text("found it"),
/// ]);
/// # let _ = model;
/// ```
pub struct Scripted {
    play: Play,
    asked: AtomicUsize,
}

impl Scripted {
    /// Answers with these turns in order, whatever is asked. Asked once more,
    /// it errs.
    #[must_use]
    pub fn turns(turns: impl IntoIterator<Item = ModelReply>) -> Self {
        let turns: Vec<ModelReply> = turns.into_iter().collect();
        let next = AtomicUsize::new(0);
        Self::new(move |_| {
            let at = next.fetch_add(1, Ordering::SeqCst);
            turns.get(at).cloned().ok_or_else(|| {
                ModelError::other(format!(
                    "the script has {} turns, and one more was asked for",
                    turns.len()
                ))
            })
        })
    }

    /// Answers with what the closure makes of the conversation.
    pub fn new(
        play: impl Fn(&Turn<'_>) -> Result<ModelReply, ModelError> + Send + Sync + 'static,
    ) -> Self {
        Self {
            play: Box::new(play),
            asked: AtomicUsize::new(0),
        }
    }

    /// How many turns were asked for so far.
    #[must_use]
    pub fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }
}

impl Model for Scripted {
    fn turn<'a>(&'a self, turn: &'a Turn<'a>) -> BoxFuture<'a, Result<ModelReply, ModelError>> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        Box::pin(async move { (self.play)(turn) })
    }
}

impl std::fmt::Debug for Scripted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Scripted")
            .field("asked", &self.asked())
            .finish_non_exhaustive()
    }
}
