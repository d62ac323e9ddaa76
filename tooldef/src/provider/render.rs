//! Rendering a set of definitions: one tool after the other, all faults at
//! once.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::anthropic::Budget;
use super::note::Notes;
use super::schema::{Fault, plain};
use super::{
    Dialect, Note, NoteKind, RenderError, RenderFault, anthropic, bedrock, gemini, mcp, ollama,
    openai,
};
use crate::Definition;
use crate::name::check_name;
use crate::schema::sorted;

/// Tools as a provider wants them, and what was changed on the way.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Rendering {
    /// The provider's list of tools, a JSON array. For Gemini the array holds
    /// one entry with all function declarations.
    pub tools: Value,
    /// What the author may want to know, in the order of the tools.
    pub notes: Vec<Note>,
}

impl Rendering {
    /// Whether this tool is offered without the guarantee that a strict
    /// dialect asks for. Always false in other dialects.
    #[must_use]
    pub fn fell_back(&self, tool: &str) -> bool {
        self.notes
            .iter()
            .any(|note| note.kind == NoteKind::NotStrict && note.tool == tool)
    }
}

impl Dialect {
    /// The provider's list of tools, in the order given.
    ///
    /// # Errors
    /// See [`render_with_notes`](Self::render_with_notes).
    pub fn render<D: AsRef<Definition>>(
        self,
        definitions: impl IntoIterator<Item = D>,
    ) -> Result<Value, RenderError> {
        Ok(self.render_with_notes(definitions)?.tools)
    }

    /// The provider's list of tools, in the order given, with notes on what
    /// was changed.
    ///
    /// # Errors
    /// A name the dialect does not take or that stands twice; a schema that it
    /// cannot express, or that nothing can satisfy, or that nests too deep or
    /// refers to nothing. All faults of all tools are listed, each with the
    /// tool, the path, the keyword and a remedy.
    pub fn render_with_notes<D: AsRef<Definition>>(
        self,
        definitions: impl IntoIterator<Item = D>,
    ) -> Result<Rendering, RenderError> {
        let definitions: Vec<D> = definitions.into_iter().collect();
        let definitions: Vec<&Definition> = definitions.iter().map(AsRef::as_ref).collect();
        self.render_all(&definitions)
    }

    /// As [`render_with_notes`](Self::render_with_notes), and not generic, so
    /// that no crate that renders has to compile it.
    fn render_all(self, definitions: &[&Definition]) -> Result<Rendering, RenderError> {
        let mut tools = Vec::new();
        let mut notes = Vec::new();
        let mut faults = Vec::new();
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let mut budget = Budget::new();
        for &definition in definitions {
            let mut own = Notes::about(&definition.name);
            let written = self
                .check_tool_name(&definition.name)
                .and_then(|()| plain(&definition.input_schema))
                .and_then(|plain| self.tool(definition, plain, &mut budget, &mut own));
            match written {
                Ok(tool) => {
                    tools.push(sorted(tool));
                    notes.append(&mut own.list);
                }
                Err(fault) => faults.push(RenderFault::of(&definition.name, fault)),
            }
            if !seen.insert(&definition.name) {
                let fault = Fault::new(
                    "",
                    "name",
                    "two tools have this name, and a call could not tell them apart",
                    "give one of them another name",
                );
                faults.push(RenderFault::of(&definition.name, fault));
            }
        }
        if !faults.is_empty() {
            return Err(RenderError {
                dialect: self,
                faults,
            });
        }
        self.note_count(tools.len(), &mut notes);
        let tools = match self {
            Self::Gemini | Self::GeminiParameters if !tools.is_empty() => {
                json!([{ "functionDeclarations": tools }])
            }
            _ => tools.into(),
        };
        Ok(Rendering { tools, notes })
    }

    fn tool(
        self,
        definition: &Definition,
        plain: super::Object,
        budget: &mut Budget,
        notes: &mut Notes,
    ) -> Result<Value, Fault> {
        let strict = self.is_strict();
        match self {
            Self::OpenAiChat | Self::OpenAiChatStrict => {
                openai::chat::tool(definition, plain, strict, notes)
            }
            Self::OpenAiResponses | Self::OpenAiResponsesStrict => {
                openai::responses::tool(definition, plain, strict, notes)
            }
            Self::Anthropic | Self::AnthropicStrict => {
                anthropic::tool(definition, plain, strict.then_some(budget), notes)
            }
            Self::Gemini => gemini::tool(definition, &plain, false, notes),
            Self::GeminiParameters => gemini::tool(definition, &plain, true, notes),
            Self::Bedrock => bedrock::tool(definition, &plain),
            Self::Ollama => ollama::tool(definition, plain, notes),
            Self::Mcp => Ok(mcp::tool(definition, &plain, notes)),
        }
    }

    fn check_tool_name(self, name: &str) -> Result<(), Fault> {
        let refused = |problem: String, remedy| Err(Fault::new("", "name", problem, remedy));
        if self == Self::Mcp {
            let legal = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte);
            if name.is_empty() || name.len() > 128 || !name.bytes().all(legal) {
                let problem = "not 1 to 128 of `A-Z a-z 0-9 _ - .`".to_owned();
                return refused(problem, "give the tool another name");
            }
            return Ok(());
        }
        if let Err(fault) = check_name(name) {
            return refused(fault.to_string(), "give the tool another name");
        }
        let gemini = matches!(self, Self::Gemini | Self::GeminiParameters);
        let first = name.as_bytes().first().copied().unwrap_or_default();
        if gemini && !(first.is_ascii_alphabetic() || first == b'_') {
            let problem = "Gemini's names start with a letter or an underscore".to_owned();
            return refused(problem, "give the tool another name");
        }
        Ok(())
    }

    fn note_count(self, count: usize, notes: &mut Vec<Note>) {
        let openai = matches!(
            self,
            Self::OpenAiChat
                | Self::OpenAiChatStrict
                | Self::OpenAiResponses
                | Self::OpenAiResponsesStrict
        );
        if openai && count > openai::TOOL_LIMIT {
            notes.push(Note {
                tool: String::new(),
                path: String::new(),
                kind: NoteKind::Risk,
                text: format!(
                    "{count} tools; the API takes at most {} in one request",
                    openai::TOOL_LIMIT
                ),
            });
        }
    }
}
