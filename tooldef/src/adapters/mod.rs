//! A [`ToolSet`](crate::ToolSet) for the model crates of others, without
//! rewriting a tool.
//!
//! Each module speaks the types of one crate: definitions out, calls in,
//! results out. What lies between stays here: calls go through a
//! [`Run`](crate::Run), and with it through the gate.
//!
//! | module | feature | crate | its Rust |
//! |---|---|---|---|
//! | `genai` | `genai` | genai 0.7 | as this crate |
//! | `async_openai` | `async-openai` | async-openai 0.43, types only | as this crate |
//! | `rig` | `rig` | rig-core 0.44 | 1.95 or later |
//!
//! Schemas are those of a [`Dialect`](crate::provider::Dialect), so that a
//! provider takes them; a tool that the dialect cannot carry is refused by name
//! with a [`RenderError`](crate::provider::RenderError). Arguments reach the
//! dispatcher as the crate gives them, so that what is no JSON becomes an error
//! that the model reads, and never an empty object.

#[cfg(feature = "async-openai")]
pub mod async_openai;
#[cfg(feature = "genai")]
pub mod genai;
mod rendered;
#[cfg(feature = "rig")]
pub mod rig;

use crate::ToolResult;

/// The result's text where a wire form has no flag for errors.
fn flagged(result: &ToolResult) -> String {
    let text = result.text();
    if result.is_error() {
        format!("Error: {text}")
    } else {
        text.into_owned()
    }
}
