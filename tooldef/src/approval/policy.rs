//! Which calls the gate fires for.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde_json::{Map, Value};

use crate::Caller;
use crate::definition::{Definition, Origin};
use crate::guard;
use crate::tool::Tool;
use crate::toolset::ToolSet;

/// What a policy looks at.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Subject<'call> {
    /// The tool.
    pub definition: &'call Definition,
    /// The final arguments.
    pub arguments: &'call Map<String, Value>,
    /// Whom the call is made for.
    pub caller: &'call Caller,
}

/// What a policy says about a call.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// It may run without asking.
    Run,
    /// Somebody must approve it.
    Ask,
    /// It must not run at all; the reason is for the model.
    Deny(String),
}

type Predicate = Arc<dyn Fn(Subject<'_>) -> bool + Send + Sync>;

/// Which calls need approval.
///
/// The default asks for every tool whose effect is write, update or
/// destructive, or that says `destructive = true` in the older way, and for
/// every tool imported from elsewhere that does not say what it does. More can
/// be gated; less only by saying so tool by tool, or with a name nobody types
/// by accident. A denial wins over everything, and asking wins over letting run.
#[derive(Clone, Default)]
pub struct Policy {
    unannotated: bool,
    open: bool,
    asks: Vec<Predicate>,
    tools: BTreeMap<String, Rule>,
    /// The tools that the rules' names stand for.
    named: ToolSet,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Rule {
    Ask,
    Open,
    Deny(String),
}

impl Rule {
    fn strictness(&self) -> u8 {
        match self {
            Self::Open => 0,
            Self::Ask => 1,
            Self::Deny(_) => 2,
        }
    }
}

impl Policy {
    /// The default policy.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Also asks for tools of this program that do not state an effect.
    #[must_use]
    pub fn ask_unannotated(mut self) -> Self {
        self.unannotated = true;
        self
    }

    /// Also asks where the predicate says so; it sees name, annotations, final
    /// arguments and caller. A predicate that panics counts as asking.
    #[must_use]
    pub fn ask_when(
        mut self,
        predicate: impl Fn(Subject<'_>) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.asks.push(Arc::new(predicate));
        self
    }

    /// Also asks for the tool of this name.
    #[must_use]
    pub fn ask_for(self, tool: impl Into<String>) -> Self {
        self.rule(tool, Rule::Ask)
    }

    /// Refuses every call of the tool of this name; the reason is for the model.
    /// A task agent that offers the tool under another name is refused as well.
    #[must_use]
    pub fn deny(self, tool: impl Into<String>, reason: impl Into<String>) -> Self {
        self.rule(tool, Rule::Deny(reason.into()))
    }

    /// Lets the tool of this name run without approval although its
    /// annotations ask for one. [`ask_when`](Self::ask_when) still counts. It
    /// is about the dispatcher's tool, not about a task agent's tool of the
    /// same name.
    #[must_use]
    pub fn ungated(self, tool: impl Into<String>) -> Self {
        self.rule(tool, Rule::Open)
    }

    /// Lets everything run without approval, apart from what other rules here
    /// ask for or deny.
    #[must_use]
    pub fn dangerously_ungate_everything(mut self) -> Self {
        self.open = true;
        self
    }

    /// Adds a rule for one tool; the stricter of two rules stays.
    fn rule(mut self, tool: impl Into<String>, rule: Rule) -> Self {
        let tool = tool.into();
        match self.tools.get_mut(&tool) {
            Some(old) if old.strictness() >= rule.strictness() => {}
            Some(old) => *old = rule,
            None => {
                self.tools.insert(tool, rule);
            }
        }
        self
    }

    /// The names that rules are about.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.tools.keys().map(String::as_str)
    }

    /// Ties the rules to the tools that their names stand for, so that a task
    /// agent's own tools neither escape a rule under another name nor profit
    /// from one under the same.
    pub(crate) fn resolve(&mut self, tools: &ToolSet) {
        self.named = tools.clone();
    }

    /// Whether the tool may run whatever its arguments are, so that they need
    /// not be looked at.
    pub(crate) fn passes(&self, tool: &Tool) -> bool {
        if self.tools.is_empty() {
            return self.asks.is_empty() && (self.open || !self.asks_by_nature(&tool.definition));
        }
        self.asks.is_empty() && self.standing(tool) == Verdict::Run
    }

    /// Decides about one call.
    pub(crate) fn verdict(&self, tool: &Tool, subject: Subject<'_>) -> Verdict {
        let standing = self.standing(tool);
        if standing != Verdict::Run {
            return standing;
        }
        let asks = self
            .asks
            .iter()
            .any(|predicate| guard::start(|| predicate(subject)).unwrap_or(true));
        if asks { Verdict::Ask } else { Verdict::Run }
    }

    /// What holds for the tool before its arguments are looked at.
    fn standing(&self, tool: &Tool) -> Verdict {
        match self.rule_for(tool) {
            Some(Rule::Deny(reason)) => Verdict::Deny(reason.clone()),
            Some(Rule::Ask) => Verdict::Ask,
            None if !self.open && self.asks_by_nature(&tool.definition) => Verdict::Ask,
            Some(Rule::Open) | None => Verdict::Run,
        }
    }

    /// The strictest rule that is about the tool.
    fn rule_for(&self, tool: &Tool) -> Option<&Rule> {
        if self.tools.is_empty() {
            return None;
        }
        let own = self.tools.get(tool.name());
        let offered = self.named.get(tool.name());
        if offered.is_some_and(|offered| offered.is_same(tool)) {
            return own;
        }
        // A tool of a task agent's: a rule that opens is not about it, and one
        // that restricts is about every variant of the tool that it names.
        self.tools
            .iter()
            .filter(|(name, _)| {
                *name == tool.name()
                    || self
                        .named
                        .get(name)
                        .is_some_and(|named| named.stems_from(tool))
            })
            .map(|(_, rule)| rule)
            .filter(|rule| **rule != Rule::Open)
            .max_by_key(|rule| rule.strictness())
    }

    fn asks_by_nature(&self, definition: &Definition) -> bool {
        let annotations = &definition.annotations;
        if annotations.asks_for_approval() {
            return true;
        }
        if annotations.effect.is_some() {
            return false;
        }
        match definition.origin {
            // Unknown counts as dangerous when it comes from elsewhere.
            Origin::Remote(_) => annotations.read_only != Some(true),
            Origin::Function { .. } | Origin::Closure => self.unannotated,
        }
    }
}

impl fmt::Debug for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Policy")
            .field("unannotated", &self.unannotated)
            .field("open", &self.open)
            .field("asks", &self.asks.len())
            .field("tools", &self.tools)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Subject<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subject")
            .field("tool", &self.definition.name)
            .field("arguments", &self.arguments)
            .field("caller", &self.caller)
            .finish()
    }
}

#[cfg(test)]
mod tests;
