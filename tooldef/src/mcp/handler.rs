//! One session: answers the protocol's requests from what is offered.

use std::sync::Arc;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CustomRequest, CustomResult, ErrorCode, ErrorData,
    Extensions, ListToolsResult, PaginatedRequestParams, ServerConfig, SubscriptionFilter, Tool,
};
use rmcp::service::{NotificationContext, RequestContext, SubscriptionContext};
use rmcp::{RoleServer, ServerHandler};

use super::asker::Granted;
use super::call;
use super::server::{Offer, Server};
use crate::Caller;

/// How a session knows whom its calls are made for.
pub(super) enum Identity {
    /// The same for all calls.
    Given(Caller),
    /// The authentication of each HTTP request left it with the request.
    PerRequest,
}

/// What one client talks to.
pub(super) struct Session {
    pub(super) server: Server,
    pub(super) identity: Identity,
    pub(super) granted: Arc<Granted>,
}

impl Session {
    pub(super) fn offer(&self) -> Arc<Offer> {
        Arc::clone(&self.server.offer.borrow())
    }

    fn caller(&self, extensions: &Extensions) -> Result<Caller, ErrorData> {
        match &self.identity {
            Identity::Given(caller) => Ok(caller.clone()),
            Identity::PerRequest => extensions
                .get::<axum::http::request::Parts>()
                .and_then(|parts| parts.extensions.get::<Caller>())
                .cloned()
                .ok_or_else(|| ErrorData::internal_error("the caller is not known", None)),
        }
    }
}

impl ServerHandler for Session {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::clone(&self.server.config)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.offer().pages.get(name).cloned()
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let cursor = request.and_then(|request| request.cursor);
        self.offer().pages.page(cursor.as_deref())
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let caller = self.caller(&context.extensions)?;
        call::answer(self, caller, request, context).await
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        // Requests whose parameters do not fit their method arrive here too.
        Err(match request.method.as_str() {
            "tools/call" => ErrorData::invalid_params(
                "malformed tools/call: `name` must be text, and `arguments` an object",
                None,
            ),
            "tools/list" => {
                ErrorData::invalid_params("malformed tools/list: `cursor` must be text", None)
            }
            method => ErrorData::new(ErrorCode::METHOD_NOT_FOUND, method.to_owned(), None),
        })
    }

    async fn on_initialized(&self, context: NotificationContext<RoleServer>) {
        let mut offers = self.server.offer.subscribe();
        let peer = context.peer;
        // Ends with the server, or with the client: telling it fails then.
        tokio::spawn(async move {
            while offers.changed().await.is_ok() {
                if peer.notify_tool_list_changed().await.is_err() {
                    break;
                }
            }
        });
    }

    fn accepted_subscription_filter(
        &self,
        _requested: &SubscriptionFilter,
    ) -> Option<SubscriptionFilter> {
        Some(SubscriptionFilter::builder().tools_list_changed().build())
    }

    async fn listen(&self, context: SubscriptionContext) -> Result<(), ErrorData> {
        let mut offers = self.server.offer.subscribe();
        loop {
            tokio::select! {
                () = context.cancelled() => return Ok(()),
                changed = offers.changed() => {
                    if changed.is_err() || context.sink().notify_tool_list_changed().await.is_err() {
                        return Ok(());
                    }
                }
            }
        }
    }
}
