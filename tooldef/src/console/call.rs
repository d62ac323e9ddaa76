//! `call`: one call, its result on standard output.

use super::screen::{self, DIM, visible};
use super::{CallOptions, Fault, Outcome, Session, input};
use crate::{Call, Run, ToolResult};

impl Session<'_> {
    pub(super) async fn call(run: &Run, options: &CallOptions) -> Result<Outcome, Fault> {
        let arguments = input::text(&options.arguments)?;
        let result = run
            .call(Call::new("console", &options.name, arguments))
            .await;
        if result.is_error() {
            screen::note(visible(&result.text()));
            tell_detail(&result);
            return Ok(Outcome::ErrorResult);
        }
        screen::data(&result.text())?;
        Ok(Outcome::Result)
    }
}

/// Tells whoever operates the program what the model is not told.
pub(super) fn tell_detail(result: &ToolResult) {
    if let (Some(_), Some(detail)) = (result.error, &result.detail) {
        screen::note(format_args!("{DIM}detail: {}{DIM:#}", visible(detail)));
    }
}
