//! What the task tests share: an executor, a clock that is moved by hand, and
//! tools and models made in one line.

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use serde_json::{Value, json};
use tooldef::task::{Message, ModelReply, Scripted, Task, Turn};
use tooldef::{Call, Caller, Clock, Dispatcher, Effect, Tool, ToolSet};

struct Flag(Mutex<bool>);

impl Wake for Flag {
    fn wake(self: Arc<Self>) {
        *self
            .0
            .lock()
            .expect("no test panics while it holds the flag") = true;
    }
}

/// Runs a future that never waits for anything outside itself.
///
/// # Panics
/// When nothing woke it: it would wait for ever.
pub(crate) fn run<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let flag = Arc::new(Flag(Mutex::new(false)));
    let waker = Waker::from(Arc::clone(&flag));
    loop {
        if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
            return output;
        }
        let woken = std::mem::take(&mut *flag.0.lock().expect("not poisoned"));
        assert!(woken, "the future waits for something that never comes");
    }
}

/// Polls a future once.
pub(crate) fn step<F: Future + Unpin>(future: &mut F) -> Poll<F::Output> {
    Pin::new(future).poll(&mut Context::from_waker(Waker::noop()))
}

/// Gives way this many times before it is ready.
pub(crate) fn yields(times: usize) -> impl Future<Output = ()> {
    let mut left = times;
    std::future::poll_fn(move |cx| {
        if left == 0 {
            return Poll::Ready(());
        }
        left -= 1;
        cx.waker().wake_by_ref();
        Poll::Pending
    })
}

/// Small numbers that look random and are the same in every run.
pub(crate) fn seeded(seed: u64) -> impl FnMut() -> usize {
    let mut state = seed.wrapping_mul(2).wrapping_add(1);
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % 17).expect("below 17")
    }
}

/// A clock that stands still until it is moved.
#[derive(Clone, Default)]
pub(crate) struct HandClock(Arc<Mutex<Hands>>);

#[derive(Default)]
struct Hands {
    now: Duration,
    sleeps: Vec<Duration>,
    sleepers: Vec<(Duration, Weak<Mutex<Option<Waker>>>)>,
}

impl HandClock {
    pub(crate) fn advance(&self, by: Duration) {
        let mut hands = self.0.lock().expect("not poisoned");
        hands.now += by;
        let now = hands.now;
        for (_, slot) in hands.sleepers.extract_if(.., |(until, _)| *until <= now) {
            if let Some(waker) = slot.upgrade().and_then(|slot| slot.lock().ok()?.take()) {
                waker.wake();
            }
        }
    }

    /// The durations that were slept for.
    pub(crate) fn sleeps(&self) -> Vec<Duration> {
        self.0.lock().expect("not poisoned").sleeps.clone()
    }
}

impl Clock for HandClock {
    fn now(&self) -> Duration {
        self.0.lock().expect("not poisoned").now
    }

    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        let slot = Arc::new(Mutex::new(None::<Waker>));
        let until = {
            let mut hands = self.0.lock().expect("not poisoned");
            hands.sleeps.push(duration);
            let until = hands.now + duration;
            hands.sleepers.push((until, Arc::downgrade(&slot)));
            until
        };
        let clock = self.clone();
        Box::pin(std::future::poll_fn(move |cx| {
            if clock.now() >= until {
                return Poll::Ready(());
            }
            *slot.lock().expect("not poisoned") = Some(cx.waker().clone());
            Poll::Pending
        }))
    }
}

/// A dispatcher without tools of its own, whose gate lets nothing gated pass.
pub(crate) fn dispatcher() -> Dispatcher {
    Dispatcher::builder(ToolSet::default())
        .build()
        .expect("nothing to refuse")
}

pub(crate) fn user() -> Caller {
    Caller::new("ada")
}

/// A tool without arguments that answers with a text and counts its runs.
pub(crate) fn counted(name: &str) -> (Tool, Arc<AtomicUsize>) {
    let count = Arc::new(AtomicUsize::new(0));
    let ran = Arc::clone(&count);
    let tool = Tool::builder(name, "Counts how often it runs; returns the count.")
        .effect(Effect::Read)
        .bare_handler(move |_| {
            let ran = Arc::clone(&ran);
            async move { (ran.fetch_add(1, Ordering::SeqCst) + 1).to_string() }
        });
    (tool, count)
}

pub(crate) fn call(id: &str, name: &str, arguments: &Value) -> Call<'static> {
    Call::new(id, name.to_owned(), arguments.to_string())
}

/// One turn that calls one tool without arguments.
pub(crate) fn calls(id: &str, name: &str) -> ModelReply {
    ModelReply::calls([call(id, name, &json!({}))])
}

/// A task of one tool list without a catalogue.
pub(crate) fn task(model: Scripted, tools: impl IntoIterator<Item = Tool>) -> Task {
    Task::builder(model)
        .prompt("Do what the script says.")
        .tools(tools)
        .build()
        .expect("a sound task")
}

/// The texts of the results that the model was shown last.
pub(crate) fn shown(turn: &Turn<'_>) -> Vec<String> {
    turn.messages
        .iter()
        .rev()
        .find_map(|message| match message {
            Message::Results(results) => Some(
                results
                    .iter()
                    .map(|result| result.text().into_owned())
                    .collect(),
            ),
            _ => None,
        })
        .unwrap_or_default()
}

/// A model that calls one tool without arguments, then answers with the result
/// it was shown.
pub(crate) fn calls_then_tells(name: &'static str) -> Scripted {
    Scripted::new(move |turn| {
        let shown = shown(turn);
        Ok(if shown.is_empty() {
            calls("1", name)
        } else {
            ModelReply::text(shown.join("\n"))
        })
    })
}
