//! What happens in runs, for whoever watches: bounded streams and observers.
//!
//! Nothing that listens can hurt a call. A stream that is read too slowly loses
//! its oldest events and says how many; an observer that panics is left out
//! from then on.

use std::collections::VecDeque;
use std::fmt;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use futures_core::Stream;

use crate::approval::{ApprovalId, ApprovalRequest, Settlement};
use crate::guard;
use crate::result::ErrorKind;
use crate::{CallId, Effect, ToolName};

/// How many events a stream holds for a slow reader unless set otherwise.
pub const EVENT_BUFFER: usize = 1024;

/// Something that happened in a run.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Event {
    /// A tool call arrived.
    CallStarted {
        /// The call.
        call_id: CallId,
        /// The tool's name as called.
        tool: ToolName,
        /// What the tool does to the world, where it says so.
        effect: Option<Effect>,
        /// How many task agents stand above the call.
        depth: usize,
    },
    /// A tool call has its result.
    CallFinished {
        /// The call.
        call_id: CallId,
        /// The tool's name as called.
        tool: ToolName,
        /// What went wrong, if anything did.
        error: Option<ErrorKind>,
        /// For operators only: what the model is not told.
        detail: Option<String>,
        /// How long the call took, approval included.
        duration: Duration,
        /// How many task agents stand above the call.
        depth: usize,
    },
    /// Somebody is asked to approve a call.
    ApprovalRequested(Arc<ApprovalRequest>),
    /// A request for approval ended.
    ApprovalSettled {
        /// The request.
        id: ApprovalId,
        /// The call that waited.
        call_id: CallId,
        /// The tool.
        tool: ToolName,
        /// What the tool does to the world, where it says so.
        effect: Option<Effect>,
        /// How it ended.
        settlement: Settlement,
    },
    /// Some text of a task agent's model.
    Text {
        /// The text.
        text: String,
        /// The task's depth: 1 for one that the application started.
        depth: usize,
    },
    /// Some of a task agent's model's thinking.
    Thinking {
        /// The text.
        text: String,
        /// The task's depth: 1 for one that the application started.
        depth: usize,
    },
    /// Something failed that ends a task.
    Error {
        /// What failed, with its causes.
        message: String,
        /// The task's depth: 1 for one that the application started.
        depth: usize,
    },
    /// A task has ended well.
    Done {
        /// How many turns it took.
        turns: usize,
        /// The task's depth: 1 for one that the application started.
        depth: usize,
    },
    /// This stream was read too slowly and lost events.
    Missed {
        /// How many.
        count: usize,
    },
}

type Observer = Box<dyn Fn(&Event) + Send + Sync>;

/// Hands events to whoever listens.
#[derive(Default)]
pub(crate) struct Hub {
    observers: Vec<(Observer, AtomicBool)>,
    streams: Mutex<Vec<Weak<Mutex<Queue>>>>,
    listening: AtomicUsize,
}

impl Hub {
    pub(crate) fn observe(&mut self, observer: impl Fn(&Event) + Send + Sync + 'static) {
        self.observers
            .push((Box::new(observer), AtomicBool::new(true)));
        *self.listening.get_mut() += 1;
    }

    /// Whether anybody listens; events need not be made otherwise.
    #[inline]
    pub(crate) fn is_listening(&self) -> bool {
        self.listening.load(Ordering::Relaxed) > 0
    }

    pub(crate) fn emit(&self, event: &Event) {
        for (observer, sound) in &self.observers {
            if sound.load(Ordering::Relaxed) && guard::start(|| observer(event)).is_err() {
                sound.store(false, Ordering::Relaxed);
            }
        }
        let mut streams = self.streams.lock().unwrap_or_else(PoisonError::into_inner);
        streams.retain(|stream| {
            let Some(queue) = stream.upgrade() else {
                self.listening.fetch_sub(1, Ordering::Relaxed);
                return false;
            };
            let waker = queue
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push(event.clone());
            if let Some(waker) = waker {
                // A waker is foreign code as well.
                let _ = guard::start(|| waker.wake());
            }
            true
        });
    }

    pub(crate) fn stream(&self, buffer: usize) -> EventStream {
        let queue = Arc::new(Mutex::new(Queue {
            limit: buffer.max(1),
            ..Queue::default()
        }));
        self.streams
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(Arc::downgrade(&queue));
        self.listening.fetch_add(1, Ordering::Relaxed);
        EventStream(queue)
    }

    /// Ends the streams: they give what they hold, then end.
    pub(crate) fn close(&self) {
        let streams =
            std::mem::take(&mut *self.streams.lock().unwrap_or_else(PoisonError::into_inner));
        for queue in streams.iter().filter_map(Weak::upgrade) {
            let waker = {
                let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
                queue.closed = true;
                queue.waker.take()
            };
            if let Some(waker) = waker {
                let _ = guard::start(|| waker.wake());
            }
        }
    }
}

impl Drop for Hub {
    fn drop(&mut self) {
        self.close();
    }
}

#[derive(Default)]
struct Queue {
    events: VecDeque<Event>,
    limit: usize,
    missed: usize,
    closed: bool,
    waker: Option<Waker>,
}

impl Queue {
    fn push(&mut self, event: Event) -> Option<Waker> {
        if self.events.len() >= self.limit {
            self.events.pop_front();
            self.missed += 1;
        }
        self.events.push_back(event);
        self.waker.take()
    }
}

/// The events from now on, oldest first. Ends when what it watches is dropped.
pub struct EventStream(Arc<Mutex<Queue>>);

impl EventStream {
    /// The next event, if there is one already.
    #[must_use]
    pub fn try_next(&self) -> Option<Event> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    /// The next event; `None` once what it watches is gone.
    pub async fn next(&mut self) -> Option<Event> {
        std::future::poll_fn(|cx| Pin::new(&mut *self).poll_next(cx)).await
    }
}

impl Queue {
    fn pop(&mut self) -> Option<Event> {
        if self.missed > 0 {
            return Some(Event::Missed {
                count: std::mem::take(&mut self.missed),
            });
        }
        self.events.pop_front()
    }
}

impl Stream for EventStream {
    type Item = Event;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Event>> {
        let mut queue = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(event) = queue.pop() {
            return Poll::Ready(Some(event));
        }
        if queue.closed {
            return Poll::Ready(None);
        }
        queue.waker = Some(cx.waker().clone());
        Poll::Pending
    }
}

impl fmt::Debug for EventStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("EventStream")
    }
}
