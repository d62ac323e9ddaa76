//! What the runtime knows about a call while it lasts.
//!
//! Everything is lent, so that a call whose function asks for nothing besides
//! its arguments shares no count with other threads.

use crate::context::Context;
use crate::run::Run;
use crate::{CallId, ToolName};

/// One call on its way.
pub struct Scope<'call> {
    pub(crate) call_id: &'call CallId,
    pub(crate) tool: &'call ToolName,
    pub(crate) run: &'call Run,
}

impl Scope<'_> {
    /// The same for whoever keeps it.
    pub(crate) fn context(&self) -> Context {
        Context {
            call_id: self.call_id.clone(),
            tool: self.tool.clone(),
            run: self.run.clone(),
        }
    }
}
