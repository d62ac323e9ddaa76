//! Why serving or importing failed.

use std::fmt;
use std::net::SocketAddr;

/// Why tools could not be served.
#[derive(Debug)]
#[non_exhaustive]
pub enum ServeError {
    /// A definition that the protocol cannot carry.
    Definition {
        /// The tool.
        tool: String,
        /// What is wrong with it.
        fault: String,
    },
    /// A page of the list must hold one tool at least.
    PageSize,
    /// No random bytes for the key that authenticates request states.
    Key(String),
    /// The standard streams could not be taken over.
    Stdio(std::io::Error),
    /// The client did not open the protocol, or broke it while opening it.
    Opening(String),
    /// The task that serves ended by a panic.
    Ended(String),
    /// The address could not be bound.
    Bind {
        /// The address.
        address: SocketAddr,
        /// Why not.
        source: std::io::Error,
    },
    /// Accepting connections failed.
    Http(std::io::Error),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Definition { tool, fault } => {
                write!(f, "the tool `{tool}` cannot be offered over MCP: {fault}")
            }
            Self::PageSize => f.write_str(
                "a page of zero tools would never end the list: set a page size of 1 or more",
            ),
            Self::Key(fault) => write!(f, "no key for the states of open approvals: {fault}"),
            Self::Stdio(source) => write!(
                f,
                "the standard streams could not be taken over for the protocol: {source}"
            ),
            Self::Opening(fault) => write!(f, "the client did not open the protocol: {fault}"),
            Self::Ended(fault) => write!(f, "serving ended unexpectedly: {fault}"),
            Self::Bind { address, source } => write!(
                f,
                "{address} could not be bound: {source}; choose another port, or 0 for a free one"
            ),
            Self::Http(source) => write!(f, "serving over HTTP failed: {source}"),
        }
    }
}

impl std::error::Error for ServeError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Stdio(source) | Self::Bind { source, .. } | Self::Http(source) => Some(source),
            _ => None,
        }
    }
}

/// Why the tools of a server could not be imported.
#[derive(Debug)]
#[non_exhaustive]
pub enum ImportError {
    /// The server did not answer, or answered against the protocol.
    List {
        /// The server, by the name it was given here.
        server: String,
        /// What happened.
        fault: String,
    },
    /// The server does not list its tools to an end.
    Endless {
        /// The server, by the name it was given here.
        server: String,
        /// The cursor that came last.
        cursor: String,
        /// How many pages are read at most.
        pages: usize,
    },
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::List { server, fault } => write!(
                f,
                "the tools of the server `{server}` could not be listed: {fault}"
            ),
            Self::Endless {
                server,
                cursor,
                pages,
            } => write!(
                f,
                "the server `{server}` never ends its list of tools: the cursor {cursor:?} came \
                 twice, or more than {pages} pages came"
            ),
        }
    }
}

impl std::error::Error for ImportError {}
