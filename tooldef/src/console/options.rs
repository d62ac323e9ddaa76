//! The words of the command line, for clap.

use std::path::PathBuf;

use clap::builder::{NonEmptyStringValueParser, PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};

use crate::provider::Dialect;

/// The console's options and commands, to flatten into an application's own
/// parser with `#[command(flatten)]`.
#[derive(Debug, Clone, Default, Args)]
#[non_exhaustive]
pub struct Options {
    /// The user to call as [default: console]
    #[arg(long, global = true, value_name = "ID", value_parser = NonEmptyStringValueParser::new())]
    pub user: Option<String>,

    /// A role of that user; may be given several times
    #[arg(long = "role", global = true, value_name = "ROLE", value_parser = NonEmptyStringValueParser::new())]
    pub roles: Vec<String>,

    /// Approve every call that needs approval
    #[arg(long, global = true, conflicts_with = "deny")]
    pub yes: bool,

    /// Refuse every call that needs approval, with this reason for the model
    #[arg(long, global = true, value_name = "REASON")]
    pub deny: Option<String>,

    /// What to do; an application may do something of its own without one.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The console's commands.
#[derive(Debug, Clone, Subcommand)]
#[non_exhaustive]
pub enum Command {
    /// List the tools, for people or as a provider is told about them
    List(ListOptions),
    /// Call one tool and print its result
    Call(CallOptions),
    /// Make the calls in a provider's message and print the message to send back
    Replay(ReplayOptions),
    /// Offer the tools to MCP clients, over standard input and output or HTTP
    #[cfg(feature = "mcp")]
    Serve(ServeOptions),
}

/// What `list` takes.
#[derive(Debug, Clone, Default, Args)]
#[non_exhaustive]
pub struct ListOptions {
    /// Print the JSON array that this provider is sent
    #[arg(long, value_parser = dialects())]
    pub format: Option<Dialect>,
}

/// What `call` takes.
#[derive(Debug, Clone, Args)]
#[non_exhaustive]
pub struct CallOptions {
    /// The tool's name, as `list` shows it
    pub name: String,

    /// The arguments, one JSON object; `-` reads them from standard input
    #[arg(
        value_name = "JSON",
        default_value = "{}",
        allow_negative_numbers = true
    )]
    pub arguments: String,
}

/// What `replay` takes.
#[derive(Debug, Clone, Args)]
#[non_exhaustive]
pub struct ReplayOptions {
    /// A file with a provider's response or message as JSON; `-` is standard input
    pub file: PathBuf,

    /// The message's format, where it cannot be told from its shape
    #[arg(long, value_parser = dialects())]
    pub format: Option<Dialect>,
}

/// What `serve` takes.
#[cfg(feature = "mcp")]
#[derive(Debug, Clone, Default, Args)]
#[non_exhaustive]
pub struct ServeOptions {
    /// Serve over streamable HTTP at this loopback address, such as
    /// 127.0.0.1:8080; port 0 takes a free one. Everybody on this machine can
    /// then call as the user
    #[arg(long, value_name = "ADDR")]
    pub http: Option<std::net::SocketAddr>,
}

fn dialects() -> impl TypedValueParser<Value = Dialect> {
    // The list of possible values has been checked by the time of the mapping.
    PossibleValuesParser::new(Dialect::ALL.map(Dialect::as_str))
        .try_map(|name| name.parse::<Dialect>())
}
