//! What a tool's function is given besides its arguments.

use std::any::{Any, TypeId, type_name};
use std::collections::HashMap;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use crate::cancel::Cancellation;
use crate::error::ContextError;
use crate::run::Run;
use crate::scope::Scope;
use crate::{CallId, Caller, ToolName};

/// What one call runs in: its id, its caller, the shared states, its
/// cancellation, and the run it belongs to.
#[derive(Clone)]
pub struct Context {
    pub(crate) call_id: CallId,
    pub(crate) tool: ToolName,
    pub(crate) run: Run,
}

impl Context {
    /// The id of this call.
    #[must_use]
    pub fn call_id(&self) -> &CallId {
        &self.call_id
    }

    /// The name the tool was called by.
    #[must_use]
    pub fn tool(&self) -> &str {
        &self.tool
    }

    /// Whom the call is made for.
    #[must_use]
    pub fn caller(&self) -> &Caller {
        self.run.caller()
    }

    /// Fires when the run is cancelled.
    #[must_use]
    pub fn cancellation(&self) -> &Cancellation {
        self.run.cancellation()
    }

    /// The run this call belongs to. Calls made through it share the run's
    /// caller, gate, budget and events.
    #[must_use]
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// A shared state that the dispatcher was given.
    #[must_use]
    pub fn state<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        self.run.states().get()
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context")
            .field("call_id", &self.call_id)
            .field("tool", &self.tool)
            .field("caller", self.caller())
            .finish_non_exhaustive()
    }
}

/// A value that a `#[context]` parameter can ask for.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be fetched from a call's context",
    label = "not available to `#[context]`",
    note = "use `tooldef::State<T>` for a state given to the dispatcher, `tooldef::Caller`, \
            `tooldef::CallId`, `tooldef::Cancellation` or `tooldef::Context`; \
            or implement `tooldef::FromContext` for `{Self}`"
)]
pub trait FromContext: Sized {
    /// Fetches the value.
    ///
    /// # Errors
    /// [`ContextError`] when the context does not hold it. A built dispatcher
    /// has already made sure of what [`requirement`](Self::requirement) names.
    fn from_context(context: &Context) -> Result<Self, ContextError>;

    /// The same, for types that need no context of their own.
    #[doc(hidden)]
    fn from_scope(scope: &Scope<'_>) -> Result<Self, ContextError> {
        Self::from_context(&scope.context())
    }

    /// The state that must be given to the dispatcher, if any.
    #[must_use]
    fn requirement() -> Option<StateType> {
        None
    }
}

/// A state's type, to check before any call that it was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StateType {
    id: TypeId,
    name: &'static str,
}

impl StateType {
    /// The state type `T`.
    #[must_use]
    pub fn of<T: 'static>() -> Self {
        Self {
            id: TypeId::of::<T>(),
            name: type_name::<T>(),
        }
    }

    /// The type's name, for people.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }
}

/// A state shared by all calls, given to the dispatcher once. Reads as the
/// state itself, its fields included.
pub struct State<T: ?Sized>(Arc<T>);

impl<T: ?Sized> State<T> {
    /// A state of the application's own, to call a tool's function with.
    #[must_use]
    pub fn new(state: Arc<T>) -> Self {
        Self(state)
    }

    /// The shared state itself. Called as `State::into_arc(state)`, so that it
    /// hides no method of the state.
    #[must_use]
    pub fn into_arc(state: Self) -> Arc<T> {
        state.0
    }
}

impl<T: ?Sized> Clone for State<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T: ?Sized> Deref for State<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: ?Sized + fmt::Debug> fmt::Debug for State<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("State").field(&self.0).finish()
    }
}

impl<T: Send + Sync + 'static> FromContext for State<T> {
    fn from_context(context: &Context) -> Result<Self, ContextError> {
        context
            .state()
            .map(State)
            .ok_or(ContextError::MissingState {
                name: type_name::<T>(),
            })
    }

    fn from_scope(scope: &Scope<'_>) -> Result<Self, ContextError> {
        scope
            .run
            .states()
            .get()
            .map(State)
            .ok_or(ContextError::MissingState {
                name: type_name::<T>(),
            })
    }

    fn requirement() -> Option<StateType> {
        Some(StateType::of::<T>())
    }
}

impl FromContext for Context {
    fn from_context(context: &Context) -> Result<Self, ContextError> {
        Ok(context.clone())
    }

    fn from_scope(scope: &Scope<'_>) -> Result<Self, ContextError> {
        Ok(scope.context())
    }
}

impl FromContext for Caller {
    fn from_context(context: &Context) -> Result<Self, ContextError> {
        Ok(context.caller().clone())
    }

    fn from_scope(scope: &Scope<'_>) -> Result<Self, ContextError> {
        Ok(scope.run.caller().clone())
    }
}

impl FromContext for CallId {
    fn from_context(context: &Context) -> Result<Self, ContextError> {
        Ok(context.call_id.clone())
    }

    fn from_scope(scope: &Scope<'_>) -> Result<Self, ContextError> {
        Ok(scope.call_id.clone())
    }
}

impl FromContext for Cancellation {
    fn from_context(context: &Context) -> Result<Self, ContextError> {
        Ok(context.cancellation().clone())
    }

    fn from_scope(scope: &Scope<'_>) -> Result<Self, ContextError> {
        Ok(scope.run.cancellation().clone())
    }
}

impl FromContext for Run {
    fn from_context(context: &Context) -> Result<Self, ContextError> {
        Ok(context.run.clone())
    }

    fn from_scope(scope: &Scope<'_>) -> Result<Self, ContextError> {
        Ok(scope.run.clone())
    }
}

/// The states of a dispatcher, one per type.
#[derive(Default, Clone)]
pub(crate) struct States(HashMap<TypeId, Arc<dyn Any + Send + Sync>>);

impl States {
    pub(crate) fn insert<T: Send + Sync + 'static>(&mut self, state: Arc<T>) {
        self.0.insert(TypeId::of::<T>(), state);
    }

    pub(crate) fn get<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        Arc::clone(self.0.get(&TypeId::of::<T>())?).downcast().ok()
    }

    pub(crate) fn holds(&self, wanted: StateType) -> bool {
        self.0.contains_key(&wanted.id)
    }
}
