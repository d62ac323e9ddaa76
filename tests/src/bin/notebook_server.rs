//! Serves the notebook over stdio, or over HTTP with `--http ADDRESS`, whose
//! address is printed once it is bound.
//!
//! Over HTTP the caller is the bearer token: whoever says `Bearer NAME` is NAME.

use std::error::Error;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tooldef::Caller;
use tooldef::mcp::{Refusal, RequestParts, Server};
use tooldef_tests::notebook::{Notebook, dispatcher};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut address: Option<SocketAddr> = None;
    let mut timeout = Duration::from_secs(60);
    let mut page_size = 100;
    let mut stateless = false;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
        match argument.as_str() {
            "--http" => address = Some(value()?.parse()?),
            "--approval-timeout" => timeout = Duration::from_secs(value()?.parse()?),
            "--page-size" => page_size = value()?.parse()?,
            "--stateless" => stateless = true,
            other => return Err(format!("unknown argument {other}").into()),
        }
    }
    let dispatcher = dispatcher(&Arc::new(Notebook::default()))
        .approval_timeout(timeout)
        .build()?;
    let mut server = Server::new(dispatcher)?
        .name("notebook", "1.0.0")
        .instructions("Notes in memory. Search before you save.")
        .page_size(page_size)?;
    if stateless {
        server = server.stateless();
    }
    let Some(address) = address else {
        return Ok(server.serve_stdio(Caller::new("local")).await?);
    };
    let bound = server
        .bind(address, |parts: &RequestParts| {
            parts
                .headers
                .get("authorization")
                .and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "))
                .map(Caller::new)
                .ok_or_else(|| Refusal::unauthenticated("Bearer"))
        })
        .await?;
    println!("{}", bound.address());
    bound.serve().await?;
    Ok(())
}
