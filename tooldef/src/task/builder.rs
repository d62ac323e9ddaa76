//! Sets up a task.

use std::fmt;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::output::Expected;
use super::start::{Plan, Task};
use super::{Catalogue, Model, TaskToolConfig, TaskToolsError, prompt};
use crate::error::joined;
use crate::toolset::ToolSet;

/// How many turns a task has unless set otherwise.
pub const TURNS: usize = 20;

/// The most turns a task can be given.
pub const MOST_TURNS: usize = 100;

/// How many tool calls a task and all below it may make unless set otherwise.
pub const CALL_BUDGET: usize = 50;

/// The most levels of tasks that a task can allow below itself.
pub const MOST_NESTING: usize = 3;

/// How often a model that cannot be reached for the moment is asked again.
const RETRIES: usize = 2;

/// Why a task could not be built. Holds every fault found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskBuildError(Vec<TaskBuildFault>);

impl fmt::Display for TaskBuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        joined(&self.0, f)
    }
}

impl std::error::Error for TaskBuildError {}

impl TaskBuildError {
    /// The faults found.
    #[must_use]
    pub fn faults(&self) -> &[TaskBuildFault] {
        &self.0
    }
}

/// One fault of a task's configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum TaskBuildFault {
    /// There is nothing to do.
    Prompt,
    /// Too few or too many turns.
    Turns {
        /// The turns that were set.
        turns: usize,
    },
    /// Too deep a nesting.
    Nesting {
        /// The depth that was set.
        depth: usize,
    },
    /// The output schema has something that nothing here enforces.
    Output {
        /// Where in the schema.
        path: String,
        /// The keyword.
        keyword: String,
    },
    /// The output schema is no schema.
    NoSchema,
    /// The list of tools.
    Tools(TaskToolsError),
}

impl fmt::Display for TaskBuildFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Prompt => f.write_str("the prompt is blank: say what the task is with `prompt`"),
            Self::Turns { turns } => write!(
                f,
                "a task of {turns} turns is not possible: `turns` takes 1 to {MOST_TURNS}"
            ),
            Self::Nesting { depth } => write!(
                f,
                "nesting tasks {depth} levels deep is not possible: `allow_nested` takes 0 to \
                 {MOST_NESTING}"
            ),
            Self::Output { path, keyword } => write!(
                f,
                "the output schema cannot be used: `{path}` carries `{keyword}`, which nothing \
                 here enforces: leave it out, and check it where the value is used"
            ),
            Self::NoSchema => f.write_str("the output schema must be an object or a boolean"),
            Self::Tools(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for TaskBuildFault {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Tools(error) => error.source(),
            _ => None,
        }
    }
}

impl From<TaskToolsError> for TaskBuildFault {
    fn from(error: TaskToolsError) -> Self {
        Self::Tools(error)
    }
}

/// Sets up a [`Task`]; see [`Task::builder`]. `T` is the type of its answer.
pub struct TaskBuilder<T = String> {
    model: Arc<dyn Model>,
    prompt: String,
    input: Option<Value>,
    catalogue: Catalogue,
    tools: Vec<TaskToolConfig>,
    expected: Expected<T>,
    turns: usize,
    budget: usize,
    nesting: usize,
    retries: usize,
    faults: Vec<TaskBuildFault>,
}

impl Task {
    /// Starts to set up a task that this model will work on. Its answer is a
    /// text unless [`output`](TaskBuilder::output) or
    /// [`output_schema`](TaskBuilder::output_schema) says otherwise.
    pub fn builder(model: impl Model) -> TaskBuilder {
        TaskBuilder {
            model: Arc::new(model),
            prompt: String::new(),
            input: None,
            catalogue: Catalogue::default(),
            tools: Vec::new(),
            expected: Expected::text(),
            turns: TURNS,
            budget: CALL_BUDGET,
            nesting: 0,
            retries: RETRIES,
            faults: Vec::new(),
        }
    }
}

impl<T> TaskBuilder<T> {
    /// What is to be done.
    #[must_use]
    pub fn prompt(mut self, text: impl Into<String>) -> Self {
        self.prompt = text.into();
        self
    }

    /// What it is to be done with, as data.
    #[must_use]
    pub fn input(mut self, input: Value) -> Self {
        self.input = Some(input);
        self
    }

    /// The actions and methods that the list of tools can name.
    #[must_use]
    pub fn catalogue(mut self, catalogue: &Catalogue) -> Self {
        self.catalogue = catalogue.clone();
        self
    }

    /// The list of tools, added to what was listed before.
    #[must_use]
    pub fn tools(mut self, list: impl IntoIterator<Item = impl Into<TaskToolConfig>>) -> Self {
        self.tools.extend(list.into_iter().map(Into::into));
        self
    }

    /// The answer is a value of this type, in JSON.
    #[must_use]
    pub fn output<U: DeserializeOwned + JsonSchema + 'static>(self) -> TaskBuilder<U> {
        self.expect(Expected::typed())
    }

    /// The answer is a JSON value that conforms to this JSON Schema (2020-12).
    #[must_use]
    pub fn output_schema(mut self, schema: Value) -> TaskBuilder<Value> {
        if !schema.is_object() && !schema.is_boolean() {
            self.faults.push(TaskBuildFault::NoSchema);
        }
        self.expect(Expected::value(schema))
    }

    fn expect<U>(self, expected: Expected<U>) -> TaskBuilder<U> {
        TaskBuilder {
            model: self.model,
            prompt: self.prompt,
            input: self.input,
            catalogue: self.catalogue,
            tools: self.tools,
            expected,
            turns: self.turns,
            budget: self.budget,
            nesting: self.nesting,
            retries: self.retries,
            faults: self.faults,
        }
    }

    /// How many turns the model has; 20 unless set, at most 100. When they are
    /// used up it is asked for one last answer, without tools.
    #[must_use]
    pub fn turns(mut self, turns: usize) -> Self {
        self.turns = turns;
        self
    }

    /// How many tool calls the task and all tasks below it may make together;
    /// 50 unless set. Wanting more than that ends the task with an error.
    #[must_use]
    pub fn budget(mut self, calls: usize) -> Self {
        self.budget = calls;
        self
    }

    /// Lets the task's tools start tasks of their own, this many levels deep; 0
    /// unless set, at most 3. A task below can allow as many as are left.
    #[must_use]
    pub fn allow_nested(mut self, depth: usize) -> Self {
        self.nesting = depth;
        self
    }

    /// How often a model that is limiting its rate, or could not be reached, is
    /// asked again in one turn; 2 unless set. The wait is what the provider asks
    /// for, or 1 s, 2 s, and so on; one over 60 s ends the task.
    #[must_use]
    pub fn retries(mut self, times: usize) -> Self {
        self.retries = times;
        self
    }

    /// Builds the task.
    ///
    /// # Errors
    /// [`TaskBuildError`] with every fault: a blank prompt, too many turns or
    /// too deep a nesting, an output schema that nothing enforces, and all
    /// faults of the list of tools with their places.
    pub fn build(self) -> Result<Task<T>, TaskBuildError> {
        let mut faults = self.faults;
        if self.prompt.trim().is_empty() {
            faults.push(TaskBuildFault::Prompt);
        }
        if !(1..=MOST_TURNS).contains(&self.turns) {
            faults.push(TaskBuildFault::Turns { turns: self.turns });
        }
        if self.nesting > MOST_NESTING {
            faults.push(TaskBuildFault::Nesting {
                depth: self.nesting,
            });
        }
        let is_schema = !faults.contains(&TaskBuildFault::NoSchema);
        if let Some((path, keyword)) = self.expected.unenforced().filter(|_| is_schema) {
            faults.push(TaskBuildFault::Output { path, keyword });
        }
        let tools = self.catalogue.resolve(self.tools).unwrap_or_else(|error| {
            faults.push(error.into());
            ToolSet::default()
        });
        if !faults.is_empty() {
            return Err(TaskBuildError(faults));
        }
        let plan = Plan {
            model: self.model,
            system: prompt::system(self.expected.schema.as_deref()),
            prompt: self.prompt,
            input: self.input,
            tools,
            turns: self.turns,
            budget: self.budget,
            nesting: self.nesting,
            retries: self.retries,
        };
        Ok(Task::new(plan, self.expected))
    }
}

impl<T> std::fmt::Debug for TaskBuilder<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TaskBuilder")
            .field("prompt", &self.prompt)
            .field("tools", &self.tools)
            .finish_non_exhaustive()
    }
}
