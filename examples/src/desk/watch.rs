//! Prints a task's events as they come.

use std::sync::{Mutex, PoisonError};

use anstream::println;
use anstyle::{AnsiColor, Style};
use tooldef::approval::ApprovalRequest;
use tooldef::{Effect, Event};

use super::card;

const DIM: Style = Style::new().dimmed();
const BAD: Style = AnsiColor::Red.on_default();
const GOOD: Style = AnsiColor::Green.on_default();

/// The color of what a tool does to the world.
pub(super) fn color(effect: Option<Effect>) -> Style {
    let color = match effect {
        Some(Effect::Read) => AnsiColor::Green,
        Some(Effect::Write) => AnsiColor::Blue,
        Some(Effect::Update) => AnsiColor::Yellow,
        Some(Effect::Destructive) => AnsiColor::Red,
        _ => return Style::new(),
    };
    color.on_default()
}

/// Prints events between a terminal's own cards: what comes while a card is
/// open waits until the last one is settled.
#[derive(Default)]
pub struct Between(Mutex<Waiting>);

#[derive(Default)]
struct Waiting {
    open: usize,
    events: Vec<Event>,
}

impl Between {
    /// Takes in one event.
    pub fn tell(&self, event: &Event) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            Event::ApprovalRequested(_) => {
                waiting.open += 1;
                return;
            }
            Event::ApprovalSettled { .. } => waiting.open = waiting.open.saturating_sub(1),
            _ => {}
        }
        waiting.events.push(event.clone());
        if waiting.open == 0 {
            waiting.events.drain(..).for_each(|event| tell(&event));
        }
    }
}

/// Prints one event. Texts of a model are shown with what cannot be seen in
/// them made visible.
pub fn tell(event: &Event) {
    let shown = ApprovalRequest::display;
    match event {
        Event::Thinking { text, .. } => println!("{DIM}  thinks   {}{DIM:#}", shown(text)),
        Event::Text { text, .. } => println!("  says     {}", shown(text)),
        Event::CallStarted {
            call_id,
            tool,
            effect,
            ..
        } => {
            let color = color(*effect);
            println!(
                "  calls    {color}{}{color:#} {DIM}{}{DIM:#}",
                shown(tool),
                shown(call_id.as_str())
            );
        }
        Event::CallFinished {
            call_id,
            error,
            duration,
            ..
        } => {
            let id = shown(call_id.as_str());
            match error {
                None => println!("  result   {GOOD}ok{GOOD:#} {DIM}{id} {duration:.1?}{DIM:#}"),
                Some(kind) => println!("  result   {BAD}{kind}{BAD:#} {DIM}{id}{DIM:#}"),
            }
        }
        Event::ApprovalRequested(request) => card::print(request),
        Event::ApprovalSettled {
            call_id,
            settlement,
            ..
        } => println!("  settled  {settlement:?} {DIM}{call_id}{DIM:#}"),
        Event::Error { message, .. } => println!("  {BAD}error{BAD:#}    {}", shown(message)),
        Event::Done { turns, .. } => println!("  done     in {turns} turns"),
        _ => {}
    }
}
