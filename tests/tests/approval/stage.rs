//! What the tests of the gate share: tools that write down that they ran, and
//! an executor that is stepped by hand.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};

use schemars::JsonSchema;
use serde::Deserialize;
use tooldef::approval::{ApprovalRequest, Approver, ApproverError, Decision, approver_fn};
use tooldef::{
    Annotations, Call, Caller, Dispatcher, DispatcherBuilder, Effect, Tool, ToolResult, ToolSet,
    ToolSetBuilder,
};
use tooldef_tests::ManualClock;

/// What ran, in order.
#[derive(Clone, Default)]
pub(super) struct Journal(Arc<Mutex<Vec<String>>>);

impl Journal {
    pub(super) fn write(&self, line: impl Into<String>) {
        self.0
            .lock()
            .expect("no test panics in here")
            .push(line.into());
    }

    pub(super) fn lines(&self) -> Vec<String> {
        self.0.lock().expect("no test panics in here").clone()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.lines().is_empty()
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Note {
    /// Which note.
    pub(super) id: u64,
    /// Its text.
    #[serde(default)]
    pub(super) text: String,
}

/// A tool that writes `name(id, text)` for the caller into the journal.
pub(super) fn noting(name: &'static str, annotations: Annotations, journal: &Journal) -> Tool {
    let journal = journal.clone();
    Tool::builder(name, "Changes one note of the notebook; returns nothing.")
        .annotations(annotations)
        .handler(move |note: Note, context| {
            let journal = journal.clone();
            async move {
                let caller = context.caller().id().to_owned();
                journal.write(format!("{name}({}, {:?}) for {caller}", note.id, note.text));
                "done"
            }
        })
}

pub(super) fn with_effect(name: &'static str, effect: Effect, journal: &Journal) -> Tool {
    noting(name, Annotations::with_effect(effect), journal)
}

pub(super) fn set_of(tools: impl IntoIterator<Item = Tool>) -> ToolSet {
    tools
        .into_iter()
        .fold(ToolSet::builder(), ToolSetBuilder::add)
        .build()
        .expect("sound tools")
}

/// A dispatcher for one destructive tool, `delete_note`.
pub(super) fn deleting(journal: &Journal) -> DispatcherBuilder {
    Dispatcher::builder(set_of([with_effect(
        "delete_note",
        Effect::Destructive,
        journal,
    )]))
    .clock(ManualClock::default())
}

pub(super) fn delete(id: &'static str, note: u64) -> Call<'static> {
    Call::new(id, "delete_note", format!(r#"{{"id": {note}}}"#))
}

pub(super) fn ada() -> Caller {
    Caller::new("ada")
}

/// An approver that always answers the same.
pub(super) fn always(decision: Decision) -> impl Approver {
    approver_fn(move |_| {
        let decision = decision.clone();
        async move { Ok(decision) }
    })
}

/// An approver that keeps what it was asked, and answers the same each time.
pub(super) fn keeping(
    decision: Decision,
) -> (impl Approver, Arc<Mutex<Vec<Arc<ApprovalRequest>>>>) {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&asked);
    let approver = approver_fn(move |request| {
        kept.lock().expect("no test panics in here").push(request);
        let answer: Result<Decision, ApproverError> = Ok(decision.clone());
        async move { answer }
    });
    (approver, asked)
}

pub(super) fn call(dispatcher: &Dispatcher, call: Call<'_>) -> ToolResult {
    pollster::block_on(dispatcher.call(&ada(), call))
}

struct Flag(AtomicBool);

impl Wake for Flag {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// A future that is polled when a test says so.
pub(super) struct Stepped<'a, T> {
    future: Pin<Box<dyn Future<Output = T> + 'a>>,
    woken: Arc<Flag>,
}

impl<'a, T> Stepped<'a, T> {
    pub(super) fn new(future: impl Future<Output = T> + 'a) -> Self {
        Self {
            future: Box::pin(future),
            woken: Arc::new(Flag(AtomicBool::new(true))),
        }
    }

    /// Polls once.
    pub(super) fn step(&mut self) -> Option<T> {
        self.woken.0.store(false, Ordering::SeqCst);
        let waker = Waker::from(Arc::clone(&self.woken));
        match self.future.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(value) => Some(value),
            Poll::Pending => None,
        }
    }

    /// Whether something woke the future since it was polled.
    pub(super) fn is_woken(&self) -> bool {
        self.woken.0.load(Ordering::SeqCst)
    }

    /// Polls as long as something wakes the future.
    pub(super) fn settle(&mut self) -> Option<T> {
        while self.is_woken() {
            if let Some(value) = self.step() {
                return Some(value);
            }
        }
        None
    }

    /// Polls to the end, which must be near.
    pub(super) fn end(mut self) -> T {
        self.settle().expect("the future waits for nothing more")
    }
}

/// Gives way once: pending at the first poll, and woken at once.
pub(super) async fn give_way() {
    let mut first = true;
    std::future::poll_fn(|cx| {
        if std::mem::take(&mut first) {
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        Poll::Ready(())
    })
    .await;
}
