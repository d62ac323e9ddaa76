//! Lines of styled text, broken to a width.

use std::fmt;

use crossterm::style::ContentStyle;
use unicode_width::UnicodeWidthChar;

/// A line of styled pieces; the first is the edge, repeated where it wraps.
pub(super) struct Line(Vec<(String, ContentStyle)>);

impl Line {
    pub(super) fn new(text: impl Into<String>, style: ContentStyle) -> Self {
        Self(vec![(text.into(), style)])
    }

    pub(super) fn then(mut self, text: impl Into<String>, style: ContentStyle) -> Self {
        self.0.push((text.into(), style));
        self
    }

    /// Breaks the line into rows no wider than the card.
    pub(super) fn rows(self, width: usize) -> Vec<Self> {
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

    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>, colour: bool) -> fmt::Result {
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

/// Breaks prose between words; a word that is longer than the room stays whole
/// here, and is broken where rows are made.
pub(super) fn words(text: &str, room: usize) -> Vec<String> {
    let mut rows = vec![String::new()];
    for word in text.split(' ') {
        let Some(row) = rows.last_mut() else { break };
        if row.is_empty() {
            row.push_str(word);
        } else if columns(row) + 1 + columns(word) <= room {
            row.push(' ');
            row.push_str(word);
        } else {
            rows.push(word.to_owned());
        }
    }
    rows
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
