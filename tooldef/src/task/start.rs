//! A task, and how it is started.

use std::fmt;
use std::future::Future;
use std::sync::Arc;

use serde_json::Value;

use super::output::Expected;
use super::{Model, TaskError, TaskErrorKind, TaskReport, agent, scope};
use crate::Caller;
use crate::dispatcher::Dispatcher;
use crate::events::Event;
use crate::output::Payload;
use crate::run::Run;
use crate::toolset::ToolSet;

/// A task for a model: what to do, with which tools, and what to answer. `T` is
/// the type of the answer. Can be run any number of times; cloning is cheap.
pub struct Task<T = String> {
    pub(super) plan: Arc<Plan>,
    pub(super) expected: Expected<T>,
}

impl<T> Clone for Task<T> {
    fn clone(&self) -> Self {
        Self {
            plan: Arc::clone(&self.plan),
            expected: self.expected.clone(),
        }
    }
}

#[derive(Clone)]
pub(super) struct Plan {
    pub(super) model: Arc<dyn Model>,
    pub(super) system: String,
    pub(super) prompt: String,
    pub(super) input: Option<Value>,
    pub(super) tools: ToolSet,
    pub(super) turns: usize,
    pub(super) budget: usize,
    pub(super) nesting: usize,
    pub(super) retries: usize,
}

/// What a task came to.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct TaskOutcome<T> {
    /// The answer.
    pub output: T,
    /// The answer as the model wrote it.
    pub text: String,
    /// Whether the answer was given without tools because the turns were used
    /// up, so that it may rest on less than the model wanted to know.
    pub out_of_turns: bool,
    /// The turns, tokens and calls it took.
    pub report: TaskReport,
    pub(super) payload: Payload,
}

impl<T> Task<T> {
    pub(super) fn new(plan: Plan, expected: Expected<T>) -> Self {
        Self {
            plan: Arc::new(plan),
            expected,
        }
    }

    /// The same task with other input.
    #[must_use]
    pub fn with_input(&self, input: Value) -> Self {
        let mut task = self.clone();
        Arc::make_mut(&mut task.plan).input = Some(input);
        task
    }

    /// The tools that the model is offered, in the order of the list.
    #[must_use]
    pub fn tools(&self) -> &ToolSet {
        &self.plan.tools
    }

    /// Runs the task for a caller, with the dispatcher's gate, states, limits
    /// and events. Dropping the future cancels it.
    ///
    /// Not for use inside a tool: a call's own run is what carries its caller,
    /// budget and depth, so a task in there starts with
    /// [`run_on`](Self::run_on) and [`Context::run`](crate::Context::run).
    ///
    /// # Errors
    /// [`TaskError`], with what the task took until then.
    pub fn run(
        &self,
        dispatcher: &Dispatcher,
        caller: &Caller,
    ) -> impl Future<Output = Result<TaskOutcome<T>, TaskError>> + Send + use<T>
    where
        T: Send + 'static,
    {
        self.run_on(&dispatcher.run(caller))
    }

    /// Runs the task on a run: for its caller, with its budget besides the
    /// task's own, its cancellation, its approver and what was approved for it.
    ///
    /// # Errors
    /// [`TaskError`], with what the task took until then. A task inside a call
    /// of another task is refused unless that task allows it.
    pub fn run_on(
        &self,
        run: &Run,
    ) -> impl Future<Output = Result<TaskOutcome<T>, TaskError>> + Send + use<T>
    where
        T: Send + 'static,
    {
        // Looked at here and again at the first poll, so that neither making
        // the future inside a call nor polling it there escapes.
        let placed = scope::place(run).map(drop);
        let (task, run) = (self.clone(), run.clone());
        async move {
            let placed = placed.and_then(|()| scope::place(&run));
            let (base, left) = match placed {
                Ok(placed) => placed,
                Err(reason) => return Err(failed(TaskErrorKind::Recursion { reason })),
            };
            if let Some(kind) = task.lacks(&base) {
                return Err(failed(kind));
            }
            let plan = &task.plan;
            let run = base.below(plan.tools.clone(), plan.budget, plan.nesting.min(left));
            let ended = agent::drive(plan, &task.expected, &run).await;
            let report = run.frame().map(|frame| frame.report()).unwrap_or_default();
            match ended {
                Ok(answer) => {
                    run.emit(&Event::Done {
                        turns: report.turns,
                        depth: run.depth(),
                    });
                    Ok(TaskOutcome {
                        output: answer.output,
                        text: answer.text,
                        out_of_turns: answer.out_of_turns,
                        report,
                        payload: answer.payload,
                    })
                }
                Err(kind) => {
                    run.emit(&Event::Error {
                        message: kind.to_string(),
                        depth: run.depth(),
                    });
                    Err(TaskError {
                        kind,
                        report: Box::new(report),
                    })
                }
            }
        }
    }

    /// A state that a tool asks for and that the dispatcher was not given.
    fn lacks(&self, run: &Run) -> Option<TaskErrorKind> {
        self.plan.tools.iter().find_map(|tool| {
            let state = tool
                .runner
                .states
                .iter()
                .find(|state| !run.states().holds(**state))?;
            Some(TaskErrorKind::MissingState {
                tool: tool.name().into(),
                state: state.name(),
            })
        })
    }
}

fn failed(kind: TaskErrorKind) -> TaskError {
    TaskError {
        kind,
        report: Box::default(),
    }
}

impl<T> fmt::Debug for Task<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.plan.tools.iter().map(crate::Tool::name).collect();
        f.debug_struct("Task")
            .field("prompt", &self.plan.prompt)
            .field("tools", &names)
            .finish_non_exhaustive()
    }
}
