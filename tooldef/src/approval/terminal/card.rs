//! What a card shows, as lines.

use std::fmt::{self, Write as _};

use crossterm::style::{Attribute, Color, ContentStyle};
use serde_json::{Map, Value};
use unicode_width::UnicodeWidthChar;

use crate::Effect;
use crate::approval::ApprovalRequest;
use crate::approval::request::visible_json;

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
        let mut lines = vec![
            Line::new("╭─ ", accent).then(format!("approval needed: {word}"), strong),
            Line::new("│ ", accent).then(show(&request.tool), bold(plain)),
        ];
        if let Some(title) = &request.annotations.title {
            lines[1] = lines[1].clone().then(format!(" · {}", show(title)), plain);
        }
        let body = |text: String, style| Line::new("│ ", accent).then(text, style);
        lines.extend(
            request
                .description
                .lines()
                .map(|line| body(show(line), plain)),
        );
        lines.push(body(String::new(), plain));
        let heading = match self.edited {
            Some(_) => "edited arguments:",
            None => "arguments:",
        };
        let arguments = self.edited.unwrap_or(&request.arguments);
        if arguments.is_empty() {
            lines.push(body(format!("{heading} none"), plain));
        } else {
            lines.push(body(heading.into(), plain));
            let mut printer = Printer {
                pinned: &request.pinned,
                lines: Vec::new(),
            };
            printer.object(arguments, "", 1);
            lines.extend(printer.lines.into_iter().map(|(text, pinned)| {
                let line = body(text, bold(plain));
                if pinned {
                    line.then("  ← pinned", accent)
                } else {
                    line
                }
            }));
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
    lines: Vec<(String, bool)>,
}

impl Printer<'_> {
    fn object(&mut self, object: &Map<String, Value>, path: &str, depth: usize) {
        for (key, value) in object {
            let below = if path.is_empty() {
                key.clone()
            } else {
                format!("{path}.{key}")
            };
            let label = format!("{}: ", visible_json(key));
            self.value(&label, value, &below, depth);
        }
    }

    fn value(&mut self, label: &str, value: &Value, path: &str, depth: usize) {
        let indent = "  ".repeat(depth);
        let pinned = self.pinned.iter().any(|pin| pin == path);
        match value {
            Value::Object(object) if !object.is_empty() => {
                self.lines.push((format!("{indent}{label}{{"), pinned));
                self.object(object, path, depth + 1);
                self.lines.push((format!("{indent}}}"), false));
            }
            Value::Array(items) if !items.is_empty() => {
                self.lines.push((format!("{indent}{label}["), pinned));
                for (at, item) in items.iter().enumerate() {
                    self.value("", item, &format!("{path}.{at}"), depth + 1);
                }
                self.lines.push((format!("{indent}]"), false));
            }
            scalar => self
                .lines
                .push((format!("{indent}{label}{}", visible_json(scalar)), pinned)),
        }
    }
}

/// A line of styled pieces; the first is the edge, repeated where it wraps.
#[derive(Clone)]
struct Line(Vec<(String, ContentStyle)>);

impl Line {
    fn new(text: impl Into<String>, style: ContentStyle) -> Self {
        Self(vec![(text.into(), style)])
    }

    fn then(mut self, text: impl Into<String>, style: ContentStyle) -> Self {
        self.0.push((text.into(), style));
        self
    }

    /// Breaks the line into rows no wider than the card.
    fn rows(self, width: usize) -> Vec<Self> {
        let mut pieces = self.0.into_iter();
        let Some(edge) = pieces.next() else {
            return Vec::new();
        };
        // The second row of the heading is a row of the body.
        let below = (edge.0.replace("╭─", "│ "), edge.1);
        let mut rows = vec![Self(vec![edge.clone()])];
        let mut left = width.saturating_sub(columns(&edge.0));
        for (text, style) in pieces {
            let mut rest = text.as_str();
            while !rest.is_empty() {
                let taken = fitting(rest, left);
                if taken == 0 {
                    rows.push(Self(vec![below.clone()]));
                    left = width.saturating_sub(columns(&below.0)).max(2);
                    continue;
                }
                let (now, later) = rest.split_at(taken);
                left -= columns(now);
                if let Some(row) = rows.last_mut() {
                    row.0.push((now.to_owned(), style));
                }
                rest = later;
            }
        }
        rows
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, colour: bool) -> fmt::Result {
        for (text, style) in &self.0 {
            if colour {
                write!(f, "{}", style.apply(text))?;
            } else {
                f.write_str(text)?;
            }
        }
        Ok(())
    }
}

/// How many columns a text takes.
pub(super) fn columns(text: &str) -> usize {
    text.chars().map(|c| c.width().unwrap_or(0)).sum()
}

/// How many bytes of the text fit into so many columns.
pub(super) fn fitting(text: &str, columns: usize) -> usize {
    let mut left = columns;
    for (at, character) in text.char_indices() {
        match left.checked_sub(character.width().unwrap_or(0)) {
            Some(rest) => left = rest,
            None => return at,
        }
    }
    text.len()
}
