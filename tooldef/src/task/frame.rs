//! What a running task keeps: how deep it may nest, what it and the tasks below
//! it have used, and the log of their calls.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::Usage;
use crate::result::ErrorKind;
use crate::{CallId, ToolName, ToolResult};

/// One call in a task's log.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct CallRecord {
    /// The call.
    pub call_id: CallId,
    /// The tool's name as called.
    pub tool: ToolName,
    /// What went wrong, if anything did.
    pub error: Option<ErrorKind>,
    /// How long the call took, approval included.
    pub duration: Duration,
    /// How deep below the task whose log this is: 1 for the task's own calls, 2
    /// for those of a task it started, and so on.
    pub depth: usize,
}

impl CallRecord {
    /// Whether the call ended with a result that is no error.
    #[must_use]
    pub fn success(&self) -> bool {
        self.error.is_none()
    }
}

/// What a task took, whether it ended well or not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TaskReport {
    /// How many times the task's model was asked and answered; tasks below it
    /// are not counted.
    pub turns: usize,
    /// The tokens used, by tasks below it as well.
    pub usage: Usage,
    /// Every tool call, also of tasks below it, in the order they were started.
    pub calls: Vec<CallRecord>,
}

/// The state of one task, and of the tasks above it.
pub(crate) struct Frame {
    /// How many levels of tasks may still be started below.
    pub(crate) nesting: usize,
    above: Option<Arc<Frame>>,
    turns: AtomicUsize,
    log: Mutex<Log>,
}

#[derive(Default)]
struct Log {
    usage: Usage,
    /// In the order in which they started; nothing where one has not ended.
    calls: Vec<Option<CallRecord>>,
}

/// A call's place in the logs of its task and those above it, innermost first.
pub(crate) struct Entry(Vec<usize>);

impl Frame {
    pub(crate) fn new(nesting: usize, above: Option<Arc<Self>>) -> Self {
        Self {
            nesting,
            above,
            turns: AtomicUsize::new(0),
            log: Mutex::default(),
        }
    }

    /// This frame and those above it.
    fn up(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(Some(self), |frame| frame.above.as_deref())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a call starts.
    pub(crate) fn open(&self) -> Entry {
        let places = self.up().map(|frame| {
            let mut log = frame.lock();
            log.calls.push(None);
            log.calls.len() - 1
        });
        Entry(places.collect())
    }

    /// Notes how a call ended.
    pub(crate) fn close(&self, entry: Entry, result: &ToolResult, duration: Duration) {
        for (level, (frame, place)) in self.up().zip(entry.0).enumerate() {
            let record = CallRecord {
                call_id: result.call_id.clone(),
                tool: result.tool.clone(),
                error: result.error,
                duration,
                depth: level + 1,
            };
            frame.lock().calls[place] = Some(record);
        }
    }

    /// Notes one answer of the task's model.
    pub(crate) fn turn(&self, usage: Usage) {
        self.turns.fetch_add(1, Ordering::SeqCst);
        for frame in self.up() {
            frame.lock().usage += usage;
        }
    }

    /// What was noted so far.
    pub(crate) fn report(&self) -> TaskReport {
        let log = self.lock();
        TaskReport {
            turns: self.turns.load(Ordering::SeqCst),
            usage: log.usage,
            calls: log.calls.iter().flatten().cloned().collect(),
        }
    }
}
