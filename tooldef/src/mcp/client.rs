//! Tools of a server elsewhere, as tools here: listing them.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use rmcp::RoleClient;
use rmcp::model::PaginatedRequestParams;
use rmcp::service::Peer;

use super::ImportError;
use super::remote;
use crate::Toolkit;

/// How many pages of a server's list are read at most.
const PAGES: usize = 1000;

/// How long a call of an imported tool may take unless set otherwise.
const CALL_TIMEOUT: Duration = Duration::from_secs(60);

/// Makes a toolkit of all tools that a server lists; the name stands for the
/// server in error messages. The same as [`Import::tools`] with default settings.
///
/// The peer comes from a client of the [`rmcp`] library over any transport:
///
/// ```no_run
/// # async fn demo() -> Result<(), Box<dyn std::error::Error>> {
/// use tooldef::mcp::{self, rmcp};
/// use rmcp::transport::TokioChildProcess;
///
/// let process = TokioChildProcess::new(tokio::process::Command::new("notes-server"))?;
/// let client = rmcp::serve_client((), process).await?;
/// let tools = mcp::import(client.peer(), "notes").await?.prefix("notes_");
/// # let _ = tools; Ok(()) }
/// ```
///
/// - A tool is gated unless the server hints that it only reads; a hint that is
///   missing counts as the dangerous one.
/// - A call is checked against the tool's schema first. What only the server
///   can enforce is left to the server.
/// - Its error results are error results here; so are time-outs and lost
///   connections. A call that is dropped or cancelled is cancelled there too.
/// - A name that is illegal here, or a missing description, is a fault that the
///   building of a set reports; give another with
///   [`rename`](Toolkit::rename) or [`with`](Toolkit::with).
///
/// # Errors
/// [`ImportError`] when the list cannot be read to its end.
pub async fn import(
    peer: &Peer<RoleClient>,
    name: impl Into<Arc<str>>,
) -> Result<Toolkit, ImportError> {
    Import::new(peer, name).tools().await
}

/// Imports a server's tools, with settings.
#[derive(Debug, Clone)]
pub struct Import {
    peer: Peer<RoleClient>,
    name: Arc<str>,
    timeout: Duration,
}

impl Import {
    /// Starts to import from a server; the name stands for it in error messages.
    #[must_use]
    pub fn new(peer: &Peer<RoleClient>, name: impl Into<Arc<str>>) -> Self {
        Self {
            peer: peer.clone(),
            name: name.into(),
            timeout: CALL_TIMEOUT,
        }
    }

    /// How long a call may take; 60 s unless set.
    #[must_use]
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Lists the server's tools, page after page, and makes tools of them.
    ///
    /// # Errors
    /// [`ImportError::List`] when the server does not answer or breaks the
    /// protocol, [`ImportError::Endless`] when its pages never end.
    pub async fn tools(self) -> Result<Toolkit, ImportError> {
        let mut tools = Vec::new();
        let mut seen = HashSet::new();
        let mut cursor = None;
        loop {
            let request = PaginatedRequestParams::default().with_cursor(cursor);
            let page = tokio::time::timeout(self.timeout, self.peer.list_tools(Some(request)))
                .await
                .map_err(|_| self.fault(format!("no answer within {:?}", self.timeout)))?
                .map_err(|error| self.fault(error.to_string()))?;
            let remote = page.tools.into_iter();
            tools.extend(
                remote.map(|tool| {
                    remote::tool(&self.peer, &self.name, tool).with_timeout(self.timeout)
                }),
            );
            let Some(next) = page.next_cursor else {
                return Ok(Toolkit::new(tools));
            };
            if seen.len() + 1 >= PAGES || !seen.insert(next.clone()) {
                return Err(ImportError::Endless {
                    server: self.name.to_string(),
                    cursor: next,
                    pages: PAGES,
                });
            }
            cursor = Some(next);
        }
    }

    fn fault(&self, fault: String) -> ImportError {
        ImportError::List {
            server: self.name.to_string(),
            fault,
        }
    }
}
