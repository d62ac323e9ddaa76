//! An agent at a vendor desk: the four shapes of task tools, a role, the gate,
//! and a typed answer.
//!
//! Without a key in the environment it runs offline, on a scripted model.

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anstream::{eprintln, println};
use clap::Parser;
use tooldef::approval::Terminal;
use tooldef::task::{Model, TaskTools};
use tooldef::{Caller, Dispatcher, Event};
use tooldef_examples::chain;
use tooldef_examples::desk::{self, Between, Desk, Stand, Vendors};

/// Finds vendors without a contact, looks them up, and writes back what it
/// finds as the user who asked.
#[derive(Parser)]
#[command(name = "vendor_desk")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
struct Cli {
    /// Who asks; only the editor may write
    #[arg(long, value_enum, default_value_t = User::Editor)]
    user: User,

    /// A JSON file with the list of tools, in place of the bundled one
    #[arg(long, value_name = "FILE")]
    tools: Option<PathBuf>,

    /// The database's file, in place of a new one that is thrown away
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,

    /// Approve every call that needs approval
    #[arg(long, conflicts_with = "deny")]
    yes: bool,

    /// Deny every call that needs approval, for this reason
    #[arg(long, value_name = "REASON")]
    deny: Option<String>,

    /// Ask on the terminal about each call that needs approval, as runs with a
    /// real model do
    #[arg(long, conflicts_with_all = ["yes", "deny"])]
    ask: bool,

    /// Use the scripted model although there is a key
    #[arg(long, conflicts_with = "model")]
    offline: bool,

    /// The model to use, by the genai crate's name for it
    #[arg(long, value_name = "NAME")]
    model: Option<String>,

    /// Print the JSON Schema of a list of tools, and end
    #[arg(long)]
    schema: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum User {
    Editor,
    Viewer,
}

impl User {
    fn caller(self) -> Caller {
        match self {
            Self::Editor => Caller::new("erin").with_roles(["viewer", "editor"]),
            Self::Viewer => Caller::new("vic").with_role("viewer"),
        }
    }
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
    if cli.schema {
        println!("{}", serde_json::to_string_pretty(&TaskTools::schema())?);
        return Ok(ExitCode::SUCCESS);
    }
    let scratch = tempfile::tempdir()?;
    let path = cli
        .db
        .clone()
        .unwrap_or(scratch.path().join("vendors.redb"));
    let desk = Arc::new(Desk {
        vendors: Vendors::open(&path)?,
    });
    let before = desk.vendors.all()?;
    let catalogue = desk::catalogue(&desk)?;
    let list = tool_list(&cli)?;
    let (model, name) = model(&cli)?;
    let task = desk::task(model, &catalogue, list).map_err(|error| in_file(&cli, &error))?;

    let dispatcher = Dispatcher::builder(catalogue.everything()?);
    let (dispatcher, who) = match answer(&cli, name.is_none()) {
        Answer::Stand(stand, who) => (dispatcher.approver(stand).observe(desk::tell), who),
        Answer::Person => (
            dispatcher
                .approver(Terminal::new())
                .observe(between_cards()),
            "you are asked; without a terminal all are denied, and --yes approves",
        ),
    };
    let dispatcher = dispatcher.build()?;

    let caller = cli.user.caller();
    let roles: Vec<&str> = caller.roles().collect();
    println!("model  {}", name.as_deref().unwrap_or("scripted, offline"));
    println!("user   {}, {}", caller.id(), roles.join(" and "));
    println!("cards  {who}");
    println!();
    let ended = task.run(&dispatcher, &caller).await;
    let code = match &ended {
        Ok(outcome) => {
            desk::print(&outcome.report, Some(&outcome.output))?;
            ExitCode::SUCCESS
        }
        Err(error) => {
            desk::print(&error.report, None::<&()>)?;
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    };
    let after = desk.vendors.all()?;
    let written: Vec<_> = after.iter().filter(|now| !before.contains(now)).collect();
    if written.is_empty() {
        println!("database  nothing was written");
    }
    for vendor in written {
        println!("database  {}", serde_json::to_string(vendor)?);
    }
    Ok(code)
}

/// The terminal shows the cards itself.
fn between_cards() -> impl Fn(&Event) + Send + Sync + 'static {
    let between = Between::default();
    move |event| between.tell(event)
}

fn tool_list(cli: &Cli) -> Result<TaskTools, Box<dyn Error>> {
    let Some(path) = &cli.tools else {
        return Ok(TaskTools::from_json(desk::BUNDLED_TOOLS)?);
    };
    let text = std::fs::read_to_string(path).map_err(|error| in_file(cli, &error))?;
    Ok(TaskTools::from_json(&text).map_err(|error| in_file(cli, &error))?)
}

/// The error, with the file whose list of tools is at fault.
fn in_file(cli: &Cli, error: &dyn Error) -> String {
    match &cli.tools {
        Some(path) => format!("{}: {}", path.display(), chain(error)),
        None => chain(error),
    }
}

/// Who answers the cards.
enum Answer {
    Stand(Stand, &'static str),
    Person,
}

fn answer(cli: &Cli, scripted: bool) -> Answer {
    if cli.yes {
        Answer::Stand(Stand::Yes, "all approved, by --yes")
    } else if let Some(reason) = &cli.deny {
        Answer::Stand(Stand::No(reason.clone()), "all denied, by --deny")
    } else if scripted && !cli.ask {
        let who = "all approved by the script, which plays the user as well; --ask asks you";
        Answer::Stand(Stand::Yes, who)
    } else {
        Answer::Person
    }
}

/// The model, and its name unless it is the scripted one.
type Chosen = (Arc<dyn Model>, Option<String>);

/// The model that the command line and the environment ask for.
fn model(cli: &Cli) -> Result<Chosen, Box<dyn Error>> {
    let name = if cli.offline {
        None
    } else {
        cli.model
            .clone()
            .or_else(|| by_key().filter(|_| cfg!(feature = "genai")))
    };
    match name {
        None => Ok((Arc::new(desk::clerk()), None)),
        Some(name) => real(&name).map(|model| (model, Some(name))),
    }
}

/// A model of the first provider whose key is in the environment.
fn by_key() -> Option<String> {
    [
        ("ANTHROPIC_API_KEY", "claude-haiku-4-5"),
        ("OPENAI_API_KEY", "gpt-5-mini"),
        ("GEMINI_API_KEY", "gemini-2.5-flash"),
    ]
    .into_iter()
    .find(|(key, _)| std::env::var(key).is_ok_and(|key| !key.trim().is_empty()))
    .map(|(_, model)| model.to_owned())
}

#[cfg(feature = "genai")]
fn real(name: &str) -> Result<Arc<dyn Model>, Box<dyn Error>> {
    Ok(Arc::new(tooldef::task::Genai::new(name)?))
}

#[cfg(not(feature = "genai"))]
fn real(name: &str) -> Result<Arc<dyn Model>, Box<dyn Error>> {
    Err(format!("{name} needs `--features genai`; --offline does without").into())
}
