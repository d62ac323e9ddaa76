//! `replay`: the calls in a provider's message, made; the answer, written.

use serde_json::Value;

use super::call::tell_detail;
use super::screen::{self, BOLD, DIM, WRONG, visible};
use super::{Fault, Outcome, ReplayOptions, Session, input};
use crate::provider::{Dialect, ResultForModel};
use crate::{Call, Run};

impl Session<'_> {
    pub(super) async fn replay(run: &Run, options: &ReplayOptions) -> Result<Outcome, Fault> {
        let source = options.file.display();
        let text = input::file(&options.file)?;
        let message: Value = serde_json::from_str(&text)
            .map_err(|error| Fault::new(format!("{source} is not one JSON value: {error}")))?;
        let dialect = options
            .format
            .or_else(|| Dialect::detect(&message))
            .ok_or_else(|| {
                Fault::new(format!(
                    "{source} holds no calls in a form that is known; name the provider with `--format`"
                ))
            })?;
        let calls = dialect
            .read_calls(&message)
            .map_err(|error| Fault::new(format!("{source}: {error}")))?;
        let results = run
            .call_all(
                calls
                    .iter()
                    .map(|call| Call::new(call.id.as_str(), &call.name, &call.arguments)),
            )
            .await;

        let mut outcome = Outcome::Result;
        for result in &results {
            let name = visible(&result.tool);
            let Some(kind) = result.error else {
                screen::note(format_args!("{BOLD}{name}{BOLD:#}: done"));
                continue;
            };
            outcome = Outcome::ErrorResult;
            screen::note(format_args!(
                "{BOLD}{name}{BOLD:#}: {WRONG}{kind}{WRONG:#}: {}",
                visible(&result.text())
            ));
            tell_detail(result);
        }
        if results.is_empty() {
            screen::note(format_args!("{DIM}the message holds no calls{DIM:#}"));
        }

        let texts: Vec<_> = results.iter().map(crate::ToolResult::text).collect();
        let answers: Vec<_> = calls
            .iter()
            .zip(&results)
            .zip(&texts)
            .map(|((call, result), text)| ResultForModel::answering(call, text, result.is_error()))
            .collect();
        let message = dialect.write_results(&answers);
        screen::data(&format!("{message:#}"))?;
        Ok(outcome)
    }
}
