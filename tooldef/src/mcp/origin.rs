//! Which web pages and host names an HTTP server answers.
//!
//! A page in a user's browser can reach servers on the user's own machine, by
//! name tricks too, so both are checked before anything else is looked at.

use std::net::SocketAddr;

use rmcp::transport::streamable_http_server::StreamableHttpServerConfig;

/// What was allowed beyond the defaults.
#[derive(Clone, Default)]
pub(super) struct Origins {
    pub(super) allowed: Vec<String>,
    pub(super) hosts: Vec<String>,
}

impl Origins {
    /// The settings for a server at this address.
    pub(super) fn apply(
        &self,
        config: StreamableHttpServerConfig,
        address: SocketAddr,
    ) -> StreamableHttpServerConfig {
        let loopback = address.ip().is_loopback();
        let mut origins = self.allowed.clone();
        if loopback {
            let own = ["localhost", "127.0.0.1", "[::1]"];
            origins.extend(own.iter().map(|host| format!("http://{host}:*")));
        }
        let config = config
            .with_allowed_origins(origins)
            .enforce_origin_validation();
        match (self.hosts.is_empty(), loopback) {
            (false, _) => config.with_allowed_hosts(self.hosts.clone()),
            // The library's default: the names of the loopback interface.
            (true, true) => config,
            (true, false) => config.disable_allowed_hosts(),
        }
    }
}
