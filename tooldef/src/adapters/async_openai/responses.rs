//! The Responses API.
//!
//! ```
//! use async_openai::types::responses::{InputItem, Response};
//! use tooldef::adapters::async_openai::responses;
//! use tooldef::{Caller, Dispatcher, tool, tools};
//!
//! #[tool(description = "Add two numbers. Takes both; returns the sum.", effect = "read")]
//! fn add(a: i64, b: i64) -> i64 {
//!     a + b
//! }
//!
//! /// What to send with the response's id as `previous_response_id`; nothing
//! /// when the model is done.
//! async fn next(run: &tooldef::Run, response: &Response) -> Vec<InputItem> {
//!     let results = run.call_all(responses::calls(&response.output)).await;
//!     responses::tool_outputs(&results)
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let run = Dispatcher::builder(tools! { add }?).build()?.run(&Caller::new("ada"));
//! let tools = responses::tools(run.tools())?; // for `CreateResponseArgs::tools`
//! assert_eq!(tools.len(), 1);
//! # let response: Response = serde_json::from_value(serde_json::json!({
//! #     "id": "resp_1", "object": "response", "created_at": 0, "status": "completed",
//! #     "model": "a-model",
//! #     "output": [{"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "add",
//! #                 "arguments": "{\"a\":2,\"b\":3}", "status": "completed"}],
//! # }))?;
//! # let items = pollster::block_on(next(&run, &response));
//! # assert_eq!(serde_json::to_value(&items[0])?["output"], "5");
//! # Ok(())
//! # }
//! ```

use ::async_openai::types::responses::{
    FunctionCallOutput, FunctionCallOutputItemParam, FunctionTool, InputContent, InputImageContent,
    InputItem, InputTextContent, Item, OutputItem, Tool,
};

use crate::adapters::flagged;
use crate::adapters::rendered::{Rendered, rendered};
use crate::provider::{Dialect, RenderError};
use crate::{Call, Content, Payload, ToolResult, ToolSet};

/// The tools of a set, in its order. `strict` is always said, because the API
/// tries it where it is left out.
///
/// # Errors
/// [`RenderError`] with every tool that the API cannot carry.
pub fn tools(set: &ToolSet) -> Result<Vec<Tool>, RenderError> {
    written(set, Dialect::OpenAiResponses)
}

/// The tools of a set, in its order, strict where the API can be.
///
/// # Errors
/// [`RenderError`] with every tool that the API cannot carry. One that is only
/// not strict is no error: its `strict` is false.
pub fn strict_tools(set: &ToolSet) -> Result<Vec<Tool>, RenderError> {
    written(set, Dialect::OpenAiResponsesStrict)
}

/// The calls in a response's output, in its order, with the arguments as the
/// model wrote them.
///
/// Items of other kinds are left to whoever asked for them. The calls' ids are
/// the items' `call_id`, by which the API wants its answers.
#[must_use]
pub fn calls(output: &[OutputItem]) -> Vec<Call<'_>> {
    output
        .iter()
        .filter_map(|item| match item {
            OutputItem::FunctionCall(call) => Some(Call::new(
                call.call_id.as_str(),
                call.name.as_str(),
                call.arguments.as_str(),
            )),
            _ => None,
        })
        .collect()
}

/// One item for each result, in their order. Pictures are sent as such. The
/// text of an error says that it is one, for the API has no flag.
#[must_use]
pub fn tool_outputs(results: &[ToolResult]) -> Vec<InputItem> {
    results
        .iter()
        .map(|result| {
            InputItem::from(Item::from(FunctionCallOutputItemParam {
                call_id: Some(result.call_id.to_string()),
                output: output(result),
                id: None,
                status: None,
                name: None,
                namespace: None,
                caller: None,
            }))
        })
        .collect()
}

fn output(result: &ToolResult) -> FunctionCallOutput {
    match &result.payload {
        Payload::Blocks(blocks)
            if !result.is_error() && blocks.iter().any(|one| matches!(one, Content::Image(_))) =>
        {
            FunctionCallOutput::Content(blocks.iter().map(content).collect())
        }
        _ => FunctionCallOutput::Text(flagged(result)),
    }
}

fn content(block: &Content) -> InputContent {
    match block {
        Content::Image(image) => InputContent::InputImage(InputImageContent {
            image_url: Some(format!("data:{};base64,{}", image.mime_type, image.data)),
            ..InputImageContent::default()
        }),
        other => InputContent::InputText(InputTextContent {
            text: other.to_text(),
            ..InputTextContent::default()
        }),
    }
}

fn written(set: &ToolSet, dialect: Dialect) -> Result<Vec<Tool>, RenderError> {
    Ok(rendered(set, dialect)?.into_iter().map(tool).collect())
}

fn tool(part: Rendered) -> Tool {
    Tool::Function(FunctionTool {
        name: part.name,
        description: Some(part.description),
        parameters: Some(part.schema),
        strict: part.strict,
        ..FunctionTool::default()
    })
}
