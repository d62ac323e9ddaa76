//! Progress: what a running call tells whoever waits for it.

use std::fmt;
use std::sync::Arc;

use crate::CallId;
use crate::context::{Context, FromContext};
use crate::error::ContextError;

/// One report of a running call.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ProgressUpdate {
    /// How much is done, in units of the tool's own.
    pub done: f64,
    /// How much there is to do in all, in the same units, where it is known.
    pub total: Option<f64>,
    /// What happens just now, for people.
    pub message: Option<String>,
}

pub(crate) type ProgressSink = Arc<dyn Fn(&CallId, ProgressUpdate) + Send + Sync>;

/// Tells how far a call has come; ask for it with `#[context]`, or take it from
/// [`Context::progress`].
///
/// Where nobody waits for progress a report goes nowhere and costs nothing.
/// Reports are hints: one may be dropped when they come faster than they can be
/// passed on.
#[derive(Clone)]
pub struct Progress {
    call_id: CallId,
    sink: Option<ProgressSink>,
}

impl Progress {
    /// Reports how much is done, out of a total where that is known.
    pub fn report(&self, done: f64, total: Option<f64>) {
        self.send(done, total, None);
    }

    /// The same with a text for people.
    pub fn report_with(&self, done: f64, total: Option<f64>, message: impl Into<String>) {
        if self.is_wanted() {
            self.send(done, total, Some(message.into()));
        }
    }

    /// Whether anybody waits for reports.
    #[must_use]
    pub fn is_wanted(&self) -> bool {
        self.sink.is_some()
    }

    fn send(&self, done: f64, total: Option<f64>, message: Option<String>) {
        if let Some(sink) = &self.sink {
            let update = ProgressUpdate {
                done,
                total,
                message,
            };
            sink(&self.call_id, update);
        }
    }
}

impl FromContext for Progress {
    fn from_context(context: &Context) -> Result<Self, ContextError> {
        Ok(context.progress())
    }
}

impl Context {
    /// Tells whoever waits for this call how far it has come.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress {
            call_id: self.call_id.clone(),
            sink: self.run.progress_sink().cloned(),
        }
    }
}

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Progress")
            .field("call_id", &self.call_id)
            .field("wanted", &self.is_wanted())
            .finish_non_exhaustive()
    }
}
