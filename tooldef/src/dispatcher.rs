//! The one way from a model's call to a result.
//!
//! A call goes through lookup, parse, pin, repair, validate, approve, execute
//! and normalize, in this order; see [`dispatch`]. Every route into a tool
//! from a model's output ends here.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::approval::{Approver, Gate, Policy};
use crate::arguments::Limits;
use crate::clock::{Clock, SystemClock};
use crate::context::States;
use crate::error::{DispatcherError, DispatcherFault};
use crate::events::{Event, EventStream, Hub};
use crate::near::near_clause;
use crate::output::Failure;
use crate::result::RESULT_LIMIT;
use crate::run::{Run, RunBuilder};
use crate::toolset::ToolSet;
use crate::{Call, Caller, ToolResult};

pub(crate) use crate::pipeline::dispatch;

/// Runs calls against a set of tools. Cloning is cheap and shares everything.
#[derive(Clone)]
pub struct Dispatcher(Arc<Inner>);

pub(crate) struct Inner {
    tools: ToolSet,
    states: States,
    gate: Gate,
    settings: Settings,
    clock: Arc<dyn Clock>,
    hub: Arc<Hub>,
}

type ErrorText = Arc<dyn Fn(&str, &Failure) -> String + Send + Sync>;

/// The limits of a dispatcher.
#[derive(Clone)]
pub(crate) struct Settings {
    pub(crate) arguments: Limits,
    pub(crate) result_limit: usize,
    pub(crate) timeout: Option<Duration>,
    pub(crate) repair: bool,
    pub(crate) error_text: Option<ErrorText>,
}

/// Sets up a [`Dispatcher`].
pub struct DispatcherBuilder {
    tools: ToolSet,
    states: States,
    gate: Gate,
    settings: Settings,
    clock: Arc<dyn Clock>,
    hub: Hub,
}

impl Dispatcher {
    /// Starts to set up a dispatcher for these tools.
    #[must_use]
    pub fn builder(tools: ToolSet) -> DispatcherBuilder {
        DispatcherBuilder {
            tools,
            states: States::default(),
            gate: Gate::default(),
            settings: Settings {
                arguments: Limits::default(),
                result_limit: RESULT_LIMIT,
                timeout: None,
                repair: true,
                error_text: None,
            },
            clock: Arc::new(SystemClock::default()),
            hub: Hub::default(),
        }
    }

    /// Makes one call for a caller, as a run of its own.
    ///
    /// Never fails: whatever goes wrong becomes an error result for the model.
    /// Dropping the future cancels the call.
    pub async fn call(&self, caller: &Caller, call: Call<'_>) -> ToolResult {
        self.run(caller).call(call).await
    }

    /// Makes the calls of one turn side by side, as one run. One result per
    /// call, in the order of the calls.
    pub async fn call_all(
        &self,
        caller: &Caller,
        calls: impl IntoIterator<Item = Call<'_>>,
    ) -> Vec<ToolResult> {
        self.run(caller).call_all(calls).await
    }

    /// Starts a run: calls that share what was approved for the run.
    #[must_use]
    pub fn run(&self, caller: &Caller) -> Run {
        self.run_builder(caller).start()
    }

    /// Starts to set up a run with a budget, a cancellation or an approver of
    /// its own.
    #[must_use]
    pub fn run_builder(&self, caller: &Caller) -> RunBuilder {
        RunBuilder::new(self.clone(), caller.clone())
    }

    /// The tools that calls can name.
    #[must_use]
    pub fn tools(&self) -> &ToolSet {
        &self.0.tools
    }

    /// The events of all runs from now on.
    #[must_use]
    pub fn events(&self) -> EventStream {
        self.0.hub.stream(crate::events::EVENT_BUFFER)
    }

    pub(crate) fn gate(&self) -> &Gate {
        &self.0.gate
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.0.settings
    }

    pub(crate) fn states(&self) -> &States {
        &self.0.states
    }

    pub(crate) fn clock(&self) -> &Arc<dyn Clock> {
        &self.0.clock
    }

    pub(crate) fn hub(&self) -> &Arc<Hub> {
        &self.0.hub
    }
}

impl DispatcherBuilder {
    /// Gives a state that `#[context] x: State<T>` parameters ask for. One per
    /// type; the last one given wins.
    #[must_use]
    pub fn state<T: Send + Sync + 'static>(self, state: T) -> Self {
        self.shared_state(Arc::new(state))
    }

    /// Gives a state that the application holds as well.
    #[must_use]
    pub fn shared_state<T: Send + Sync + 'static>(mut self, state: Arc<T>) -> Self {
        self.states.insert(state);
        self
    }

    /// Who decides about calls that need approval. Without one they are denied.
    #[must_use]
    pub fn approver(mut self, approver: impl Approver) -> Self {
        self.gate.approver = Some(Arc::new(approver));
        self
    }

    /// Which calls need approval; [`Policy::default`] unless set.
    #[must_use]
    pub fn policy(mut self, policy: Policy) -> Self {
        self.gate.policy = policy;
        self
    }

    /// How long a request for approval stays open; 60 s unless set, 1 s at
    /// least.
    #[must_use]
    pub fn approval_timeout(mut self, timeout: Duration) -> Self {
        self.gate.timeout = timeout;
        self
    }

    /// How long a call's body may take, where the tool does not say; unlimited
    /// unless set. A body is stopped at an await, never within one.
    #[must_use]
    pub fn call_timeout(mut self, timeout: Duration) -> Self {
        self.settings.timeout = Some(timeout);
        self
    }

    /// How long a result's text may be, in characters; 50,000 unless set.
    #[must_use]
    pub fn result_limit(mut self, characters: usize) -> Self {
        self.settings.result_limit = characters;
        self
    }

    /// How large and how deep arguments may be.
    #[must_use]
    pub fn argument_limits(mut self, limits: Limits) -> Self {
        self.settings.arguments = limits;
        self
    }

    /// Turns repair off: arguments that do not fit are refused as they are.
    #[must_use]
    pub fn strict(mut self) -> Self {
        self.settings.repair = false;
        self
    }

    /// Rewrites the text of every error before a model reads it, for instance
    /// to take out addresses and credentials. The operator's detail keeps the
    /// original.
    #[must_use]
    pub fn error_text(
        mut self,
        rewrite: impl Fn(&str, &Failure) -> String + Send + Sync + 'static,
    ) -> Self {
        self.settings.error_text = Some(Arc::new(rewrite));
        self
    }

    /// Tells the time; the machine's monotonic clock unless set.
    #[must_use]
    pub fn clock(mut self, clock: impl Clock) -> Self {
        self.clock = Arc::new(clock);
        self
    }

    /// Calls a closure with every event, on the task where it happens. One that
    /// panics is left out from then on.
    #[must_use]
    pub fn observe(mut self, observer: impl Fn(&Event) + Send + Sync + 'static) -> Self {
        self.hub.observe(observer);
        self
    }

    /// Builds the dispatcher.
    ///
    /// # Errors
    /// [`DispatcherError`] with every fault: a state that a tool asks for and
    /// that was not given, a time-out that is too short, a rule of the policy
    /// that names no tool.
    pub fn build(mut self) -> Result<Dispatcher, DispatcherError> {
        let mut faults = Vec::new();
        for tool in &self.tools {
            for state in &tool.runner.states {
                if !self.states.holds(*state) {
                    faults.push(DispatcherFault::MissingState {
                        tool: tool.name().into(),
                        state: state.name(),
                    });
                }
            }
            if tool.runner.timeout == Some(Duration::ZERO) {
                faults.push(DispatcherFault::ZeroTimeout);
            }
        }
        if self.gate.timeout < crate::approval::LEAST_APPROVAL_TIMEOUT {
            faults.push(DispatcherFault::ApprovalTimeout {
                millis: self.gate.timeout.as_millis(),
            });
        }
        if self.settings.timeout == Some(Duration::ZERO) {
            faults.push(DispatcherFault::ZeroTimeout);
        }
        for name in self.gate.policy.names() {
            if self.tools.get(name).is_none() {
                let near = near_clause(name, self.tools.iter().map(crate::Tool::name));
                faults.push(DispatcherFault::UnknownInPolicy {
                    name: name.into(),
                    near,
                });
            }
        }
        if !faults.is_empty() {
            return Err(DispatcherError(faults));
        }
        self.gate.policy.resolve(&self.tools);
        Ok(Dispatcher(Arc::new(Inner {
            tools: self.tools,
            states: self.states,
            gate: self.gate,
            settings: self.settings,
            clock: self.clock,
            hub: Arc::new(self.hub),
        })))
    }
}

impl fmt::Debug for Dispatcher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.tools().iter().map(crate::Tool::name).collect();
        f.debug_struct("Dispatcher")
            .field("tools", &names)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for DispatcherBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.tools.iter().map(crate::Tool::name).collect();
        f.debug_struct("DispatcherBuilder")
            .field("tools", &names)
            .finish_non_exhaustive()
    }
}
