//! A server: what is offered, and how the server presents itself.

use std::sync::Arc;

use rmcp::model::{Implementation, ServerCapabilities, ServerConfig, Tool};
use rmcp::service::QuitReason;
use rmcp::transport::async_rw::AsyncRwTransport;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::watch;

use super::ServeError;
use super::asker::Granted;
use super::entry::entry;
use super::handler::{Identity, Session};
use super::opening::Opening;
use super::origin::Origins;
use super::page::Pages;
use super::ticket::Office;
use crate::approval::Approver;
use crate::{Caller, Dispatcher};

/// How many tools a page of the list holds unless set otherwise. Many clients
/// read the first page only.
const PAGE_SIZE: usize = 500;

/// Offers a dispatcher's tools to MCP clients. Cloning is cheap; clones are the
/// same server.
#[derive(Clone)]
pub struct Server {
    pub(super) offer: watch::Sender<Arc<Offer>>,
    pub(super) office: Arc<Office>,
    pub(super) config: Arc<ServerConfig>,
    pub(super) origins: Origins,
    pub(super) page_size: usize,
    pub(super) stateless: bool,
    pub(super) decides: Decides,
}

/// Who decides about gated calls.
#[derive(Clone)]
pub(super) enum Decides {
    /// The client's user, asked through the protocol.
    Client,
    /// The dispatcher's own approver.
    Dispatcher,
    /// This one.
    Given(Arc<dyn Approver>),
}

/// What is offered at one time.
pub(super) struct Offer {
    pub(super) dispatcher: Dispatcher,
    pub(super) pages: Pages,
}

impl Offer {
    fn new(dispatcher: Dispatcher, page_size: usize) -> Result<Self, ServeError> {
        let tools: Result<Vec<Tool>, ServeError> = dispatcher
            .tools()
            .definitions()
            .map(|definition| entry(definition))
            .collect();
        Ok(Self {
            pages: Pages::new(tools?, page_size),
            dispatcher,
        })
    }
}

impl Server {
    /// A server of these tools, named `tooldef`.
    ///
    /// # Errors
    /// [`ServeError::Definition`] for the first tool that the protocol cannot
    /// carry, [`ServeError::Key`] when the system gives no random bytes.
    pub fn new(dispatcher: Dispatcher) -> Result<Self, ServeError> {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_tool_list_changed()
            .build();
        let config = ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("tooldef", env!("CARGO_PKG_VERSION")));
        Ok(Self {
            offer: watch::Sender::new(Arc::new(Offer::new(dispatcher, PAGE_SIZE)?)),
            office: Arc::new(Office::open()?),
            config: Arc::new(config),
            origins: Origins::default(),
            page_size: PAGE_SIZE,
            stateless: false,
            decides: Decides::Client,
        })
    }

    /// The name and version that clients are told.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>, version: impl Into<String>) -> Self {
        Arc::make_mut(&mut self.config).server_info = Implementation::new(name, version);
        self
    }

    /// How the tools are to be used together, for the model.
    #[must_use]
    pub fn instructions(mut self, text: impl Into<String>) -> Self {
        Arc::make_mut(&mut self.config).instructions = Some(text.into());
        self
    }

    /// How many tools a page of the list holds; 500 unless set.
    ///
    /// # Errors
    /// [`ServeError::PageSize`] when it is zero.
    pub fn page_size(mut self, tools: usize) -> Result<Self, ServeError> {
        if tools == 0 {
            return Err(ServeError::PageSize);
        }
        let dispatcher = self.offer.borrow().dispatcher.clone();
        self.page_size = tools;
        self.offer = watch::Sender::new(Arc::new(Offer::new(dispatcher, tools)?));
        Ok(self)
    }

    /// Keeps no sessions over HTTP, also for clients of older revisions. Those
    /// cannot be asked then, so their gated calls are denied.
    #[must_use]
    pub fn stateless(mut self) -> Self {
        self.stateless = true;
        self
    }

    /// Leaves decisions to the dispatcher's own approver, and never asks the
    /// client's user.
    #[must_use]
    pub fn own_approver(mut self) -> Self {
        self.decides = Decides::Dispatcher;
        self
    }

    /// Leaves decisions to this approver, and never asks the client's user.
    #[must_use]
    pub fn approver(mut self, approver: impl Approver) -> Self {
        self.decides = Decides::Given(Arc::new(approver));
        self
    }

    /// Web pages of these origins, such as `https://app.example`, may call over
    /// HTTP. Without any, a request that carries an `Origin` is refused, unless
    /// both it and this server are on the loopback interface.
    #[must_use]
    pub fn allowed_origins(mut self, origins: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.origins.allowed = origins.into_iter().map(Into::into).collect();
        self
    }

    /// The host names by which this server is reached over HTTP. Without any, a
    /// server on the loopback interface takes its own names only, and any other
    /// server takes every name.
    #[must_use]
    pub fn allowed_hosts(mut self, hosts: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.origins.hosts = hosts.into_iter().map(Into::into).collect();
        self
    }

    /// Offers another dispatcher's tools from now on, and tells every client
    /// that the list has changed. Calls that run already run to their end.
    ///
    /// # Errors
    /// [`ServeError::Definition`] for the first tool that the protocol cannot
    /// carry; the former tools stay then.
    pub fn replace(&self, dispatcher: Dispatcher) -> Result<(), ServeError> {
        let offer = Offer::new(dispatcher, self.page_size)?;
        self.offer.send_replace(Arc::new(offer));
        Ok(())
    }

    /// Serves one client over a pair of streams, until it closes its side; every
    /// call is made for the given caller.
    ///
    /// # Errors
    /// [`ServeError`] when the client does not open the protocol.
    pub async fn serve_streams(
        &self,
        reader: impl AsyncRead + Send + Unpin + 'static,
        writer: impl AsyncWrite + Send + Unpin + 'static,
        caller: Caller,
    ) -> Result<(), ServeError> {
        let session = self.session(Identity::Given(caller));
        let transport = Opening::new(AsyncRwTransport::new_server(reader, writer));
        let running = rmcp::serve_server(session, transport).await;
        let running = match running {
            Ok(running) => running,
            // A client that leaves before it has said anything is no fault.
            Err(rmcp::service::ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
            Err(error) => return Err(ServeError::Opening(error.to_string())),
        };
        match running.waiting().await {
            Ok(QuitReason::JoinError(error)) | Err(error) => {
                Err(ServeError::Ended(error.to_string()))
            }
            Ok(_) => Ok(()),
        }
    }

    pub(super) fn session(&self, identity: Identity) -> Session {
        Session {
            server: self.clone(),
            identity,
            granted: Arc::new(Granted::default()),
        }
    }
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server")
            .field("dispatcher", &self.offer.borrow().dispatcher)
            .field("info", &self.config.server_info)
            .finish_non_exhaustive()
    }
}
