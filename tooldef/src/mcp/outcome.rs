//! A result of the dispatcher as a result of `tools/call`.

use rmcp::model::{CallToolResult, ContentBlock, ErrorData};
use serde_json::Value;

use crate::arguments;
use crate::{Content, Definition, ErrorKind, ToolResult};

/// Results the model can read, and mend where they are errors; the protocol
/// error −32602 where no such tool is offered.
pub(super) fn outcome(
    definition: Option<&Definition>,
    result: &ToolResult,
) -> Result<CallToolResult, ErrorData> {
    if result.error == Some(ErrorKind::UnknownTool) {
        return Err(ErrorData::invalid_params(result.text().into_owned(), None));
    }
    let mut content: Vec<ContentBlock> = result.blocks().iter().filter_map(block).collect();
    // Clients of every age show the text, so it is always there.
    if content.is_empty() {
        content.push(ContentBlock::text(""));
    }
    if result.is_error() {
        return Ok(CallToolResult::error(content));
    }
    let advertised = definition
        .and_then(|definition| definition.output_schema.as_deref())
        .filter(|schema| schema.get("type").and_then(Value::as_str) == Some("object"));
    let Some(schema) = advertised else {
        return Ok(CallToolResult::success(content));
    };
    let structured = result.structured().filter(Value::is_object);
    let fault = match &structured {
        None => Some("it is not an object".to_owned()),
        Some(value) => arguments::check(schema, value)
            .first()
            .map(|problem| format!("{}: {}", problem.path, problem.message)),
    };
    if let Some(fault) = fault {
        // A client refuses a success that breaks the advertised schema, and
        // its model would then not learn that the tool has acted.
        content.push(ContentBlock::text(format!(
            "The tool ran to its end, but its result does not fit its output schema: {fault}. \
             Do not repeat the call only because of this."
        )));
        return Ok(CallToolResult::error(content));
    }
    let mut success = CallToolResult::success(content);
    success.structured_content = structured;
    Ok(success)
}

/// The vocabulary is the protocol's own, so a block goes over as it is.
fn block(content: &Content) -> Option<ContentBlock> {
    serde_json::to_value(content)
        .and_then(serde_json::from_value)
        .ok()
}
