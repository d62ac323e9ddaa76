//! Runs futures side by side and gives their results in order.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Wake, Waker};

/// Which futures asked to be polled, and whom to tell.
#[derive(Default)]
struct Board {
    ready: Vec<usize>,
    parent: Option<Waker>,
}

struct Bell {
    index: usize,
    board: Arc<Mutex<Board>>,
}

impl Wake for Bell {
    fn wake(self: Arc<Self>) {
        let parent = {
            let mut board = self.board.lock().unwrap_or_else(PoisonError::into_inner);
            board.ready.push(self.index);
            board.parent.take()
        };
        if let Some(parent) = parent {
            parent.wake();
        }
    }
}

/// Resolves to the results of all futures, in their order. Each is polled only
/// when it was woken, so a thousand of them stay cheap.
pub(crate) struct Join<F: Future> {
    running: Vec<Option<(Pin<Box<F>>, Waker)>>,
    results: Vec<Option<F::Output>>,
    left: usize,
    board: Arc<Mutex<Board>>,
}

impl<F: Future> Unpin for Join<F> {}

pub(crate) fn join<F: Future>(futures: impl IntoIterator<Item = F>) -> Join<F> {
    let board = Arc::new(Mutex::new(Board::default()));
    let running: Vec<_> = futures
        .into_iter()
        .enumerate()
        .map(|(index, future)| {
            let bell = Arc::new(Bell {
                index,
                board: Arc::clone(&board),
            });
            Some((Box::pin(future), Waker::from(bell)))
        })
        .collect();
    let left = running.len();
    board
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .ready
        .extend(0..left);
    let results = running.iter().map(|_| None).collect();
    Join {
        running,
        results,
        left,
        board,
    }
}

impl<F: Future> Future for Join<F> {
    type Output = Vec<F::Output>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let this = &mut *self;
        // One round a poll: a future that wakes itself again must not keep the
        // executor from its other work.
        let ready = {
            let mut board = this.board.lock().unwrap_or_else(PoisonError::into_inner);
            board.parent = Some(cx.waker().clone());
            std::mem::take(&mut board.ready)
        };
        for index in ready {
            let Some((future, waker)) = &mut this.running[index] else {
                continue;
            };
            if let Poll::Ready(result) = future.as_mut().poll(&mut Context::from_waker(waker)) {
                this.results[index] = Some(result);
                this.running[index] = None;
                this.left -= 1;
            }
        }
        if this.left == 0 {
            return Poll::Ready(this.results.drain(..).flatten().collect());
        }
        Poll::Pending
    }
}
