//! Serving over standard input and output.

use super::stdin::Input;
use super::{ServeError, Server};
use crate::Caller;

impl Server {
    /// Serves one client over standard input and output until it closes them;
    /// every call is made for the given caller.
    ///
    /// While it serves, what the process prints to standard output goes to
    /// standard error (on Unix), so that only the protocol reaches the client.
    /// Elsewhere tools must not print.
    ///
    /// # Errors
    /// [`ServeError`] when the streams cannot be taken over or the client
    /// does not open the protocol.
    pub async fn serve_stdio(&self, caller: Caller) -> Result<(), ServeError> {
        let input = Input::open().map_err(ServeError::Stdio)?;
        #[cfg(unix)]
        {
            let (taken, output) = super::stdout::take().map_err(ServeError::Stdio)?;
            let output = tokio::fs::File::from_std(output);
            let served = self.serve_streams(input, output, caller).await;
            drop(taken);
            served
        }
        #[cfg(not(unix))]
        self.serve_streams(input, tokio::io::stdout(), caller).await
    }
}
