//! Tools for agents of rig.
//!
//! ```
//! use tooldef::adapters::rig;
//! use tooldef::provider::Dialect;
//! use tooldef::{Caller, Dispatcher, tool, tools};
//!
//! #[tool(description = "Add two numbers. Takes both; returns the sum.", effect = "read")]
//! fn add(a: i64, b: i64) -> i64 {
//!     a + b
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let dispatcher = Dispatcher::builder(tools! { add }?).build()?;
//! let run = dispatcher.run(&Caller::new("ada"));
//!
//! // For `AgentBuilder::dynamic_tools`, or `ToolSet::from_dynamic_tools`.
//! let tools = rig::tools(&run, Dialect::Anthropic)?;
//! assert_eq!(tools[0].name(), "add");
//!
//! let answer = tools[0].execute(serde_json::json!({"a": 2, "b": 3}));
//! assert_eq!(pollster::block_on(answer)?.as_text(), Some("5"));
//! # Ok(())
//! # }
//! ```
//!
//! rig-core 0.44 asks for Rust 1.95, and so does a program that turns this
//! feature on; the rest of this crate needs less. Only rig-core is taken in,
//! without its HTTP client. The agent comes from the application's own entry
//! for rig 0.44 or rig-agent 0.44.
//!
//! # One run
//! The tools belong to one [`Run`]: its caller, its approvals, its budget and
//! its cancellation. An agent that serves several users is built once for
//! each; building one is cheap, and nothing a user was allowed then reaches the
//! next.
//!
//! # What rig does by itself
//! - It does not say which of the model's calls a tool is to answer. The ids
//!   that approvers and events see are made here; rig pairs the results.
//! - Arguments that are no JSON object it answers itself, with their text, and
//!   never asks for the tool. All others are read here.
//! - Of a key that is repeated, and of a number with more digits than its JSON
//!   holds, it has kept one when it asks.
//! - A provider that it was told to make strict (`strict_tools`) gets schemas
//!   that it changes. Leave it off, or see that every tool is strict in the
//!   dialect ([`Rendering::fell_back`](crate::provider::Rendering::fell_back)).

mod outcome;

use ::rig_core::message::ToolName;
use ::rig_core::tool::DynamicTool;

use super::rendered::{Rendered, rendered};
use crate::provider::{Dialect, RenderError, fresh_id};
use crate::{Call, Run};

/// The crate, whose types stand in this module's signatures.
pub use ::rig_core;

/// The tools of a run, in its order, with the schemas of this dialect: the one
/// of the provider whose model the agent is given.
///
/// Their calls go through the run like any other, and so through the gate. An
/// error result is an error of rig's, with a text for the model; dropping the
/// agent's future cancels the call.
///
/// # Errors
/// [`RenderError`] with every tool that the dialect cannot carry.
pub fn tools(run: &Run, dialect: Dialect) -> Result<Vec<DynamicTool>, RenderError> {
    let parts = rendered(run.tools(), dialect)?;
    Ok(parts.into_iter().map(|part| tool(run, part)).collect())
}

fn tool(run: &Run, part: Rendered) -> DynamicTool {
    let run = run.clone();
    let called = part.name.clone();
    let name = ToolName::new(part.name).expect("names of tools are not empty");
    DynamicTool::new(name, part.description, part.schema, move |arguments| {
        let run = run.clone();
        let call = Call::new(fresh_id(), called.clone(), arguments.to_string());
        Box::pin(async move { outcome::of(run.call(call).await) })
    })
}
