//! Shows the card that asks a person to approve a call. Needs a terminal:
//! `cargo run --bin approval_card`. An argument names the effect to show.

use std::time::Duration;

use tooldef::approval::Terminal;
use tooldef::{Annotations, Call, Caller, Dispatcher, Effect, Tool, tool, tools};

#[tool(
    description = "Moves a note to another folder. Takes the note's id, the folder's path and the labels to keep; returns where the note is now.",
    effect = "update",
    title = "Move a note"
)]
fn move_note(
    /// Which note.
    id: u64,
    /// Where to.
    folder: &str,
    /// Labels that stay on the note.
    #[arg(default)]
    labels: Vec<String>,
) -> String {
    format!("note {id} is in {folder} with {} labels", labels.len())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut note = Tool::of::<move_note>();
    if let Some(effect) = std::env::args().nth(1) {
        let mut annotations = Annotations::with_effect(effect.parse::<Effect>()?);
        annotations.title = Some("Move a note".into());
        note = note.annotated(annotations);
    }
    let dispatcher = Dispatcher::builder(tools! { move_note: (note) }?)
        .approver(Terminal::new())
        .approval_timeout(Duration::from_secs(30))
        .build()?;
    // What a model wrote, with a character in it that turns text around.
    let arguments =
        "{\"id\": 7, \"folder\": \"archive/\u{202e}txt.exe\", \"labels\": [\"tax\", \"2026\"]}";
    let calls = [
        Call::new("call-1", "move_note", arguments),
        Call::new("call-2", "move_note", r#"{"id": 8, "folder": "inbox"}"#),
    ];
    let ada = Caller::new("ada");
    for result in pollster::block_on(dispatcher.call_all(&ada, calls)) {
        println!("{}: {}", result.call_id, result.text());
    }
    Ok(())
}
