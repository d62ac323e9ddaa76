//! What the runtime knows about a call while it lasts.
//!
//! Everything is lent, so that a call whose function asks for nothing besides
//! its arguments shares no count with other threads.

use std::sync::Arc;

use crate::CallId;
use crate::context::Context;
use crate::run::Run;

/// One call on its way.
pub struct Scope<'call> {
    pub(crate) call_id: CallId,
    pub(crate) tool: &'call Arc<str>,
    pub(crate) run: &'call Run,
}

impl Scope<'_> {
    pub(crate) fn call_id(&self) -> &CallId {
        &self.call_id
    }

    /// The same for whoever keeps it.
    pub(crate) fn context(&self) -> Context {
        Context {
            call_id: self.call_id.clone(),
            tool: Arc::clone(self.tool),
            run: self.run.clone(),
        }
    }
}
