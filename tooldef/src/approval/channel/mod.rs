//! An approver for building a user interface: requests out, decisions in.

mod book;
mod refused;
mod stream;

use std::fmt;
use std::sync::Arc;

use super::{ApprovalId, ApprovalRequest, Approver, ApproverError, Decision, Digest};
use crate::Caller;
use crate::tool::BoxFuture;
use book::{Answer, Desk, wake};

pub use refused::DecisionRefused;
pub use stream::RequestStream;

/// Hands requests to a user interface and takes its decisions.
///
/// Clones are the same channel: give one to the dispatcher and keep another.
/// [`requests`](Self::requests) tells of requests as they open,
/// [`pending`](Self::pending) lists those that are open, and
/// [`decide`](Self::decide) answers one. A request that nobody answers times
/// out; nothing else happens to it.
///
/// ```
/// use tooldef::approval::ApprovalChannel;
///
/// let channel = ApprovalChannel::new();
/// let for_the_dispatcher = channel.clone();
/// assert!(channel.pending().is_empty());
/// # let _ = for_the_dispatcher;
/// ```
#[derive(Clone)]
pub struct ApprovalChannel {
    desk: Arc<Desk>,
    /// Ends the streams when the last clone is gone.
    _end: Arc<End>,
}

impl ApprovalChannel {
    /// A channel without requests.
    #[must_use]
    pub fn new() -> Self {
        let desk = Arc::new(Desk::default());
        Self {
            _end: Arc::new(End(Arc::clone(&desk))),
            desk,
        }
    }

    /// The requests that are open now, oldest first, and then every new one.
    /// A request that ends before it is read is left out. Each stream tells of
    /// all requests; none holds a queue that could overflow. Ends when the
    /// channel is closed, or its last clone and the dispatchers that have it
    /// are dropped.
    #[must_use]
    pub fn requests(&self) -> RequestStream {
        RequestStream::new(Arc::clone(&self.desk))
    }

    /// The requests that are open, oldest first. They can be serialized, so
    /// that a restarted program can show what was open; a decision about an id
    /// of an earlier process is refused as unknown.
    #[must_use]
    pub fn pending(&self) -> Vec<Arc<ApprovalRequest>> {
        self.desk
            .lock()
            .open_after(0)
            .map(|(_, open)| open)
            .collect()
    }

    /// Decides about one request, for the caller who started its run and for
    /// the digest that was shown. The first decision wins.
    ///
    /// # Errors
    /// [`DecisionRefused`] when nothing came of the decision: the id is
    /// unknown, the request has ended, another caller started the run, the
    /// digest is not the request's, or edited arguments do not fit. Only a
    /// request that has ended is closed by that; every other stays open.
    pub fn decide(
        &self,
        caller: &Caller,
        id: &ApprovalId,
        digest: Digest,
        decision: Decision,
    ) -> Result<(), DecisionRefused> {
        let request = self.desk.lock().find(caller, id)?;
        if request.digest != digest {
            return Err(DecisionRefused::WrongDigest { id: id.clone() });
        }
        // Foreign code may look at the edit, so the desk is not locked.
        if let Decision::ApproveEdited { arguments } = &decision
            && let Err(problems) = request.check_edit(arguments)
        {
            return Err(DecisionRefused::InvalidEdit {
                id: id.clone(),
                problems,
            });
        }
        let waker = self.desk.lock().settle(&request, decision)?;
        wake(waker);
        Ok(())
    }

    /// Decides about the only request that is open for the caller, for an
    /// answer that names no id. It still names the digest of what was shown:
    /// another request may have taken the place of that one.
    ///
    /// # Errors
    /// [`DecisionRefused`] when none or more than one is open for the caller,
    /// and as for [`decide`](Self::decide). It never answers several requests.
    pub fn decide_only(
        &self,
        caller: &Caller,
        digest: Digest,
        decision: Decision,
    ) -> Result<(), DecisionRefused> {
        let mut own = self.pending();
        own.retain(|request| request.is_for(caller));
        match &*own {
            [] => Err(DecisionRefused::NothingOpen),
            [request] => self.decide(caller, &request.id, digest, decision),
            several => Err(DecisionRefused::Ambiguous {
                open: several.len(),
            }),
        }
    }

    /// Closes the channel for good: open requests and those that would come
    /// are denied, and the streams end.
    pub fn close(&self) {
        self.desk.close();
    }
}

impl Default for ApprovalChannel {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for ApprovalChannel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ApprovalChannel")
            .field("open", &self.pending().len())
            .finish_non_exhaustive()
    }
}

impl Approver for ApprovalChannel {
    fn decide(
        &self,
        request: Arc<ApprovalRequest>,
    ) -> BoxFuture<'_, Result<Decision, ApproverError>> {
        let (key, wakers) = self.desk.lock().add(request);
        for waker in wakers {
            wake(Some(waker));
        }
        Box::pin(Answer::new(&self.desk, key))
    }
}

struct End(Arc<Desk>);

impl Drop for End {
    fn drop(&mut self) {
        self.0.close();
    }
}
