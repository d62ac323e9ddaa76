//! The requests of a channel as they open.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use futures_core::Stream;

use super::book::{Book, Desk};
use crate::approval::ApprovalRequest;

/// The requests of a channel; see [`ApprovalChannel::requests`](super::ApprovalChannel::requests).
pub struct RequestStream {
    desk: Arc<Desk>,
    key: u64,
    seen: u64,
}

impl RequestStream {
    pub(super) fn new(desk: Arc<Desk>) -> Self {
        let key = desk.lock().fresh();
        Self { desk, key, seen: 0 }
    }

    /// The next request, if one is open that was not read yet.
    pub fn try_next(&mut self) -> Option<Arc<ApprovalRequest>> {
        let desk = Arc::clone(&self.desk);
        self.unread(&desk.lock())
    }

    /// The next request; `None` once the channel is closed or gone.
    pub async fn next(&mut self) -> Option<Arc<ApprovalRequest>> {
        std::future::poll_fn(|cx| Pin::new(&mut *self).poll_next(cx)).await
    }

    fn unread(&mut self, book: &Book) -> Option<Arc<ApprovalRequest>> {
        let (key, request) = book.open_after(self.seen).next()?;
        self.seen = key;
        Some(request)
    }
}

impl Stream for RequestStream {
    type Item = Arc<ApprovalRequest>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let desk = Arc::clone(&self.desk);
        let mut book = desk.lock();
        if book.closed {
            return Poll::Ready(None);
        }
        if let Some(request) = self.unread(&book) {
            return Poll::Ready(Some(request));
        }
        book.read_later(self.key, cx.waker().clone());
        Poll::Pending
    }
}

impl Drop for RequestStream {
    fn drop(&mut self) {
        self.desk.lock().forget_reader(self.key);
    }
}

impl fmt::Debug for RequestStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RequestStream")
    }
}
