//! A command line over an application's own tools.
//!
//! One line gives an application the commands `list`, `call`, `replay` and, with
//! the feature `mcp`, `serve`:
//!
//! ```no_run
//! # async fn example(tools: tooldef::ToolSet) -> Result<std::process::ExitCode, tooldef::DispatcherError> {
//! let dispatcher = tooldef::Dispatcher::builder(tools).build()?;
//! Ok(tooldef::console::run(&dispatcher).await)
//! # }
//! ```
//!
//! - `list [--format FORMAT]` shows the tools to people, or as the JSON array
//!   that a provider is sent.
//! - `call NAME [JSON]` makes one call and prints its result.
//! - `replay FILE` reads a provider's message, makes the calls in it side by
//!   side, and prints the message to send back.
//! - `serve [--http ADDR]` offers the tools to MCP clients, over standard input
//!   and output or, at a loopback address, over HTTP. It needs a tokio runtime
//!   with I/O and time enabled.
//!
//! Standard output carries data and nothing else: results, definitions,
//! messages. What is for people, an error result among it, goes to standard
//! error. The exit code is 0 for a result, 1 for an error result, and 2 when the
//! command could not be understood, its input not be read or its output not be
//! written. Colours go to terminals only and respect `NO_COLOR`.
//!
//! Calls go through the gate like any other. `--yes` approves and
//! `--deny REASON` refuses what it asks about. Without either the dispatcher's
//! own approver is asked, or, where it has none, the person at the terminal
//! ([`Terminal`](crate::approval::Terminal)); under `serve`, the client's user.
//!
//! An application with options of its own flattens [`Options`] into its clap
//! parser and hands them over with [`Console::options`].
//!
//! No executor is started here: the calls run on the application's.

mod approve;
mod call;
mod input;
mod layout;
mod list;
mod options;
mod replay;
mod screen;
#[cfg(feature = "mcp")]
mod serve;
mod summary;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Args as _, Command as Clap, FromArgMatches as _};

use crate::{Caller, Dispatcher, Run};

#[cfg(feature = "mcp")]
pub use options::ServeOptions;
pub use options::{CallOptions, Command, ListOptions, Options, ReplayOptions};

use approve::Answer;

#[cfg(feature = "mcp")]
const COMMANDS: &str = "`list`, `call`, `replay`, `serve`";
#[cfg(not(feature = "mcp"))]
const COMMANDS: &str = "`list`, `call`, `replay`";

/// Who calls when neither the application nor the command says so.
const DEFAULT_USER: &str = "console";

/// Runs the command that the process's arguments name; see the [module](self).
pub async fn run(dispatcher: &Dispatcher) -> ExitCode {
    Console::new(dispatcher).run().await
}

/// Sets up a command line over a dispatcher's tools.
#[derive(Debug)]
pub struct Console<'app> {
    dispatcher: &'app Dispatcher,
    caller: Option<Caller>,
    words: Option<Vec<OsString>>,
    options: Option<Options>,
}

impl<'app> Console<'app> {
    /// A console over the tools of this dispatcher.
    #[must_use]
    pub fn new(dispatcher: &'app Dispatcher) -> Self {
        Self {
            dispatcher,
            caller: None,
            words: None,
            options: None,
        }
    }

    /// Makes every call for this caller, and refuses `--user` and `--role`.
    ///
    /// Without it whoever can start the program can name any user and role;
    /// nobody named is the user `console` without roles.
    #[must_use]
    pub fn caller(mut self, caller: Caller) -> Self {
        self.caller = Some(caller);
        self
    }

    /// Makes every call for the user of this id; see [`caller`](Self::caller).
    #[must_use]
    pub fn user(self, id: &str) -> Self {
        self.caller(Caller::new(id))
    }

    /// Reads these words in place of the process's arguments. The first is the
    /// program's name.
    #[must_use]
    pub fn args(mut self, words: impl IntoIterator<Item = impl Into<OsString>>) -> Self {
        self.words = Some(words.into_iter().map(Into::into).collect());
        self
    }

    /// Takes options that the application's own parser has read. They win over
    /// [`args`](Self::args).
    #[must_use]
    pub fn options(mut self, options: Options) -> Self {
        self.options = Some(options);
        self
    }

    /// Runs the command. Standard input and files are read while it runs, so
    /// other work on the same thread waits.
    pub async fn run(self) -> ExitCode {
        let options = match self.options {
            Some(options) => Ok(options),
            None => read(self.words),
        };
        let outcome = match options {
            Ok(options) => Session {
                dispatcher: self.dispatcher,
                fixed: self.caller,
            }
            .run(options)
            .await
            .unwrap_or_else(|fault| {
                screen::error(&fault.0);
                Outcome::Usage
            }),
            // clap's own text: help goes to standard output with code 0,
            // everything else to standard error.
            Err(error) => {
                let _ = error.print();
                if error.use_stderr() {
                    Outcome::Usage
                } else {
                    Outcome::Result
                }
            }
        };
        ExitCode::from(outcome as u8)
    }
}

/// How a command ended; the number is the exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Outcome {
    Result = 0,
    ErrorResult = 1,
    Usage = 2,
}

/// A command that cannot be carried out as it was given.
#[derive(Debug)]
struct Fault(String);

impl Fault {
    fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

fn read(words: Option<Vec<OsString>>) -> Result<Options, clap::Error> {
    let parser = Options::augment_args(Clap::new(""))
        .about("Lists and calls this program's tools")
        .arg_required_else_help(true);
    let matches = match words {
        Some(words) => parser.try_get_matches_from(words),
        None => parser.try_get_matches(),
    }?;
    Options::from_arg_matches(&matches)
}

/// One command on its way.
struct Session<'app> {
    dispatcher: &'app Dispatcher,
    fixed: Option<Caller>,
}

impl Session<'_> {
    async fn run(&self, options: Options) -> Result<Outcome, Fault> {
        let Some(command) = &options.command else {
            return Err(Fault::new(format!(
                "no command was given; try {COMMANDS} or `--help`"
            )));
        };
        match command {
            Command::List(list) => self.list(list),
            Command::Call(call) => {
                let run = self.start(&options)?;
                Self::call(&run, call).await
            }
            Command::Replay(replay) => {
                let run = self.start(&options)?;
                Self::replay(&run, replay).await
            }
            #[cfg(feature = "mcp")]
            Command::Serve(serve) => self.serve(serve, &options).await,
        }
    }

    /// Whom the command's calls are made for.
    fn caller(&self, options: &Options) -> Result<Caller, Fault> {
        let named = options.user.is_some() || !options.roles.is_empty();
        match &self.fixed {
            Some(_) if named => Err(Fault::new(
                "this program decides who calls; leave out `--user` and `--role`",
            )),
            Some(caller) => Ok(caller.clone()),
            None => Ok(Caller::new(options.user.as_deref().unwrap_or(DEFAULT_USER))
                .with_roles(options.roles.iter().map(String::as_str))),
        }
    }

    /// The run that the command's calls belong to.
    fn start(&self, options: &Options) -> Result<Run, Fault> {
        let caller = self.caller(options)?;
        let run = self.dispatcher.run_builder(&caller);
        Ok(match Answer::of(options, self.dispatcher) {
            Answer::Own => run.start(),
            Answer::Given(approver) => run.approver(approver).start(),
            Answer::Person => run.approver(approve::terminal()).start(),
        })
    }
}
