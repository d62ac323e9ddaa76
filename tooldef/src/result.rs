//! One call's result: what the model reads, and what the operator may see.

use std::borrow::Cow;
use std::fmt;

use serde_json::Value;

use crate::content::Content;
use crate::output::{Failure, Payload, Told};
use crate::{CallId, ToolName};

/// How long a result's text may be unless set otherwise, in characters.
pub const RESULT_LIMIT: usize = 50_000;

/// What went wrong in a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// No tool of this name was offered.
    UnknownTool,
    /// The arguments are not one object that fits the schema.
    InvalidArguments,
    /// The caller lacks the roles that the tool needs.
    Forbidden,
    /// Approval was refused, or nobody was there to give it.
    Denied,
    /// Nobody decided about the approval in time.
    ApprovalTimedOut,
    /// The call was cancelled.
    Cancelled,
    /// The tool returned an error.
    Failed,
    /// The tool panicked.
    Panicked,
    /// The tool did not finish in time.
    TimedOut,
    /// The tool finished, but its result could not be encoded.
    Unencodable,
    /// The run's budget of calls is used up.
    BudgetExhausted,
    /// The call would start a task below a task, deeper than allowed.
    Recursion,
    /// A call with this id already ran in this run.
    Repeated,
    /// Something the tool needs from its surroundings is missing.
    Context,
    /// A tool elsewhere could not be reached, or answered against its protocol.
    Remote,
}

impl ErrorKind {
    /// The kind in one lower-case word or two, joined by `_`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::UnknownTool => "unknown_tool",
            Self::InvalidArguments => "invalid_arguments",
            Self::Forbidden => "forbidden",
            Self::Denied => "denied",
            Self::ApprovalTimedOut => "approval_timed_out",
            Self::Cancelled => "cancelled",
            Self::Failed => "failed",
            Self::Panicked => "panicked",
            Self::TimedOut => "timed_out",
            Self::Unencodable => "unencodable",
            Self::BudgetExhausted => "budget_exhausted",
            Self::Recursion => "recursion",
            Self::Repeated => "repeated",
            Self::Context => "context",
            Self::Remote => "remote",
        }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The one result of one call.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ToolResult {
    /// The id of the call that this answers.
    pub call_id: CallId,
    /// The tool's name as the model called it.
    pub tool: ToolName,
    /// What the model reads, cut to the limit.
    pub payload: Payload,
    /// What went wrong, if anything did.
    pub error: Option<ErrorKind>,
    /// For operators only: what the model is not told, such as a panic's
    /// message or the uncut text. Never send it to a model.
    pub detail: Option<String>,
}

impl ToolResult {
    /// The result of a body that came to an answer, cut to `limit` characters.
    #[inline]
    pub(crate) fn answered(
        call_id: CallId,
        tool: ToolName,
        mut payload: Payload,
        limit: usize,
    ) -> Self {
        let detail = cut_payload(&mut payload, limit);
        Self {
            call_id,
            tool,
            payload,
            error: None,
            detail,
        }
    }

    /// The result of a call that failed, its text cut to `limit` characters.
    #[cold]
    pub(crate) fn failed(call_id: CallId, failure: Failure, tool: ToolName, limit: usize) -> Self {
        let Told { kind, text, detail } = *failure.0;
        let result = Self::answered(call_id, tool, Payload::Text(text), limit);
        Self {
            error: Some(kind),
            detail: detail.or(result.detail),
            ..result
        }
    }

    /// Whether the model is to read this as an error.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.error.is_some()
    }

    /// The result as text. Content blocks other than text are named, not shown.
    #[must_use]
    pub fn text(&self) -> Cow<'_, str> {
        match &self.payload {
            Payload::Text(text) | Payload::Json(text) => text.into(),
            Payload::Blocks(blocks) => {
                let lines: Vec<String> = blocks.iter().map(Content::to_text).collect();
                lines.join("\n").into()
            }
        }
    }

    /// The structured value of the result, where it has one: the tool returned
    /// something that encodes as JSON, and every number in it is exact.
    #[must_use]
    pub fn structured(&self) -> Option<Value> {
        let Payload::Json(json) = &self.payload else {
            return None;
        };
        // A cut text is no JSON; the uncut one was kept for the operator.
        let whole = self
            .detail
            .as_deref()
            .filter(|_| self.error.is_none())
            .unwrap_or(json);
        serde_json::from_str(whole).ok()
    }

    /// The result as content blocks.
    #[must_use]
    pub fn blocks(&self) -> Vec<Content> {
        match &self.payload {
            Payload::Blocks(blocks) => blocks.clone(),
            Payload::Text(text) | Payload::Json(text) => vec![Content::text(text.as_str())],
        }
    }
}

/// Cuts a payload's text; gives back the whole text where it was cut.
#[inline]
fn cut_payload(payload: &mut Payload, limit: usize) -> Option<String> {
    match payload {
        // A text has at most as many characters as bytes, so most are not
        // counted.
        Payload::Text(text) | Payload::Json(text) if text.len() <= limit => None,
        Payload::Text(text) | Payload::Json(text) => cut(text, limit),
        Payload::Blocks(blocks) => {
            for block in blocks {
                if let Content::Text { text } = block {
                    cut(text, limit);
                }
            }
            None
        }
    }
}

/// Cuts a text to `limit` characters and says so below; a text of exactly the
/// limit is untouched. Gives back what a cut text was.
#[cold]
fn cut(text: &mut String, limit: usize) -> Option<String> {
    let (end, _) = text.char_indices().nth(limit)?;
    let chars = text.chars().count();
    let short = format!(
        "{}\n\n[Result truncated: {chars} chars exceeds {limit} limit]",
        &text[..end]
    );
    Some(std::mem::replace(text, short))
}
