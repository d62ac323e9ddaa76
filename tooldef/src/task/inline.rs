//! Inline tools: closures that stand in a task's list itself.

use std::future::Future;
use std::sync::Arc;

use serde_json::json;

use crate::closure::ToolBuilder;
use crate::context::Context;
use crate::output::{Failure, IntoOutput};
use crate::reader::Reader;
use crate::scope::Scope;
use crate::tool::{Body, Runner, Start, Started, Tool};

impl ToolBuilder {
    /// Ends the tool with a handler that takes no arguments: a call that sends
    /// any is refused.
    pub fn bare_handler<F, R>(self, handler: F) -> Tool
    where
        F: Fn(Context) -> R + Send + Sync + 'static,
        R: Future<Output: IntoOutput> + Send + 'static,
    {
        self.raw_handler(json!({}), move |_, context| handler(context))
    }
}

/// The tool with its errors as `{"error": "message"}` for the model.
pub(super) fn with_json_errors(mut tool: Tool) -> Tool {
    let inner = Runner::clone(&tool.runner);
    tool.set(|runner| runner.body = Body::Dynamic(Arc::new(JsonErrors(inner))));
    tool
}

struct JsonErrors(Runner);

impl Start for JsonErrors {
    fn start<'call>(
        &'call self,
        reader: &mut Reader<'call>,
        scope: &'call Scope<'call>,
    ) -> Started<'call> {
        let body = self.0.start(reader, scope)?;
        Ok(Box::pin(async move { body.await.map_err(as_json) }))
    }
}

fn as_json(mut failure: Failure) -> Failure {
    failure.0.text = json!({ "error": failure.0.text }).to_string();
    failure
}
