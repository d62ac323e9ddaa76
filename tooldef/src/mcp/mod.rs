#![doc = include_str!("../../docs/mcp.md")]

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
