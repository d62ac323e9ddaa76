//! Tasks as tools of other tasks.

use std::borrow::Cow;

use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::{Task, TaskError};
use crate::ToolName;
use crate::context::Context;
use crate::output::{Failure, IntoFailure, Output};
use crate::spec::{self, Direction};
use crate::tool::Tool;

impl<T: Send + 'static> Task<T> {
    /// The task as a tool that takes a request in plain words. A task that
    /// offers it must [allow nested tasks](super::TaskBuilder::allow_nested);
    /// caller, gate, budget, approvals and events are those of the call.
    ///
    /// The tool has no effect of its own, so it is not gated by default; the
    /// calls inside it are, one by one.
    #[must_use]
    pub fn as_tool(
        &self,
        name: impl Into<ToolName>,
        description: impl Into<Cow<'static, str>>,
    ) -> Tool {
        let schema = json!({
            "type": "object",
            "properties": {
                "request": {
                    "type": "string",
                    "description": "What is wanted, in full: nothing else of this conversation is known to whoever reads it.",
                },
            },
            "required": ["request"],
            "additionalProperties": false,
        });
        self.as_tool_with(name, description, schema)
    }

    /// The task as a tool whose arguments, the fields of `A`, become its input.
    #[must_use]
    pub fn as_tool_for<A: JsonSchema>(
        &self,
        name: impl Into<ToolName>,
        description: impl Into<Cow<'static, str>>,
    ) -> Tool {
        let schema = spec::root_schema(SchemaGenerator::subschema_for::<A>, Direction::Input);
        self.as_tool_with(name, description, schema)
    }

    /// The task as a tool whose arguments are described by a JSON Schema
    /// (2020-12) and become its input.
    #[must_use]
    pub fn as_tool_with(
        &self,
        name: impl Into<ToolName>,
        description: impl Into<Cow<'static, str>>,
        input_schema: Value,
    ) -> Tool {
        let task = self.clone();
        let mut tool = Tool::builder(name, description)
            .raw_handler(input_schema, move |arguments, context| {
                run(task.clone(), arguments, context)
            });
        tool.set(|runner| runner.starts_task = true);
        tool
    }
}

async fn run<T: Send + 'static>(
    task: Task<T>,
    arguments: Map<String, Value>,
    context: Context,
) -> Output {
    let task = task.with_input(Value::Object(arguments));
    match task.run_on(context.run()).await {
        Ok(outcome) => Ok(outcome.payload),
        Err(error) => Err(failure(error)),
    }
}

fn failure(error: TaskError) -> Failure {
    error.into_failure()
}
