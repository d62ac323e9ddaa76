//! `list`: the tools, for people or for a provider.

use std::fmt::Write as _;

use super::layout::wrapped;
use super::screen::{self, BOLD, DIM, effect, visible};
use super::summary::parameters;
use super::{Fault, ListOptions, Outcome, Session};
use crate::Definition;
use crate::provider::Dialect;

/// Where the second and third column begin, at least.
const GAP: usize = 2;

impl Session<'_> {
    pub(super) fn list(&self, options: &ListOptions) -> Result<Outcome, Fault> {
        match options.format {
            Some(dialect) => self.list_for(dialect)?,
            None => self.list_for_people()?,
        }
        Ok(Outcome::Result)
    }

    fn list_for(&self, dialect: Dialect) -> Result<(), Fault> {
        let definitions = self.dispatcher.tools().definitions();
        let rendering = dialect
            .render_with_notes(definitions.map(|definition| &**definition))
            .map_err(|error| Fault::new(error.to_string()))?;
        for note in &rendering.notes {
            screen::note(format_args!("{DIM}note: {note}{DIM:#}"));
        }
        screen::data(&format!("{:#}", rendering.tools))
    }

    fn list_for_people(&self) -> Result<(), Fault> {
        let tools = self.dispatcher.tools();
        let names = tools.iter().map(|tool| tool.name().len()).max();
        let effects = tools
            .definitions()
            .map(|definition| effect(&definition.annotations).0.len())
            .max();
        let widths = (
            names.unwrap_or_default() + GAP,
            effects.unwrap_or_default() + GAP,
        );
        let mut text = String::new();
        for definition in tools.definitions() {
            // Writing to a text cannot fail.
            let _ = entry(&mut text, definition, widths);
        }
        if tools.is_empty() {
            text.push_str("this program offers no tools\n");
        }
        screen::styled(text)
    }
}

/// One tool: its name, effect and parameters, and below them what it says.
fn entry(
    text: &mut String,
    definition: &Definition,
    (names, effects): (usize, usize),
) -> std::fmt::Result {
    let (word, style) = effect(&definition.annotations);
    writeln!(
        text,
        "{BOLD}{:names$}{BOLD:#}{style}{word:effects$}{style:#}{}",
        visible(&definition.name),
        visible(&parameters(&definition.input_schema)),
    )?;
    if let Some(title) = &definition.annotations.title {
        writeln!(text, "    {BOLD}{}{BOLD:#}", visible(title))?;
    }
    if !definition.roles.is_empty() {
        let roles = definition.roles.join(" or ");
        writeln!(text, "    {DIM}needs the role {}{DIM:#}", visible(&roles))?;
    }
    for line in wrapped(&visible(&definition.description)) {
        writeln!(text, "    {DIM}{line}{DIM:#}")?;
    }
    Ok(())
}
