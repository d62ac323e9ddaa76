//! A notebook that a language model can use, on the console.
//!
//! Without a command it plays a bundled conversation. `list`, `call` and
//! `replay` work on a notebook of your own.

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use tooldef::Dispatcher;
use tooldef::console::{Console, Options};
use tooldef_examples::{chain, demo, notebook};

/// A notebook as four tools. Without a command, plays a conversation that shows
/// what happens to a model's calls.
#[derive(Parser)]
#[command(name = "quickstart")]
struct Cli {
    /// The notebook's file [default: notebook.redb in your data directory]
    #[arg(
        long,
        global = true,
        value_name = "PATH",
        env = "NOTEBOOK_DB",
        hide_env_values = true
    )]
    db: Option<PathBuf>,

    #[command(flatten)]
    console: Options,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match start(Cli::parse()).await {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {}", chain(&*error));
            ExitCode::from(2)
        }
    }
}

async fn start(cli: Cli) -> Result<ExitCode, Box<dyn Error>> {
    if cli.console.command.is_none() {
        demo::play().await?;
        return Ok(ExitCode::SUCCESS);
    }
    let path = cli.db.unwrap_or_else(default_path);
    let notebook = notebook::Notebook::open(&path)
        .map_err(|error| format!("{}: {}", path.display(), chain(&error)))?;
    let dispatcher = Dispatcher::builder(notebook::toolset()?)
        .state(notebook)
        .build()?;
    Ok(Console::new(&dispatcher).options(cli.console).run().await)
}

/// Where programs keep a user's data, or else where they keep passing things.
fn default_path() -> PathBuf {
    let data = std::env::var_os("XDG_DATA_HOME")
        .map(PathBuf::from)
        .filter(|path| path.is_absolute())
        .or_else(|| Some(std::env::home_dir()?.join(".local").join("share")))
        .unwrap_or_else(std::env::temp_dir);
    data.join("tooldef-quickstart").join("notebook.redb")
}
