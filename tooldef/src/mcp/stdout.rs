//! Takes standard output for the protocol, and sends what else is printed to
//! standard error meanwhile.

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsFd, OwnedFd};

/// Gives standard output back when dropped.
pub(super) struct Taken(OwnedFd);

/// Takes standard output; the file writes where it led before.
pub(super) fn take() -> io::Result<(Taken, File)> {
    io::stdout().flush()?;
    let output = io::stdout().as_fd().try_clone_to_owned()?;
    let back = output.try_clone()?;
    rustix::stdio::dup2_stdout(io::stderr().as_fd())?;
    Ok((Taken(back), File::from(output)))
}

impl Drop for Taken {
    fn drop(&mut self) {
        let _ = io::stdout().flush();
        let _ = rustix::stdio::dup2_stdout(&self.0);
    }
}
