//! What a task came to, for people.

use anstream::println;
use anstyle::{AnsiColor, Style};
use serde::Serialize;
use tooldef::task::TaskReport;

const HEAD: Style = Style::new().bold();
const BAD: Style = AnsiColor::Red.on_default();

/// Prints turns, usage, the call log and the answer.
///
/// # Errors
/// When the answer cannot be written as JSON.
pub fn print(report: &TaskReport, answer: Option<&impl Serialize>) -> serde_json::Result<()> {
    println!();
    println!("{HEAD}turns{HEAD:#}  {}", report.turns);
    println!(
        "{HEAD}usage{HEAD:#}  {} tokens in, {} out",
        report.usage.input_tokens, report.usage.output_tokens
    );
    println!("{HEAD}calls{HEAD:#}  {}", report.calls.len());
    for call in &report.calls {
        let (style, end) = match call.error {
            None => (Style::new(), "ok"),
            Some(kind) => (BAD, kind.as_str()),
        };
        println!(
            "       {:<18} {style}{end:<10}{style:#} {:>9.1?}",
            call.tool, call.duration
        );
    }
    if let Some(answer) = answer {
        println!("{HEAD}output{HEAD:#}");
        println!("{}", serde_json::to_string_pretty(answer)?);
    }
    Ok(())
}
