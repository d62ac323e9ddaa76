//! Tools for every adapter: one that reads, one that writes, one that fails,
//! and one that shows a picture.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use tooldef::approval::{Decision, approver_fn};
use tooldef::provider::Dialect;
use tooldef::{Caller, Dispatcher, Image, Run, State, Tool, ToolSet, ToolSetBuilder, tool, tools};
use tooldef_tests::corpus;

/// How often the body of `save_note` ran.
#[derive(Default)]
pub(crate) struct Saved(AtomicUsize);

impl Saved {
    pub(crate) fn times(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }
}

#[tool(
    description = "Add numbers. Takes two, and more if there are; returns the sum.",
    effect = "read"
)]
fn add(a: u64, b: u64, #[arg(default)] more: Vec<u64>) -> u64 {
    more.iter().fold(a.saturating_add(b), |sum, n| sum + n)
}

#[tool(
    description = "Save a note. Takes its text; returns its number.",
    effect = "write"
)]
fn save_note(text: String, #[context] saved: State<Saved>) -> usize {
    assert!(!text.is_empty());
    saved.0.fetch_add(1, Ordering::SeqCst) + 1
}

#[tool(description = "Always fails. Takes nothing.", effect = "read")]
fn fail() -> Result<(), std::io::Error> {
    Err(std::io::Error::other("the disk is full"))
}

#[tool(description = "Show a picture. Takes nothing.", effect = "read")]
fn picture() -> Image {
    Image {
        data: "AAAA".to_owned(),
        mime_type: "image/png".to_owned(),
    }
}

pub(crate) fn set() -> ToolSet {
    tools! { add, save_note, fail, picture }.expect("sound")
}

/// Tools with arguments of every shape that a set and the dialect can carry.
pub(crate) fn every_shape(dialect: Dialect) -> ToolSet {
    let tools = corpus::all().into_iter().map(|sample| {
        let schema = Value::clone(&sample.definition.input_schema);
        Tool::builder(sample.name, "Takes one value, to see that it arrives.")
            .raw_handler(schema, |_, _| async { "" })
    });
    tools
        .filter(|tool| dialect.render([tool.definition()]).is_ok())
        .filter(|tool| ToolSet::builder().add(tool.clone()).build().is_ok())
        .fold(ToolSet::builder(), ToolSetBuilder::add)
        .build()
        .expect("sound")
}

/// A set with one tool that no provider of a function-calling API takes.
pub(crate) fn set_with_a_union() -> ToolSet {
    let schema = json!({"anyOf": [
        {"type": "object", "properties": {"id": {"type": "integer"}}, "required": ["id"]},
        {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]},
    ]});
    let find = Tool::builder("find", "Find by id or by name.")
        .raw_handler(schema, |_, _| async { "found" });
    tools! { add, union: (find) }.expect("sound")
}

/// A run whose writes nobody can approve.
pub(crate) fn run() -> (Run, Arc<Saved>) {
    let saved = Arc::new(Saved::default());
    let dispatcher = Dispatcher::builder(set())
        .shared_state(Arc::clone(&saved))
        .build()
        .expect("sound");
    (dispatcher.run(&Caller::new("ada")), saved)
}

/// A run in which every write is approved, one by one.
pub(crate) fn approving_run() -> (Run, Arc<Saved>) {
    let (run, saved) = run();
    let dispatcher = Dispatcher::builder(run.tools().clone())
        .shared_state(Arc::clone(&saved))
        .approver(approver_fn(|_| async { Ok(Decision::Approve) }))
        .build()
        .expect("sound");
    (dispatcher.run(&Caller::new("ada")), saved)
}
