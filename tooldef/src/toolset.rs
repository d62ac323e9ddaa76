//! The record: tools by name, in a stable order.

use std::sync::Arc;

use crate::ToolName;
use crate::by_name::ByName;
use crate::definition::Definition;
use crate::error::{ToolSetError, ToolSetFault};
use crate::near::near;
use crate::provider::Renderings;
use crate::tool::Tool;
use crate::toolkit::Toolkit;

/// The tools that are offered together. The record's key is the name.
///
/// Tools stand in the order they were added, always; two processes that build
/// the same set list the same bytes. Cloning is cheap.
#[derive(Debug, Clone, Default)]
pub struct ToolSet(Arc<Record>);

#[derive(Debug, Default)]
struct Record {
    tools: Vec<Tool>,
    by_name: ByName<usize>,
    renderings: Renderings,
}

impl ToolSet {
    /// Starts an empty record. The [`tools!`](crate::tools!) macro is the
    /// shorter way.
    #[must_use]
    pub fn builder() -> ToolSetBuilder {
        ToolSetBuilder::default()
    }

    /// The tool of this name, if it is offered.
    #[inline]
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Tool> {
        self.0.by_name.get(name).map(|at| &self.0.tools[*at])
    }

    /// The tools, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Tool> {
        self.0.tools.iter()
    }

    /// The definitions, in order.
    pub fn definitions(&self) -> impl ExactSizeIterator<Item = &Arc<Definition>> {
        self.iter().map(Tool::definition)
    }

    /// How many tools are offered.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.tools.len()
    }

    /// Whether no tool is offered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.tools.is_empty()
    }

    pub(crate) fn renderings(&self) -> &Renderings {
        &self.0.renderings
    }

    /// Up to three offered names that look like this one.
    #[must_use]
    pub fn near(&self, name: &str) -> Vec<&str> {
        near(name, self.iter().map(Tool::name), 3)
    }
}

impl<'set> IntoIterator for &'set ToolSet {
    type Item = &'set Tool;
    type IntoIter = std::slice::Iter<'set, Tool>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Collects the entries of a record; building it reports every fault at once.
#[derive(Debug, Default)]
pub struct ToolSetBuilder {
    tools: Vec<Tool>,
    faults: Vec<ToolSetFault>,
}

impl ToolSetBuilder {
    /// Adds a tool under its own name.
    #[must_use]
    #[allow(
        clippy::should_implement_trait,
        reason = "a builder's step, not an addition"
    )]
    pub fn add(mut self, tool: Tool) -> Self {
        self.tools.push(tool);
        self
    }

    /// Adds a tool under a key, which wins over its own name everywhere.
    #[must_use]
    pub fn named(self, key: impl Into<ToolName>, tool: Tool) -> Self {
        self.add(tool.named(key))
    }

    /// Adds all tools of a toolkit, or of anything that is one.
    #[must_use]
    pub fn spread(mut self, toolkit: impl Into<Toolkit>) -> Self {
        let toolkit = toolkit.into();
        self.faults.extend(toolkit.faults);
        self.tools.extend(toolkit.tools);
        self
    }

    /// Replaces the tool of the same name, or adds the tool where there is none.
    #[must_use]
    pub fn replace(mut self, tool: Tool) -> Self {
        match self.tools.iter_mut().find(|old| old.name() == tool.name()) {
            Some(old) => *old = tool,
            None => self.tools.push(tool),
        }
        self
    }

    /// Builds the record.
    ///
    /// # Errors
    /// [`ToolSetError`] with every fault: illegal or repeated names, blank
    /// descriptions, schemas that cannot be offered, pins that do not fit, and
    /// toolkit options that name tools which are not there.
    pub fn build(self) -> Result<ToolSet, ToolSetError> {
        let mut faults = self.faults;
        let mut by_name = ByName::default();
        for (at, tool) in self.tools.iter().enumerate() {
            faults.extend(tool.faults.iter().cloned().map(ToolSetFault::Tool));
            if let Some(first) = by_name.insert(tool.definition.name.clone(), at) {
                faults.push(ToolSetFault::Duplicate {
                    name: tool.name().into(),
                    first: self.tools[first].origin_text(),
                    second: tool.origin_text(),
                });
            }
        }
        if faults.is_empty() {
            Ok(ToolSet(Arc::new(Record {
                tools: self.tools,
                by_name,
                renderings: Renderings::default(),
            })))
        } else {
            Err(ToolSetError(faults))
        }
    }
}
