//! Tools over the Model Context Protocol, in both directions (feature `mcp`).
//!
//! # Serving
//! [`serve_stdio`] and [`serve_http`] offer a [`Dispatcher`]'s tools to any
//! client that speaks a revision from 2024-11-05 to 2026-07-28; [`Server`] has
//! the settings. Every call goes through the dispatcher, so the gate is on:
//!
//! - a client of an older revision that can elicit is sent an elicitation
//!   request, and its user's answer decides;
//! - on 2026-07-28 the answer is `input_required`. The state that the client
//!   returns with the user's answer is authenticated, and bound to the caller,
//!   to the tool with exactly these arguments, and to a time; it serves once;
//! - a client with neither has the call denied, with a text that says why.
//!
//! What a model can mend (bad arguments, failures, denials) is a result with
//! `isError`; an unknown tool and a malformed request are the protocol error
//! −32602. `structuredContent` is there only where the tool advertises an object
//! as its output and the value is one; the text copy is always there.
//!
//! Over stdio, only the protocol may reach standard output. [`serve_stdio`]
//! therefore turns the process's standard output onto standard error while it
//! serves (on Unix), so a `println!` in a tool cannot break the stream.
//!
//! # Importing
//! [`import`] makes a [`Toolkit`](crate::Toolkit) of the tools of a server
//! elsewhere. They are gated unless the server hints that they only read.

mod answer;
mod asker;
mod call;
mod client;
mod entry;
mod error;
mod form;
mod handler;
mod http;
mod opening;
mod origin;
mod outcome;
mod page;
mod remote;
mod server;
mod stdin;
mod stdio;
#[cfg(unix)]
mod stdout;
mod ticket;

use std::net::SocketAddr;

pub use axum::http::request::Parts as RequestParts;
pub use client::{Import, import};
pub use error::{ImportError, ServeError};
pub use http::{Authenticate, BoundServer, Refusal};
pub use rmcp;
pub use server::Server;

use crate::{Caller, Dispatcher};

/// Serves a dispatcher's tools over standard input and output until the client
/// closes them; every call is made for the given caller.
///
/// Must be called on a tokio runtime with I/O and time enabled. The same as
/// [`Server::serve_stdio`] with default settings.
///
/// # Errors
/// [`ServeError`] when a definition cannot be rendered, the streams cannot be
/// taken over, or the client does not open the protocol.
pub async fn serve_stdio(dispatcher: Dispatcher, caller: Caller) -> Result<(), ServeError> {
    Server::new(dispatcher)?.serve_stdio(caller).await
}

/// Serves a dispatcher's tools over streamable HTTP at `/mcp` of the address,
/// for ever; every request's caller comes from `authenticate`.
///
/// Must be called on a tokio runtime with I/O and time enabled. The same as
/// [`Server::bind`] and [`BoundServer::serve`] with default settings.
///
/// # Errors
/// [`ServeError`] when a definition cannot be rendered or the address cannot be
/// bound.
pub async fn serve_http(
    dispatcher: Dispatcher,
    address: SocketAddr,
    authenticate: impl Authenticate,
) -> Result<(), ServeError> {
    Server::new(dispatcher)?
        .bind(address, authenticate)
        .await?
        .serve()
        .await
}
