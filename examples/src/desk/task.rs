//! The task: find vendors without a contact, look them up, write back.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tooldef::task::{Catalogue, Model, Task, TaskBuildError, TaskToolConfig, TaskTools};
use tooldef::{Effect, Json, Tool, ToolSet, ToolSetError};

use super::Desk;

/// The list of tools that comes with the program.
pub const BUNDLED_TOOLS: &str = include_str!("../../vendor_desk/tools.json");

/// Vendors that nobody may do business with.
const BLOCKED: [&str; 2] = ["Quick Profit Ltd", "Totally Legal Inc"];

/// What the task answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// The vendors that have an address now.
    pub updated: Vec<Updated>,
    /// The vendors that still have none.
    pub skipped: Vec<Skipped>,
}

/// A vendor whose address was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Updated {
    /// Its name.
    pub vendor: String,
    /// The address.
    pub email: String,
}

/// A vendor that was left as it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Skipped {
    /// Its name.
    pub vendor: String,
    /// Why, in a few words.
    pub reason: String,
}

/// The actions and methods that a list of tools can name.
///
/// # Errors
/// [`ToolSetError`] when a tool cannot be offered.
pub fn catalogue(desk: &Arc<Desk>) -> Result<Catalogue, ToolSetError> {
    let actions = ToolSet::builder().spread(desk.toolkit()).build()?;
    Ok(Catalogue::new(actions).methods(desk.methods()))
}

/// The task, with the tools of a list and one that stands here.
///
/// # Errors
/// [`TaskBuildError`] when the list does not fit the catalogue.
pub fn task(
    model: impl Model,
    catalogue: &Catalogue,
    list: TaskTools,
) -> Result<Task<Report>, TaskBuildError> {
    Task::builder(model)
        .prompt(
            "Find the vendors without an email address, look each of them up in the directory, and \
             write the address back. Leave alone vendors on the block list and vendors that the \
             directory does not know. Report what was updated, and what was skipped and why.",
        )
        .input(json!({ "today": "2026-11-30" }))
        .catalogue(catalogue)
        .tools(list)
        .tools([TaskToolConfig::inline(is_blocked())])
        .output::<Report>()
        .turns(12)
        .build()
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Named {
    /// The vendor's name.
    name: String,
}

#[derive(Serialize)]
struct Standing {
    blocked: bool,
}

fn is_blocked() -> Tool {
    Tool::builder(
        "is_blocked",
        "Tells whether a vendor is on the block list. Takes its name.",
    )
    .effect(Effect::Read)
    .handler(|vendor: Named, _context| async move {
        Json(Standing {
            blocked: BLOCKED.contains(&vendor.name.as_str()),
        })
    })
}
