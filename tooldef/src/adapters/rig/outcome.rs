//! A result as rig wants it: an output, or an error.

use ::rig_core::message::{ImageMediaType, MimeType, ToolResultContent};
use ::rig_core::tool::{ToolErrorKind, ToolExecutionError, ToolOutput};

use crate::adapters::flagged;
use crate::{Content, ErrorKind, Payload, ToolResult};

pub(super) fn of(result: ToolResult) -> Result<ToolOutput, ToolExecutionError> {
    match result.error {
        Some(kind) => Err(error(&result, kind)),
        None => Ok(output(result)),
    }
}

/// What the model reads says that it is an error: rig has a flag, but not all
/// of its providers send it on.
fn error(result: &ToolResult, kind: ErrorKind) -> ToolExecutionError {
    let text = result.text().into_owned();
    let error = match kind {
        // Somebody said no, which is not a failure.
        ErrorKind::Denied | ErrorKind::ApprovalTimedOut => ToolExecutionError::refused(text),
        other => ToolExecutionError::new(rigs(other), text),
    };
    // A call that timed out may have done its work: nothing here is to be
    // tried again without the model's knowing.
    error
        .with_retryable(false)
        .with_code(kind.as_str())
        .with_model_feedback(flagged(result))
}

fn rigs(kind: ErrorKind) -> ToolErrorKind {
    match kind {
        ErrorKind::UnknownTool => ToolErrorKind::NotFound,
        ErrorKind::InvalidArguments => ToolErrorKind::InvalidArgs,
        ErrorKind::Forbidden => ToolErrorKind::PermissionDenied,
        ErrorKind::Cancelled => ToolErrorKind::Cancelled,
        ErrorKind::TimedOut => ToolErrorKind::Timeout,
        ErrorKind::Remote => ToolErrorKind::Provider,
        _ => ToolErrorKind::Other,
    }
}

/// The text that every model reads, and pictures as such. JSON stays text: it
/// was encoded here, and cut to the limit.
fn output(result: ToolResult) -> ToolOutput {
    match result.payload {
        Payload::Text(text) | Payload::Json(text) => ToolOutput::text(text),
        Payload::Blocks(blocks) => {
            let content: Vec<_> = blocks.into_iter().map(content).collect();
            ToolOutput::content(content).unwrap_or_else(|_| ToolOutput::text(""))
        }
    }
}

fn content(block: Content) -> ToolResultContent {
    if let Content::Image(image) = &block
        && let Some(kind) = ImageMediaType::from_mime_type(&image.mime_type)
    {
        return ToolResultContent::image_base64(image.data.clone(), Some(kind), None);
    }
    ToolResultContent::text(block.to_text())
}
