//! Why serving or importing failed.

use std::net::SocketAddr;

/// Why tools could not be served.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// A definition that the protocol cannot carry.
    #[error("the tool `{tool}` cannot be offered over MCP: {fault}")]
    Definition {
        /// The tool.
        tool: String,
        /// What is wrong with it.
        fault: String,
    },
    /// A page of the list must hold one tool at least.
    #[error("a page of zero tools would never end the list: set a page size of 1 or more")]
    PageSize,
    /// No random bytes for the key that authenticates request states.
    #[error("no key for the states of open approvals: {0}")]
    Key(String),
    /// The standard streams could not be taken over.
    #[error("the standard streams could not be taken over for the protocol: {0}")]
    Stdio(#[source] std::io::Error),
    /// The client did not open the protocol, or broke it while opening it.
    #[error("the client did not open the protocol: {0}")]
    Opening(String),
    /// The task that serves ended by a panic.
    #[error("serving ended unexpectedly: {0}")]
    Ended(String),
    /// The address could not be bound.
    #[error("{address} could not be bound: {source}; choose another port, or 0 for a free one")]
    Bind {
        /// The address.
        address: SocketAddr,
        /// Why not.
        source: std::io::Error,
    },
    /// Accepting connections failed.
    #[error("serving over HTTP failed: {0}")]
    Http(#[source] std::io::Error),
}

/// Why the tools of a server could not be imported.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// The server did not answer, or answered against the protocol.
    #[error("the tools of the server `{server}` could not be listed: {fault}")]
    List {
        /// The server, by the name it was given here.
        server: String,
        /// What happened.
        fault: String,
    },
    /// The server does not list its tools to an end.
    #[error(
        "the server `{server}` never ends its list of tools: the cursor {cursor:?} came twice, or more than {pages} pages came"
    )]
    Endless {
        /// The server, by the name it was given here.
        server: String,
        /// The cursor that came last.
        cursor: String,
        /// How many pages are read at most.
        pages: usize,
    },
}
