//! A run: the calls that belong together, such as one conversation.

use std::collections::HashSet;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::approval::{Approver, Digest};
use crate::budget::Budget;
use crate::cancel::Cancellation;
use crate::clock::Clock;
use crate::context::States;
use crate::dispatcher::Dispatcher;
use crate::events::{Event, EventStream, Hub};
use crate::join::join;
use crate::progress::{ProgressSink, ProgressUpdate};
use crate::task::Frame;
use crate::tool::Tool;
use crate::toolset::ToolSet;
use crate::{Call, CallId, Caller, ToolResult};

/// Calls that belong together: one caller, one budget, one cancellation, and
/// the approvals that were given for the run. Clones are the same run.
#[derive(Clone)]
pub struct Run(pub(crate) Arc<RunState>);

pub(crate) struct RunState {
    /// The dispatcher's; here as well, because every call asks it.
    hub: Arc<Hub>,
    pub(crate) dispatcher: Dispatcher,
    pub(crate) tools: ToolSet,
    pub(crate) shared: Arc<Shared>,
    pub(crate) depth: usize,
    budget: Option<Arc<Budget>>,
    /// The task whose calls these are, if a task makes them.
    frame: Option<Arc<Frame>>,
    /// Ids of gated calls that were let run, so that none runs twice.
    consumed: Mutex<HashSet<CallId>>,
}

/// What a run shares with the runs of task agents below it.
pub(crate) struct Shared {
    caller: Caller,
    cancellation: Cancellation,
    /// Tools that need no further approval, by version; the tool itself stands
    /// beside, so that another one that only reads the same is asked about.
    approved: Mutex<Vec<(Digest, Tool)>>,
    approver: Option<Arc<dyn Approver>>,
    progress: Option<ProgressSink>,
}

/// Sets up a run; see [`Dispatcher::run_builder`].
pub struct RunBuilder {
    dispatcher: Dispatcher,
    caller: Caller,
    cancellation: Cancellation,
    budget: Option<usize>,
    approver: Option<Arc<dyn Approver>>,
    progress: Option<ProgressSink>,
}

impl RunBuilder {
    pub(crate) fn new(dispatcher: Dispatcher, caller: Caller) -> Self {
        Self {
            dispatcher,
            caller,
            cancellation: Cancellation::new(),
            budget: None,
            approver: None,
            progress: None,
        }
    }

    /// How many calls the run may make, in all runs below it together. Unlimited
    /// unless set.
    #[must_use]
    pub fn budget(mut self, calls: usize) -> Self {
        self.budget = Some(calls);
        self
    }

    /// A token of the application's that cancels the run.
    #[must_use]
    pub fn cancellation(mut self, token: Cancellation) -> Self {
        self.cancellation = token;
        self
    }

    /// Who decides about this run's calls, in place of the dispatcher's
    /// approver. What needs approval stays the dispatcher's policy.
    #[must_use]
    pub fn approver(mut self, approver: impl Approver) -> Self {
        self.approver = Some(Arc::new(approver));
        self
    }

    /// Hears what the run's calls, and those of runs below it, report through
    /// [`Progress`](crate::Progress). Called on the task where a tool reports,
    /// so it must not block.
    #[must_use]
    pub fn on_progress(
        mut self,
        listener: impl Fn(&CallId, ProgressUpdate) + Send + Sync + 'static,
    ) -> Self {
        self.progress = Some(Arc::new(listener));
        self
    }

    /// Starts the run.
    #[must_use]
    pub fn start(self) -> Run {
        let hub = Arc::clone(self.dispatcher.hub());
        let tools = self.dispatcher.tools().clone();
        let shared = Shared {
            caller: self.caller,
            cancellation: self.cancellation,
            approved: Mutex::default(),
            approver: self.approver,
            progress: self.progress,
        };
        Run(Arc::new(RunState {
            hub,
            dispatcher: self.dispatcher,
            tools,
            shared: Arc::new(shared),
            depth: 0,
            budget: self.budget.map(|calls| Arc::new(Budget::new(calls, None))),
            frame: None,
            consumed: Mutex::default(),
        }))
    }
}

impl Run {
    /// Makes one call; see [`Dispatcher::call`].
    pub fn call<'call>(
        &'call self,
        call: Call<'call>,
    ) -> impl Future<Output = ToolResult> + Send + use<'call> {
        crate::dispatcher::dispatch(self, call)
    }

    /// Makes the calls of one turn side by side. One result per call, in the
    /// order of the calls, whatever happens to any of them.
    pub async fn call_all(&self, calls: impl IntoIterator<Item = Call<'_>>) -> Vec<ToolResult> {
        let calls: Vec<_> = calls.into_iter().map(|call| self.call(call)).collect();
        join(calls).await
    }

    /// Cancels the run: calls that have not run will not, and running ones are
    /// dropped at their next await.
    pub fn cancel(&self) {
        self.cancellation().cancel();
    }

    /// The run's cancellation.
    #[must_use]
    pub fn cancellation(&self) -> &Cancellation {
        &self.0.shared.cancellation
    }

    /// Whom the run is made for.
    #[must_use]
    pub fn caller(&self) -> &Caller {
        &self.0.shared.caller
    }

    /// The tools that calls of this run can name.
    #[must_use]
    pub fn tools(&self) -> &ToolSet {
        &self.0.tools
    }

    /// How many task agents stand above this run; 0 for a run of the
    /// application's own.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.0.depth
    }

    /// How many calls the budget still allows; `None` is no limit.
    #[must_use]
    pub fn calls_left(&self) -> Option<usize> {
        self.0.budget.as_ref().map(|budget| budget.left())
    }

    /// The events of the dispatcher from now on.
    #[must_use]
    pub fn events(&self) -> EventStream {
        self.0.hub.stream(crate::events::EVENT_BUFFER)
    }

    /// The run of a task agent below this one: its own tools and call ids, a
    /// budget that also takes from this one's, and all else shared.
    pub(crate) fn below(&self, tools: ToolSet, budget: usize, nesting: usize) -> Self {
        Self(Arc::new(RunState {
            hub: Arc::clone(&self.0.hub),
            dispatcher: self.0.dispatcher.clone(),
            tools,
            shared: Arc::clone(&self.0.shared),
            depth: self.0.depth + 1,
            budget: Some(Arc::new(Budget::new(budget, self.0.budget.clone()))),
            frame: Some(Arc::new(Frame::new(nesting, self.0.frame.clone()))),
            consumed: Mutex::default(),
        }))
    }

    #[inline]
    pub(crate) fn dispatcher(&self) -> &Dispatcher {
        &self.0.dispatcher
    }

    pub(crate) fn states(&self) -> &States {
        self.0.dispatcher.states()
    }

    pub(crate) fn clock(&self) -> &dyn Clock {
        &**self.0.dispatcher.clock()
    }

    pub(crate) fn approver(&self) -> Option<&Arc<dyn Approver>> {
        self.0.shared.approver.as_ref()
    }

    pub(crate) fn progress_sink(&self) -> Option<&ProgressSink> {
        self.0.shared.progress.as_ref()
    }

    #[inline]
    pub(crate) fn is_listened_to(&self) -> bool {
        self.0.hub.is_listening()
    }

    pub(crate) fn emit(&self, event: &Event) {
        self.0.hub.emit(event);
    }

    /// Takes one call from the budget; false when nothing is left.
    #[inline]
    pub(crate) fn spend(&self) -> bool {
        self.0.budget.as_ref().is_none_or(|budget| budget.spend())
    }

    /// Whether a call was refused because the budget was used up.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.0
            .budget
            .as_ref()
            .is_some_and(|budget| budget.is_exhausted())
    }

    /// The task that makes this run's calls, if one does.
    #[inline]
    pub(crate) fn frame(&self) -> Option<&Arc<Frame>> {
        self.0.frame.as_ref()
    }

    /// Whether both are one run, or below the same one.
    pub(crate) fn is_related(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0.shared, &other.0.shared)
    }

    /// Notes that a gated call runs; false when its id already did.
    pub(crate) fn consume(&self, id: &CallId) -> bool {
        self.0
            .consumed
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(id.clone())
    }

    /// Whether a gated call of this id ran already.
    pub(crate) fn is_consumed(&self, id: &CallId) -> bool {
        self.0
            .consumed
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .contains(id)
    }

    pub(crate) fn is_approved_for_run(&self, tool: &Tool) -> bool {
        let approved = self.approved();
        if approved.is_empty() {
            return false;
        }
        let version = Digest::of_tool(&tool.definition);
        approved
            .iter()
            .any(|(digest, approved)| *digest == version && approved.is_same(tool))
    }

    pub(crate) fn approve_for_run(&self, tool: &Tool) {
        let version = Digest::of_tool(&tool.definition);
        self.approved().push((version, tool.clone()));
    }

    fn approved(&self) -> MutexGuard<'_, Vec<(Digest, Tool)>> {
        self.0
            .shared
            .approved
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Run")
            .field("caller", self.caller())
            .field("depth", &self.depth())
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for RunBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunBuilder")
            .field("caller", &self.caller)
            .field("budget", &self.budget)
            .finish_non_exhaustive()
    }
}
