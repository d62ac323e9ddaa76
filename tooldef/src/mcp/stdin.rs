//! Standard input, read on a thread of its own.
//!
//! Tokio's own reads on a thread that the runtime waits for at its end. A
//! program could then not stop while its client keeps the input open.

use std::io::{self, Read as _};
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, ReadBuf};
use tokio::sync::mpsc;

/// How many bytes are read at once, at most.
const CHUNK: usize = 16 * 1024;

/// The program's standard input. What was read and not taken is lost when this
/// is dropped.
pub(super) struct Input {
    chunks: mpsc::Receiver<io::Result<Vec<u8>>>,
    chunk: Vec<u8>,
    taken: usize,
}

impl Input {
    /// Begins to read.
    pub(super) fn open() -> io::Result<Self> {
        let (sender, chunks) = mpsc::channel(1);
        std::thread::Builder::new()
            .name("mcp-stdin".to_owned())
            .spawn(move || {
                let mut buffer = vec![0; CHUNK];
                loop {
                    let chunk = match io::stdin().lock().read(&mut buffer) {
                        Ok(0) => return,
                        Ok(length) => Ok(buffer[..length].to_vec()),
                        Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                        Err(error) => Err(error),
                    };
                    let over = chunk.is_err();
                    if sender.blocking_send(chunk).is_err() || over {
                        return;
                    }
                }
            })?;
        Ok(Self {
            chunks,
            chunk: Vec::new(),
            taken: 0,
        })
    }
}

impl AsyncRead for Input {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.taken == self.chunk.len() {
            match ready!(self.chunks.poll_recv(context)) {
                None => return Poll::Ready(Ok(())),
                Some(chunk) => {
                    self.chunk = chunk?;
                    self.taken = 0;
                }
            }
        }
        let rest = &self.chunk[self.taken..];
        let length = rest.len().min(buffer.remaining());
        buffer.put_slice(&rest[..length]);
        self.taken += length;
        Poll::Ready(Ok(()))
    }
}
