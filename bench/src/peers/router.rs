//! rmcp's tool router: built once, and as its default handler uses it.
#![allow(
    missing_docs,
    clippy::unused_self,
    reason = "made by its macro, which wants methods"
)]

use rmcp::handler::server::router::tool::{ToolRoute, ToolRouter};
use rmcp::handler::server::tool::ToolCallContext;
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{CallToolRequestParams, ListToolsResult, NumberOrString};
use rmcp::service::{Peer, RequestContext, RunningService, serve_directly};
use rmcp::{RoleServer, ServerHandler, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::own::{Order, Receipt};

#[derive(Deserialize, JsonSchema)]
pub struct AddArguments {
    /// The first number.
    a: i64,
    /// The second number.
    b: i64,
}

#[derive(Clone)]
pub struct Server;

#[tool_router]
impl Server {
    #[tool(description = "Add two numbers. Returns their sum.")]
    fn add(&self, Parameters(AddArguments { a, b }): Parameters<AddArguments>) -> String {
        (a + b).to_string()
    }

    #[tool(description = "Price an order. Returns a receipt.")]
    fn order(&self, Parameters(order): Parameters<Order>) -> rmcp::Json<Receipt> {
        rmcp::Json(order.receipt())
    }
}

#[tool_handler]
impl ServerHandler for Server {}

/// A server with its router, and a peer to make requests in the name of.
pub struct Host {
    pub router: ToolRouter<Server>,
    peer: Peer<RoleServer>,
    _service: RunningService<RoleServer, Server>,
}

impl Host {
    /// Must be called within a tokio runtime.
    #[must_use]
    pub fn new() -> Self {
        let (ours, _) = tokio::io::duplex(64);
        let service = serve_directly::<RoleServer, _, _, std::io::Error, _>(Server, ours, None);
        Self {
            router: Server::tool_router(),
            peer: service.peer().clone(),
            _service: service,
        }
    }

    fn request(&self) -> RequestContext<RoleServer> {
        RequestContext::new(NumberOrString::Number(1), self.peer.clone())
    }

    fn parameters(name: &'static str, arguments: &str) -> CallToolRequestParams {
        let arguments = serde_json::from_str(arguments).expect("an object");
        CallToolRequestParams::new(name).with_arguments(arguments)
    }

    /// Through the router that was built once.
    ///
    /// # Panics
    /// If the call fails.
    pub fn prebuilt(&self, name: &'static str, arguments: &str) {
        let context =
            ToolCallContext::new(&Server, Self::parameters(name, arguments), self.request());
        let result = crate::measure::now(self.router.call(context)).expect("a sound call");
        std::hint::black_box(result);
    }

    /// Through the handler that the macro writes.
    ///
    /// # Panics
    /// If the call fails.
    pub fn handler(&self, name: &'static str, arguments: &str) {
        let call = Server.call_tool(Self::parameters(name, arguments), self.request());
        std::hint::black_box(crate::measure::now(call).expect("a sound call"));
    }
}

impl Default for Host {
    fn default() -> Self {
        Self::new()
    }
}

/// A router of so many tools.
#[must_use]
pub fn many(count: usize) -> ToolRouter<Server> {
    let built = Server::tool_router();
    let add = &built.map["add"];
    let mut router = ToolRouter::new();
    for at in 0..count {
        let mut route: ToolRoute<Server> = add.clone();
        route.attr.name = format!("add_{at}").into();
        router.add_route(route);
    }
    router
}

/// The listing as it goes out.
///
/// # Panics
/// Never: a list of tools can be written.
#[must_use]
pub fn listing(router: &ToolRouter<Server>) -> String {
    let list = ListToolsResult::with_all_items(router.list_all());
    serde_json::to_string(&list).expect("a list of tools")
}
