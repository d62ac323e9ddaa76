//! The events and a task's log around a call.

use std::time::Duration;

use crate::events::Event;
use crate::run::Run;
use crate::task::Entry;
use crate::{Call, ToolResult};

/// A call that somebody listens to, from its start.
pub(super) struct Watched {
    started: Duration,
    entry: Option<Entry>,
}

impl Watched {
    #[cold]
    pub(super) fn open(run: &Run, call: &Call<'_>) -> Self {
        let started = run.clock().now();
        let entry = run.frame().map(|frame| frame.open());
        let tool = run.tools().get(&call.name);
        run.emit(&Event::CallStarted {
            call_id: call.id.clone(),
            tool: call.name.clone().into(),
            effect: tool.and_then(|tool| tool.definition.annotations.effect),
            depth: run.depth(),
        });
        Self { started, entry }
    }

    #[cold]
    pub(super) fn close(self, run: &Run, result: &ToolResult) {
        let duration = run.clock().now().saturating_sub(self.started);
        if let (Some(frame), Some(entry)) = (run.frame(), self.entry) {
            frame.close(entry, result, duration);
        }
        run.emit(&Event::CallFinished {
            call_id: result.call_id.clone(),
            tool: result.tool.clone(),
            error: result.error,
            detail: result.detail.clone().filter(|_| result.is_error()),
            duration,
            depth: run.depth(),
        });
    }
}
