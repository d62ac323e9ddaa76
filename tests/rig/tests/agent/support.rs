//! Tools, runs, and an agent whose model plays a script.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rig_agent::AgentBuilder;
use rig_agent::core::completion::AssistantContent;
use rig_agent::core::message::{
    Message, ToolCall, ToolFunction, ToolName, ToolResult, UserContent,
};
use rig_agent::test_utils::{MockCompletionModel, MockTurn};
use tooldef::adapters::rig;
use tooldef::provider::Dialect;
use tooldef::{Caller, Dispatcher, DispatcherBuilder, Image, Run, State, ToolSet, tool, tools};

/// How often the body of `save_note` ran.
#[derive(Default)]
pub(crate) struct Saved(AtomicUsize);

impl Saved {
    pub(crate) fn times(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }
}

#[tool(
    description = "Add two numbers. Takes both; returns the sum.",
    effect = "read"
)]
fn add(a: u64, b: u64) -> u64 {
    a.saturating_add(b)
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

/// A dispatcher of the set to go on with, and what its tools saved.
pub(crate) fn dispatcher() -> (DispatcherBuilder, Arc<Saved>) {
    let saved = Arc::new(Saved::default());
    let builder = Dispatcher::builder(set()).shared_state(Arc::clone(&saved));
    (builder, saved)
}

/// A run in which nobody can approve a write.
pub(crate) fn run() -> (Run, Arc<Saved>) {
    let (builder, saved) = dispatcher();
    (start(builder), saved)
}

pub(crate) fn start(builder: DispatcherBuilder) -> Run {
    builder.build().expect("sound").run(&Caller::new("ada"))
}

/// A turn that makes these calls: id, name, and arguments as the model wrote
/// them.
pub(crate) fn calling(calls: &[(&str, &str, &str)]) -> MockTurn {
    MockTurn::from_contents(calls.iter().map(|(id, name, arguments)| {
        let name = ToolName::new(*name).expect("a name");
        let function = ToolFunction::parse(name, arguments);
        AssistantContent::ToolCall(ToolCall::from_wire(*id, function))
    }))
}

pub(crate) fn block_on<F: Future>(future: F) -> F::Output {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime")
        .block_on(future)
}

/// Plays the turns, and a last one that says "done", to an agent with the
/// tools of the run. What it was told about its calls in the end.
pub(crate) fn play(run: &Run, turns: impl IntoIterator<Item = MockTurn>) -> Vec<ToolResult> {
    let turns = turns.into_iter().chain([MockTurn::text("done")]);
    let model = MockCompletionModel::from_turns(turns);
    let tools = rig::tools(run, Dialect::OpenAiChat).expect("renders");
    let agent = AgentBuilder::new(model.clone())
        .dynamic_tools(tools)
        .build();
    let answer = block_on(async { agent.prompt("go on").max_turns(9).await });
    assert_eq!(answer.expect("goes on to its end").output(), "done");
    told(&model)
}

/// The results in the last request of a model, in order.
pub(crate) fn told(model: &MockCompletionModel) -> Vec<ToolResult> {
    let requests = model.requests();
    let last = requests.last().expect("a request");
    let mut results = Vec::new();
    for message in &last.chat_history {
        if let Message::User { content } = message {
            results.extend(content.iter().filter_map(|part| match part {
                UserContent::ToolResult(result) => Some(result.clone()),
                _ => None,
            }));
        }
    }
    results
}

/// The text of a result that is one text.
pub(crate) fn text(result: &ToolResult) -> &str {
    assert_eq!(result.content.len(), 1);
    result.content[0].as_text().expect("a text")
}
