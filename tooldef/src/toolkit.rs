//! A group of tools on its way into a set, with options that pick and rename.

use std::collections::BTreeSet;

use crate::ToolName;
use crate::error::ToolSetFault;
use crate::near::near_clause;
use crate::tool::Tool;

/// Tools that belong together, such as the methods of one value.
///
/// Options are applied in the order they are written. A name that the toolkit
/// does not have is a fault, which the building of a set reports.
#[derive(Debug, Clone, Default)]
pub struct Toolkit {
    pub(crate) tools: Vec<Tool>,
    pub(crate) faults: Vec<ToolSetFault>,
}

impl Toolkit {
    /// A toolkit of these tools, in this order.
    #[must_use]
    pub fn new(tools: impl IntoIterator<Item = Tool>) -> Self {
        Self {
            tools: tools.into_iter().collect(),
            faults: Vec::new(),
        }
    }

    /// The tools, in order.
    #[must_use]
    pub fn tools(&self) -> &[Tool] {
        &self.tools
    }

    /// Keeps only the named tools, in the toolkit's order.
    #[must_use]
    pub fn only(mut self, names: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        let names = self.known("only", names);
        self.tools.retain(|tool| names.contains(tool.name()));
        self
    }

    /// Leaves out the named tools.
    #[must_use]
    pub fn except(mut self, names: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        let names = self.known("except", names);
        self.tools.retain(|tool| !names.contains(tool.name()));
        self
    }

    /// Puts a prefix before every name. A name that becomes too long is a fault
    /// when the set is built; it is never cut.
    #[must_use]
    pub fn prefix(mut self, prefix: &str) -> Self {
        self.tools = self
            .tools
            .into_iter()
            .map(|tool| {
                let name = format!("{prefix}{}", tool.name());
                tool.named(name)
            })
            .collect();
        self
    }

    /// Gives one tool another name.
    #[must_use]
    pub fn rename(self, from: &str, to: impl Into<ToolName>) -> Self {
        let to = to.into();
        self.change("rename", from, |tool| tool.named(to))
    }

    /// Changes one tool: pins its arguments, gives it a time-out, and so on.
    #[must_use]
    pub fn with(self, name: &str, change: impl FnOnce(Tool) -> Tool) -> Self {
        self.change("with", name, change)
    }

    fn change(
        mut self,
        option: &'static str,
        name: &str,
        change: impl FnOnce(Tool) -> Tool,
    ) -> Self {
        self.known(option, [name]);
        if let Some(at) = self.tools.iter().position(|tool| tool.name() == name) {
            let tool = change(self.tools[at].clone());
            self.tools[at] = tool;
        }
        self
    }

    /// The names as a set; those that no tool has become faults.
    fn known(
        &mut self,
        option: &'static str,
        names: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> BTreeSet<String> {
        let mut all = BTreeSet::new();
        for name in names {
            all.insert(name.as_ref().to_owned());
        }
        for name in &all {
            if !self.tools.iter().any(|tool| tool.name() == name) {
                self.faults.push(ToolSetFault::UnknownInToolkit {
                    option,
                    name: name.clone(),
                    near: near_clause(name, self.tools.iter().map(Tool::name)),
                });
            }
        }
        all
    }
}

impl From<Tool> for Toolkit {
    fn from(tool: Tool) -> Self {
        Self::new([tool])
    }
}

impl From<Vec<Tool>> for Toolkit {
    fn from(tools: Vec<Tool>) -> Self {
        Self::new(tools)
    }
}

impl<const N: usize> From<[Tool; N]> for Toolkit {
    fn from(tools: [Tool; N]) -> Self {
        Self::new(tools)
    }
}

impl From<crate::ToolSet> for Toolkit {
    fn from(set: crate::ToolSet) -> Self {
        Self::new(set.iter().cloned())
    }
}
