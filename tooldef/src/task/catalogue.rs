//! The actions and application methods that lists of task tools name, and how
//! a list becomes a set of tools.

use std::collections::HashMap;

use super::fault::{Place, TaskToolFault, TaskToolProblem, TaskToolsError};
use super::{TaskToolConfig, inline};
use crate::error::{ToolFault, ToolSetError};
use crate::methods::Methods;
use crate::near::near_clause;
use crate::tool::Tool;
use crate::toolset::ToolSet;

/// What the lists of task tools can name: actions, and the application's own
/// methods. Both share one name space. Cloning is cheap.
#[derive(Debug, Clone, Default)]
pub struct Catalogue {
    actions: ToolSet,
    methods: Methods,
}

impl Catalogue {
    /// A catalogue of these actions.
    #[must_use]
    pub fn new(actions: ToolSet) -> Self {
        Self {
            actions,
            methods: Methods::default(),
        }
    }

    /// The same with application methods, beside those it has.
    #[must_use]
    pub fn methods(mut self, methods: Methods) -> Self {
        self.methods = self.methods.and(methods);
        self
    }

    /// All actions and methods as one set, for a dispatcher: then its policy can
    /// have rules for each of them, and they can be called without a task.
    ///
    /// # Errors
    /// [`ToolSetError`] when a name stands twice, or a method cannot be offered.
    pub fn everything(&self) -> Result<ToolSet, ToolSetError> {
        ToolSet::builder()
            .spread(self.actions.clone())
            .spread(self.methods.clone())
            .build()
    }

    /// The tools that a list names, in its order.
    ///
    /// # Errors
    /// [`TaskToolsError`] with every fault and its place: names that nothing
    /// has, names that stand twice, actions and methods of one name, pinned
    /// arguments that can never fit, and tools that cannot be offered.
    pub fn resolve(
        &self,
        list: impl IntoIterator<Item = impl Into<TaskToolConfig>>,
    ) -> Result<ToolSet, TaskToolsError> {
        let mut faults = self.collisions();
        let mut names: HashMap<String, usize> = HashMap::new();
        let mut set = ToolSet::builder();
        for (at, config) in list.into_iter().enumerate() {
            let place = Place(at);
            let Some(tool) = self.tool(&place, config.into(), &mut faults) else {
                continue;
            };
            faults.extend(tool.faults.iter().map(|fault| at_key(&place, fault)));
            if let Some(first) = names.get(tool.name()) {
                faults.push(TaskToolFault::new(
                    place.to_string(),
                    TaskToolProblem::Repeated {
                        name: tool.name().into(),
                        first: Place(*first).to_string(),
                    },
                ));
            } else {
                names.insert(tool.name().into(), at);
                set = set.add(tool);
            }
        }
        if !faults.is_empty() {
            return Err(TaskToolsError(faults));
        }
        // Every fault that a set knows was looked for above, with its place.
        set.build().map_err(|error| {
            let problem = TaskToolProblem::Shape {
                why: error.to_string(),
            };
            TaskToolsError(vec![TaskToolFault::new("tools", problem)])
        })
    }

    /// Actions and methods of one name, and methods of one name.
    fn collisions(&self) -> Vec<TaskToolFault> {
        let mut seen: HashMap<String, usize> = HashMap::new();
        let mut faults = Vec::new();
        for (at, method) in self.methods.0.iter().enumerate() {
            let name = method.name();
            let before = seen.insert(name.to_owned(), at);
            let before = before.map(|before| &self.methods.0[before]);
            if let Some(first) = self.actions.get(name).or(before) {
                faults.push(TaskToolFault::new(
                    "catalogue",
                    TaskToolProblem::Collision {
                        name: name.into(),
                        first: first.origin_text(),
                        second: method.origin_text(),
                    },
                ));
            }
        }
        faults
    }

    fn method(&self, name: &str) -> Option<&Tool> {
        self.methods.0.iter().find(|method| method.name() == name)
    }

    fn tool(
        &self,
        place: &Place,
        config: TaskToolConfig,
        faults: &mut Vec<TaskToolFault>,
    ) -> Option<Tool> {
        match config {
            TaskToolConfig::Action {
                name,
                defaults,
                misplaced,
            } => {
                if let Some(key) = misplaced {
                    let why = format!("`{key}` belongs to an application method, another shape");
                    faults.push(TaskToolFault::new(
                        place.to_string(),
                        TaskToolProblem::Shape { why },
                    ));
                }
                let Some(action) = self.actions.get(&name) else {
                    faults.push(TaskToolFault::new(
                        place.to_string(),
                        self.unknown_action(name),
                    ));
                    return None;
                };
                Some(pinned(action.clone(), defaults))
            }
            TaskToolConfig::AppMethod {
                name,
                description,
                defaults,
            } => {
                let Some(method) = self.method(&name) else {
                    faults.push(TaskToolFault::new(
                        place.to_string(),
                        self.unknown_method(name),
                    ));
                    return None;
                };
                let method = match description {
                    Some(text) => method.clone().described(text),
                    None => method.clone(),
                };
                Some(pinned(method, defaults))
            }
            TaskToolConfig::Inline { tool, misplaced } => {
                if let Some(key) = misplaced {
                    let remedy = match key {
                        "defaults" => "pin its arguments with `Tool::pin`",
                        _ => "describe it where it is built",
                    };
                    faults.push(TaskToolFault::new(
                        place.key(key),
                        TaskToolProblem::Inline { remedy },
                    ));
                }
                Some(inline::with_json_errors(*tool))
            }
        }
    }

    fn unknown_action(&self, name: String) -> TaskToolProblem {
        let hint = if self.method(&name).is_some() {
            format!("; it is an application method, which is written {{\"appMethod\": {name:?}}}")
        } else {
            near_clause(&name, self.actions.iter().map(Tool::name))
        };
        TaskToolProblem::UnknownAction { name, hint }
    }

    fn unknown_method(&self, name: String) -> TaskToolProblem {
        let hint = if self.actions.get(&name).is_some() {
            format!("; it is an action, which is written {{\"method\": {name:?}}}")
        } else {
            near_clause(&name, self.methods.0.iter().map(Tool::name))
        };
        TaskToolProblem::UnknownMethod { name, hint }
    }
}

fn pinned(tool: Tool, defaults: Option<serde_json::Value>) -> Tool {
    match defaults {
        Some(defaults) => tool.pin(defaults),
        None => tool,
    }
}

/// A tool's fault at the key that brought it about.
fn at_key(place: &Place, fault: &ToolFault) -> TaskToolFault {
    let place = match fault {
        ToolFault::Pin { .. } => place.key("defaults"),
        ToolFault::Description { .. } => place.key("description"),
        _ => place.to_string(),
    };
    TaskToolFault::new(place, TaskToolProblem::Tool(fault.clone()))
}
