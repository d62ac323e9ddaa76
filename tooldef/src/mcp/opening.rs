//! Keeps stray lines before the opening of a session from ending it.

use std::future::Future;

use rmcp::RoleServer;
use rmcp::model::{ClientRequest, JsonRpcMessage};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;

/// A transport that ignores what is no request until a session is open. The
/// library ends the stream there, although a client that starts up may still
/// have an answer or an error of its own under way.
pub(super) struct Opening<T> {
    transport: T,
    open: bool,
}

impl<T> Opening<T> {
    pub(super) fn new(transport: T) -> Self {
        Self {
            transport,
            open: false,
        }
    }
}

impl<T: Transport<RoleServer>> Transport<RoleServer> for Opening<T> {
    type Error = T::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        self.transport.send(message)
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            let message = self.transport.receive().await?;
            if self.open {
                return Some(message);
            }
            if let JsonRpcMessage::Request(request) = &message {
                // These two are answered, and open nothing.
                self.open = !matches!(
                    request.request,
                    ClientRequest::PingRequest(_) | ClientRequest::DiscoverRequest(_)
                );
                return Some(message);
            }
        }
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.transport.close().await
    }
}
