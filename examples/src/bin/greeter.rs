//! The smallest program with a tool and a console.

use std::{error::Error, process::ExitCode};
use tooldef::{Dispatcher, tool, tools};

#[tool(
    description = "Greet somebody. Takes a name; returns the greeting.",
    effect = "read"
)]
fn greet(
    /// Whom to greet.
    name: &str,
) -> String {
    format!("Hello, {name}!")
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<ExitCode, Box<dyn Error>> {
    let dispatcher = Dispatcher::builder(tools! { greet }?).build()?;
    Ok(tooldef::console::run(&dispatcher).await)
}
