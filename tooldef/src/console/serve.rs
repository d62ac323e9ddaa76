//! `serve`: the tools, for MCP clients.

use std::net::SocketAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};

use tokio::sync::oneshot;

use super::approve::Answer;
use super::screen::{self, BOLD, DIM, visible};
use super::{Fault, Options, Outcome, ServeOptions, Session};
use crate::Caller;
use crate::mcp::{RequestParts, ServeError, Server};

impl Session<'_> {
    pub(super) async fn serve(
        &self,
        serve: &ServeOptions,
        options: &Options,
    ) -> Result<Outcome, Fault> {
        let caller = self.caller(options)?;
        check_runtime()?;
        let server = Server::new(self.dispatcher.clone()).map_err(fault)?;
        let server = match Answer::of(options, self.dispatcher) {
            Answer::Given(approver) => server.approver(approver),
            Answer::Own => server.own_approver(),
            // The person to ask sits at the client, not here.
            Answer::Person => server,
        };
        match serve.http {
            None => over_stdio(&server, caller).await?,
            Some(address) => over_http(&server, address, caller).await?,
        }
        Ok(Outcome::Result)
    }
}

async fn over_stdio(server: &Server, caller: Caller) -> Result<(), Fault> {
    let serving = async {
        screen::note(format_args!(
            "{DIM}serving MCP over standard input and output; \
             ends with the input, or with Ctrl-C{DIM:#}"
        ));
        server.serve_stdio(caller).await
    };
    tokio::select! {
        // Ctrl-C is heard before anybody is told of it.
        biased;
        stopped = tokio::signal::ctrl_c() => stopped.map_err(|error| no_signal(&error)),
        ended = serving => ended.map_err(fault),
    }
}

async fn over_http(server: &Server, address: SocketAddr, caller: Caller) -> Result<(), Fault> {
    if !address.ip().is_loopback() {
        return Err(Fault::new(format!(
            "{address} can be reached from other machines, and `serve` asks nobody for a \
             credential; choose a loopback address such as 127.0.0.1:{}, or give the program \
             a server with authentication (`tooldef::mcp::serve_http`)",
            address.port()
        )));
    }
    let user = visible(caller.id());
    let bound = server
        .bind(address, move |_: &RequestParts| Ok(caller.clone()))
        .await
        .map_err(fault)?;
    let (stop, stopped) = oneshot::channel();
    let interrupts = async {
        tokio::signal::ctrl_c().await?;
        screen::note(format_args!(
            "{DIM}stopping when open calls are done; Ctrl-C stops at once{DIM:#}"
        ));
        let _ = stop.send(());
        tokio::signal::ctrl_c().await
    };
    let serving = async {
        screen::note(format_args!(
            "serving MCP at {BOLD}http://{}/mcp{BOLD:#} for the user {user}; Ctrl-C stops",
            bound.address()
        ));
        let stopped = async {
            let _ = stopped.await;
        };
        bound.serve_until(stopped).await
    };
    tokio::select! {
        biased;
        stopped = interrupts => stopped.map_err(|error| no_signal(&error)),
        ended = serving => ended.map_err(fault),
    }
}

/// The console starts no runtime, so it must find a fit one.
fn check_runtime() -> Result<(), Fault> {
    let needed = |lack: &str| {
        Fault::new(format!(
            "`serve` needs a tokio runtime with I/O and time enabled, and {lack}; \
             put `#[tokio::main]` on the program's main, or call `enable_all` on its \
             runtime's builder"
        ))
    };
    if tokio::runtime::Handle::try_current().is_err() {
        return Err(needed("this program runs on another executor"));
    }
    // A runtime cannot be asked what it has: using what it lacks panics.
    let has = |part: &dyn Fn()| catch_unwind(AssertUnwindSafe(part)).is_ok();
    if !has(&|| drop(tokio::time::sleep(std::time::Duration::ZERO))) {
        return Err(needed("this program's has no time"));
    }
    let listen = || {
        if let Ok(listener) = std::net::TcpListener::bind(("127.0.0.1", 0))
            && listener.set_nonblocking(true).is_ok()
        {
            drop(tokio::net::TcpListener::from_std(listener));
        }
    };
    if !has(&listen) {
        return Err(needed("this program's has no I/O"));
    }
    Ok(())
}

fn fault(error: ServeError) -> Fault {
    Fault::new(error.to_string())
}

fn no_signal(error: &std::io::Error) -> Fault {
    Fault::new(format!("Ctrl-C cannot be heard: {error}"))
}

#[cfg(test)]
mod tests {
    use tokio::runtime::Builder;

    use super::check_runtime;

    #[test]
    fn a_runtime_that_lacks_something_is_refused_with_the_remedy() {
        let lacks = |enter: &dyn Fn() -> String, what: &str| {
            let text = enter();
            assert!(text.contains(what) && text.contains("enable_all"), "{text}");
        };
        let checked = || check_runtime().expect_err("refused").0;
        lacks(&checked, "another executor");
        let bare = Builder::new_current_thread().build().expect("a runtime");
        lacks(&|| bare.block_on(async { checked() }), "no time");
        let timed = Builder::new_current_thread().enable_time().build();
        let timed = timed.expect("a runtime");
        lacks(&|| timed.block_on(async { checked() }), "no I/O");
        let whole = Builder::new_current_thread().enable_all().build();
        let whole = whole.expect("a runtime");
        assert!(whole.block_on(async { check_runtime() }).is_ok());
    }
}
