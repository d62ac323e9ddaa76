//! What a channel knows about its requests, and who waits for what.

use std::collections::{HashMap, VecDeque};
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use super::DecisionRefused;
use crate::Caller;
use crate::approval::fate::{Closed, Fate};
use crate::approval::{ApprovalId, ApprovalRequest, ApproverError, Decision};
use crate::guard;

/// How many requests that ended are remembered, to tell a late decision from
/// one about a request that never was.
const REMEMBERED: usize = 1024;

/// Wakers are foreign code: one that panics must not hurt who decides.
pub(super) fn wake(waker: Option<Waker>) {
    if let Some(waker) = waker {
        let _ = guard::start(|| waker.wake());
    }
}

#[derive(Default)]
pub(super) struct Desk(Mutex<Book>);

impl Desk {
    pub(super) fn lock(&self) -> MutexGuard<'_, Book> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn close(&self) {
        let mut book = self.lock();
        book.closed = true;
        let mut wakers = book.take_readers();
        for entry in &mut book.open {
            wakers.extend(entry.waker.take());
        }
        drop(book);
        for waker in wakers {
            wake(Some(waker));
        }
    }
}

/// What the channel knows. Keys grow, so their order is that of arrival.
#[derive(Default)]
pub(super) struct Book {
    last: u64,
    pub(super) closed: bool,
    /// In the order of their keys.
    open: Vec<Entry>,
    keys: HashMap<ApprovalId, u64>,
    ended: HashMap<ApprovalId, Ended>,
    ended_order: VecDeque<ApprovalId>,
    readers: Vec<(u64, Waker)>,
}

struct Entry {
    key: u64,
    request: Arc<ApprovalRequest>,
    decision: Option<Decision>,
    waker: Option<Waker>,
}

/// A request that has ended: enough to refuse a decision with its reason.
struct Ended {
    caller: String,
    system: bool,
    fate: Option<Arc<Fate>>,
}

impl Book {
    pub(super) fn fresh(&mut self) -> u64 {
        self.last += 1;
        self.last
    }

    /// Adds a request; gives its key and who waits for requests.
    pub(super) fn add(&mut self, request: Arc<ApprovalRequest>) -> (u64, Vec<Waker>) {
        let key = self.fresh();
        self.keys.insert(request.id.clone(), key);
        self.open.push(Entry {
            key,
            request,
            decision: None,
            waker: None,
        });
        (key, self.take_readers())
    }

    /// Notes who waits for requests under a key of its own.
    pub(super) fn read_later(&mut self, key: u64, waker: Waker) {
        self.forget_reader(key);
        self.readers.push((key, waker));
    }

    pub(super) fn forget_reader(&mut self, key: u64) {
        self.readers.retain(|(reader, _)| *reader != key);
    }

    fn take_readers(&mut self) -> Vec<Waker> {
        let readers = std::mem::take(&mut self.readers);
        readers.into_iter().map(|(_, waker)| waker).collect()
    }

    /// Where the open request of this key stands.
    fn place(&self, key: u64) -> Option<usize> {
        self.open.binary_search_by_key(&key, |entry| entry.key).ok()
    }

    /// The request of this id, if the caller may decide about it.
    pub(super) fn find(
        &self,
        caller: &Caller,
        id: &ApprovalId,
    ) -> Result<Arc<ApprovalRequest>, DecisionRefused> {
        if let Some(place) = self.keys.get(id).and_then(|key| self.place(*key)) {
            let entry = &self.open[place];
            return if entry.request.is_for(caller) {
                Ok(Arc::clone(&entry.request))
            } else {
                Err(DecisionRefused::WrongCaller { id: id.clone() })
            };
        }
        Err(match self.ended.get(id) {
            None => DecisionRefused::Unknown { id: id.clone() },
            Some(ended) if ended.caller != caller.id() || ended.system != caller.is_system() => {
                DecisionRefused::WrongCaller { id: id.clone() }
            }
            Some(ended) => {
                let closed = ended.fate.as_ref().and_then(|fate| fate.closed());
                // Nobody waits for it, so it has ended in any case.
                DecisionRefused::ended(id, closed.unwrap_or(Closed::Cancelled))
            }
        })
    }

    /// The open requests that came after this key, oldest first.
    pub(super) fn open_after(
        &self,
        key: u64,
    ) -> impl Iterator<Item = (u64, Arc<ApprovalRequest>)> + '_ {
        let first = self.open.partition_point(|entry| entry.key <= key);
        self.open[first..]
            .iter()
            .filter(|entry| entry.request.is_open())
            .map(|entry| (entry.key, Arc::clone(&entry.request)))
    }

    /// Takes the decision if it is the first and in time; gives who waits.
    pub(super) fn settle(
        &mut self,
        request: &ApprovalRequest,
        decision: Decision,
    ) -> Result<Option<Waker>, DecisionRefused> {
        let place = self.keys.get(&request.id).and_then(|key| self.place(*key));
        let (Some(place), Some(fate)) = (place, request.fate()) else {
            let closed = request.fate().and_then(|fate| fate.closed());
            return Err(DecisionRefused::ended(
                &request.id,
                closed.unwrap_or(Closed::Cancelled),
            ));
        };
        fate.answer(decision.settlement())
            .map_err(|closed| DecisionRefused::ended(&request.id, closed))?;
        let entry = &mut self.open[place];
        entry.decision = Some(decision);
        Ok(entry.waker.take())
    }

    /// Moves a request from the open ones to the remembered ones.
    pub(super) fn end(&mut self, key: u64) {
        let Some(place) = self.place(key) else {
            return;
        };
        let request = self.open.remove(place).request;
        // The same request may have been handed in twice.
        if self.keys.get(&request.id) == Some(&key) {
            self.keys.remove(&request.id);
        }
        let ended = Ended {
            caller: request.caller.clone(),
            system: request.system,
            fate: request.fate().cloned(),
        };
        self.ended.insert(request.id.clone(), ended);
        self.ended_order.push_back(request.id.clone());
        if self.ended_order.len() > REMEMBERED
            && let Some(oldest) = self.ended_order.pop_front()
        {
            self.ended.remove(&oldest);
        }
    }
}

/// Waits for the decision about one request; dropped when nobody waits for it.
pub(super) struct Answer<'a> {
    desk: &'a Desk,
    key: u64,
}

impl<'a> Answer<'a> {
    pub(super) fn new(desk: &'a Desk, key: u64) -> Self {
        Self { desk, key }
    }
}

impl Future for Answer<'_> {
    type Output = Result<Decision, ApproverError>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let mut book = self.desk.lock();
        let closed = book.closed;
        let Some(place) = book.place(self.key) else {
            return Poll::Ready(Err(ApproverError::new("the request has already ended")));
        };
        let entry = &mut book.open[place];
        if let Some(decision) = entry.decision.take() {
            return Poll::Ready(Ok(decision));
        }
        if closed {
            return Poll::Ready(Err(ApproverError::new("the channel is closed")));
        }
        entry.waker = Some(cx.waker().clone());
        Poll::Pending
    }
}

impl Drop for Answer<'_> {
    fn drop(&mut self) {
        self.desk.lock().end(self.key);
    }
}
