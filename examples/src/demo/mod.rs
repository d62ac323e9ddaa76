//! A bundled conversation: what models of four providers asked for, played
//! against a fresh notebook.

mod page;
mod person;

use std::error::Error;
use std::sync::Arc;

use serde_json::Value;
use tooldef::provider::{Dialect, ParsedCall, ResultForModel};
use tooldef::{Call, Caller, Dispatcher, ToolResult};

use crate::notebook::{self, Notebook};
use page::Page;
use person::Person;

/// What the user of the conversation wants.
const WISH: &str =
    "The dentist moved to Friday at ten; drop the old note. Oat milk goes on the shopping list.";

/// The models' answers, byte for byte as they came over the wire.
const TURNS: [(&str, &str); 4] = [
    (
        "OpenAI Chat Completions",
        include_str!("../../conversations/1-openai-chat.json"),
    ),
    (
        "OpenAI Responses",
        include_str!("../../conversations/2-openai-responses.json"),
    ),
    (
        "Anthropic Messages",
        include_str!("../../conversations/3-anthropic.json"),
    ),
    ("Gemini", include_str!("../../conversations/4-gemini.json")),
];

/// Plays the conversation and prints it on one screen.
///
/// # Errors
/// When the temporary notebook cannot be made, or standard output not be
/// written.
///
/// # Panics
/// When the notebook does not end up as the conversation says.
pub async fn play() -> Result<(), Box<dyn Error>> {
    let directory = tempfile::tempdir()?;
    let person = Arc::new(Person::default());
    let dispatcher = Dispatcher::builder(notebook::toolset()?)
        .state(Notebook::open(&directory.path().join("notebook.redb"))?)
        .approver(Arc::clone(&person))
        .build()?;
    let caller = Caller::new("ada");
    let mut page = Page::default();

    page.heading("Four tools, each an ordinary fn with an attribute");
    page.tools(dispatcher.tools());
    let told = Dialect::Anthropic.render(dispatcher.tools().get("delete_note").map(definition))?;
    page.definition(
        "delete_note as Anthropic's models are told about it",
        &told[0],
    );
    page.heading("One conversation, each turn from a model of another provider");
    page.line("user", WISH);

    let run = dispatcher.run(&caller);
    for (number, (provider, wire)) in (1..).zip(TURNS) {
        let message: Value = serde_json::from_str(wire)?;
        let dialect = Dialect::detect(&message).ok_or("an unknown wire form")?;
        let calls = dialect.read_calls(&message)?;
        let results = run.call_all(calls.iter().map(call)).await;
        page.turn(number, provider);
        for (call, result) in calls.iter().zip(&results) {
            page.call(call);
            if let Some(card) = person.card(&result.call_id) {
                page.card(&card);
            }
            page.result(result);
        }
        page.back(&answer(dialect, &calls, &results));
    }

    page.heading("What the notebook holds now");
    let question = Call::new("last", "search_notes", r#"{"query":""}"#);
    let notes = run.call(question).await.structured().unwrap_or_default();
    page.notes(&notes);
    let texts = |note: &Value| note["text"].as_str().map(str::to_owned);
    assert_eq!(
        notes
            .as_array()
            .map(|notes| notes.iter().filter_map(texts).collect()),
        Some(vec![
            "Dentist moved to Friday, 10:00".to_owned(),
            "The bicycle's front tyre takes 4 bar".to_owned(),
            "Buy oat milk, bread and apples".to_owned(),
            "Call the dentist about Thursday".to_owned(),
        ]),
    );
    page.heading("Yours to try, on a notebook that stays");
    page.commands(&[
        "list --format openai",
        r#"call search_notes '{"query":5,"limit":"x","zzz":1}'"#,
        r#"call delete_note '{"id":1}'"#,
        "replay examples/conversations/3-anthropic.json --yes",
    ]);
    page.print()?;
    Ok(())
}

fn definition(tool: &tooldef::Tool) -> &tooldef::Definition {
    tool.definition()
}

fn call(call: &ParsedCall) -> Call<'_> {
    Call::new(call.id.as_str(), &call.name, &call.arguments)
}

/// The message that goes back to the provider.
fn answer(dialect: Dialect, calls: &[ParsedCall], results: &[ToolResult]) -> Value {
    let texts: Vec<_> = results.iter().map(ToolResult::text).collect();
    let answers: Vec<_> = calls
        .iter()
        .zip(results)
        .zip(&texts)
        .map(|((call, result), text)| ResultForModel::answering(call, text, result.is_error()))
        .collect();
    dialect.write_results(&answers)
}
