//! What a card shows, as lines.

use std::fmt::{self, Write as _};

use crossterm::style::{Attribute, Color, ContentStyle};
use serde_json::{Map, Value};

use super::line::{Line, words};
use crate::Effect;
use crate::approval::ApprovalRequest;
use crate::approval::request::visible_json;
use crate::arguments::path::join;

/// The width of a card unless set, in columns.
const WIDTH: usize = 80;

/// The narrowest card, in columns.
const NARROWEST: usize = 24;

/// A request as a card of text, the way [`Terminal`](super::Terminal) shows it.
///
/// Nothing is cut, and nothing in it can steer the terminal. Lines that are
/// longer than the width go on below, behind the card's edge, so that no
/// argument can pass for a line of the card's own.
#[derive(Debug, Clone)]
pub struct Card<'request> {
    request: &'request ApprovalRequest,
    edited: Option<&'request Map<String, Value>>,
    width: usize,
    colour: bool,
}

impl<'request> Card<'request> {
    /// A card without colour, 80 columns wide.
    #[must_use]
    pub fn new(request: &'request ApprovalRequest) -> Self {
        Self {
            request,
            edited: None,
            width: WIDTH,
            colour: false,
        }
    }

    /// How wide the card may be, in columns; 24 at least.
    #[must_use]
    pub fn width(mut self, columns: usize) -> Self {
        self.width = columns.max(NARROWEST);
        self
    }

    /// Whether the card is coloured by effect: read green, write blue, update
    /// amber, destructive and unstated red.
    #[must_use]
    pub fn colour(mut self, colour: bool) -> Self {
        self.colour = colour;
        self
    }

    /// Shows edited arguments in place of the request's.
    pub(super) fn edited(mut self, arguments: Option<&'request Map<String, Value>>) -> Self {
        self.edited = arguments;
        self
    }

    fn lines(&self) -> Vec<Line> {
        let request = self.request;
        let show = ApprovalRequest::display;
        let (word, colour) = effect(request);
        let accent = ContentStyle {
            foreground_color: Some(colour),
            ..ContentStyle::default()
        };
        let strong = bold(accent);
        let plain = ContentStyle::default();
        let title = request.annotations.title.as_ref();
        let title = title.map_or_else(String::new, |title| format!(" · {}", show(title)));
        let mut lines = vec![
            Line::new("╭─ ", accent).then(format!("approval needed: {word}"), strong),
            Line::new("│ ", accent)
                .then(show(&request.tool), bold(plain))
                .then(title, plain),
        ];
        let body = |text: String, style| Line::new("│ ", accent).then(text, style);
        let room = self.width - 2;
        for line in request.description.lines() {
            let rows = words(&show(line), room);
            lines.extend(rows.into_iter().map(|row| body(row, plain)));
        }
        lines.push(body(String::new(), plain));
        let heading = match self.edited {
            Some(_) => "edited arguments:",
            None => "arguments:",
        };
        lines.push(body(heading.into(), plain));
        for (text, mark) in self.arguments() {
            let line = body(text, bold(plain));
            lines.push(if mark.is_empty() {
                line
            } else {
                line.then(format!("  ← {mark}"), accent)
            });
        }
        lines.push(body(String::new(), plain));
        let caller = if request.system {
            "the system, no user".to_owned()
        } else {
            show(&request.caller)
        };
        lines.push(body(
            format!("for {caller} · call {}", show(request.call_id.as_str())),
            plain,
        ));
        lines.push(Line::new("╰─", accent));
        lines
    }
}

impl Card<'_> {
    /// The arguments and their marks, line by line.
    fn arguments(&self) -> Vec<(String, &'static str)> {
        let request = self.request;
        let arguments = self.edited.unwrap_or(&request.arguments);
        let mut printer = Printer {
            pinned: &request.pinned,
            lines: Vec::new(),
        };
        printer.object(arguments, "", 1);
        let mut lines = printer.lines;
        for (name, value) in &request.defaults {
            if !arguments.contains_key(name) {
                // A default is never pinned, so its path does not matter.
                let value = serde_json::to_string(value).unwrap_or_default();
                let text = format!(
                    "  {}: {}",
                    visible_json(name),
                    ApprovalRequest::display(&value)
                );
                lines.push((text, "default, not given"));
            }
        }
        if lines.is_empty() {
            lines.push(("  none".into(), ""));
        }
        lines
    }
}

impl fmt::Display for Card<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in self.lines() {
            for row in line.rows(self.width) {
                row.write(f, self.colour)?;
                f.write_char('\n')?;
            }
        }
        Ok(())
    }
}

fn bold(mut style: ContentStyle) -> ContentStyle {
    style.attributes.set(Attribute::Bold);
    style
}

/// The effect's word and colour. What says nothing is as dangerous as can be.
pub(super) fn effect(request: &ApprovalRequest) -> (&'static str, Color) {
    match request.effect() {
        Some(Effect::Read) => ("read", Color::Green),
        Some(Effect::Write) => ("write", Color::Blue),
        Some(Effect::Update) => ("update", Color::Yellow),
        Some(Effect::Destructive) => ("destructive", Color::Red),
        None => ("effect not stated", Color::Red),
    }
}

/// Prints arguments, one scalar a line, and knows which are pinned.
struct Printer<'pins> {
    pinned: &'pins [String],
    lines: Vec<(String, &'static str)>,
}

impl Printer<'_> {
    fn object(&mut self, object: &Map<String, Value>, path: &str, depth: usize) {
        for (key, value) in object {
            let label = format!("{}: ", visible_json(key));
            self.value(&label, value, &join(path, key), depth);
        }
    }

    fn value(&mut self, label: &str, value: &Value, path: &str, depth: usize) {
        let indent = "  ".repeat(depth);
        let mark = if self.pinned.iter().any(|pin| pin == path) {
            "pinned"
        } else {
            ""
        };
        match value {
            Value::Object(object) if !object.is_empty() => {
                self.lines.push((format!("{indent}{label}{{"), mark));
                self.object(object, path, depth + 1);
                self.lines.push((format!("{indent}}}"), ""));
            }
            Value::Array(items) if !items.is_empty() => {
                self.lines.push((format!("{indent}{label}["), mark));
                for (at, item) in items.iter().enumerate() {
                    self.value("", item, &format!("{path}.{at}"), depth + 1);
                }
                self.lines.push((format!("{indent}]"), ""));
            }
            scalar => self
                .lines
                .push((format!("{indent}{label}{}", visible_json(scalar)), mark)),
        }
    }
}
