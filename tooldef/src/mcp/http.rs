//! Serving over streamable HTTP: every request is authenticated, and a session
//! belongs to the caller who opened it.

use std::collections::HashMap;
use std::future::Future;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Body;
use axum::http::{HeaderValue, Request, Response, StatusCode, header, request::Parts};
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::TcpListener;

use super::handler::{Identity, Session};
use super::{ServeError, Server};
use crate::{BoxFuture, Caller};

const SESSION_HEADER: &str = "mcp-session-id";

/// Finds out whom a request is made for.
///
/// A closure `|parts| Ok(Caller::new(..))` is one. Whoever can send requests
/// can act as whatever caller this returns, so check a credential.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot authenticate requests",
    note = "use a closure `|parts: &tooldef::mcp::RequestParts| -> Result<Caller, Refusal>`"
)]
pub trait Authenticate: Send + Sync + 'static {
    /// The caller, from the request's headers and extensions.
    fn authenticate<'a>(&'a self, request: &'a Parts) -> BoxFuture<'a, Result<Caller, Refusal>>;
}

impl<F> Authenticate for F
where
    F: Fn(&Parts) -> Result<Caller, Refusal> + Send + Sync + 'static,
{
    fn authenticate<'a>(&'a self, request: &'a Parts) -> BoxFuture<'a, Result<Caller, Refusal>> {
        let caller = self(request);
        Box::pin(std::future::ready(caller))
    }
}

/// Why a request is not let in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    status: StatusCode,
    challenge: Option<HeaderValue>,
}

impl Refusal {
    /// 401: there is no credential, or it is not good. The challenge is sent as
    /// `WWW-Authenticate`; one that is no legal header value becomes `Bearer`.
    #[must_use]
    pub fn unauthenticated(challenge: &str) -> Self {
        let challenge =
            HeaderValue::from_str(challenge).unwrap_or_else(|_| HeaderValue::from_static("Bearer"));
        Self {
            status: StatusCode::UNAUTHORIZED,
            challenge: Some(challenge),
        }
    }

    /// 403: the caller is known, and may not use this server.
    #[must_use]
    pub fn forbidden() -> Self {
        Self {
            status: StatusCode::FORBIDDEN,
            challenge: None,
        }
    }

    fn response(self) -> Response<Body> {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = self.status;
        if let Some(challenge) = self.challenge {
            let headers = response.headers_mut();
            headers.insert(header::WWW_AUTHENTICATE, challenge);
        }
        response
    }
}

/// A server that has its address and waits to serve.
pub struct BoundServer {
    listener: TcpListener,
    address: SocketAddr,
    config: StreamableHttpServerConfig,
    door: Arc<Door>,
}

/// Lets requests in.
struct Door {
    authenticate: Box<dyn Authenticate>,
    sessions: Arc<LocalSessionManager>,
    owners: Mutex<HashMap<String, Caller>>,
    service: StreamableHttpService<Session, LocalSessionManager>,
}

impl Server {
    /// Binds an address to serve streamable HTTP at its path `/mcp`. Port 0
    /// takes a free port.
    ///
    /// # Errors
    /// [`ServeError::Bind`] when the address cannot be bound.
    pub async fn bind(
        &self,
        address: SocketAddr,
        authenticate: impl Authenticate,
    ) -> Result<BoundServer, ServeError> {
        let fault = |source| ServeError::Bind { address, source };
        let listener = TcpListener::bind(address).await.map_err(fault)?;
        let address = listener.local_addr().map_err(fault)?;
        let config =
            StreamableHttpServerConfig::default().with_legacy_session_mode(!self.stateless);
        let config = self.origins.apply(config, address);
        let sessions = Arc::new(LocalSessionManager::default());
        let server = self.clone();
        let service = StreamableHttpService::new(
            move || Ok(server.session(Identity::PerRequest)),
            Arc::clone(&sessions),
            config.clone(),
        );
        Ok(BoundServer {
            listener,
            address,
            config,
            door: Arc::new(Door {
                authenticate: Box::new(authenticate),
                sessions,
                owners: Mutex::default(),
                service,
            }),
        })
    }
}

impl BoundServer {
    /// The address, with the port that was taken.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves for ever.
    ///
    /// # Errors
    /// [`ServeError::Http`] when connections cannot be accepted any more.
    pub async fn serve(self) -> Result<(), ServeError> {
        self.serve_until(std::future::pending()).await
    }

    /// Serves until the future ends, then ends open streams and returns.
    ///
    /// # Errors
    /// [`ServeError::Http`] when connections cannot be accepted any more.
    pub async fn serve_until(
        self,
        end: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServeError> {
        let door = self.door;
        let answer = move |request: Request<Body>| {
            let door = Arc::clone(&door);
            async move { door.answer(request).await }
        };
        let router = axum::Router::new().route("/mcp", axum::routing::any(answer));
        let streams = self.config.cancellation_token;
        axum::serve(self.listener, router)
            .with_graceful_shutdown(async move {
                end.await;
                streams.cancel();
            })
            .await
            .map_err(ServeError::Http)
    }
}

impl Door {
    async fn answer(&self, request: Request<Body>) -> Response<Body> {
        let (mut parts, body) = request.into_parts();
        let caller = match self.authenticate.authenticate(&parts).await {
            Ok(caller) => caller,
            Err(refusal) => return refusal.response(),
        };
        if !self.may_enter(&parts, &caller) {
            // As if there were no such session, which is all others may know.
            let mut response = Response::new(Body::from("Not Found: Session not found"));
            *response.status_mut() = StatusCode::NOT_FOUND;
            return response;
        }
        parts.extensions.insert(caller.clone());
        let response = self.service.handle(Request::from_parts(parts, body)).await;
        if let Some(session) = text(response.headers(), SESSION_HEADER) {
            self.note(session, caller).await;
        }
        response.map(Body::new)
    }

    /// Whether the request is for no session, or for one of the caller's own.
    fn may_enter(&self, parts: &Parts, caller: &Caller) -> bool {
        let owners = self.owners.lock().unwrap_or_else(PoisonError::into_inner);
        text(&parts.headers, SESSION_HEADER)
            .and_then(|session| owners.get(session))
            .is_none_or(|owner| owner.is_same(caller))
    }

    /// Notes whose a new session is, and forgets those that are gone.
    async fn note(&self, session: &str, caller: Caller) {
        let open = self.sessions.sessions.read().await;
        let mut owners = self.owners.lock().unwrap_or_else(PoisonError::into_inner);
        owners.retain(|session, _| open.contains_key(session.as_str()));
        owners.entry(session.to_owned()).or_insert(caller);
    }
}

fn text<'a>(headers: &'a axum::http::HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

impl std::fmt::Debug for BoundServer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BoundServer")
            .field("address", &self.address)
            .finish_non_exhaustive()
    }
}
