//! A rendered tool, taken apart again.
//!
//! Model crates have one type for the tools of all their providers. They want
//! the parts of a rendering, not its shape.

use serde_json::Value;

use crate::ToolSet;
use crate::provider::{Dialect, RenderError};

/// The parts of one tool, as a dialect says them.
pub(super) struct Rendered {
    pub(super) name: String,
    pub(super) description: String,
    pub(super) schema: Value,
    /// What the dialect says about strictness, if it does.
    #[cfg(any(feature = "async-openai", feature = "genai"))]
    pub(super) strict: Option<bool>,
}

/// The tools of a set, in its order.
pub(super) fn rendered(set: &ToolSet, dialect: Dialect) -> Result<Vec<Rendered>, RenderError> {
    let list = &set.rendering(dialect)?.tools;
    let entries = match &list[0]["functionDeclarations"] {
        Value::Null => list,
        declarations => declarations,
    };
    Ok(entries.as_array().into_iter().flatten().map(part).collect())
}

fn part(entry: &Value) -> Rendered {
    let tool = ["function", "toolSpec"]
        .iter()
        .find_map(|wrapper| entry.get(*wrapper))
        .unwrap_or(entry);
    let text = |key: &str| tool[key].as_str().unwrap_or_default().to_owned();
    let schema = [
        "/parameters",
        "/parametersJsonSchema",
        "/input_schema",
        // Bedrock's, which has the schema one level further down.
        "/inputSchema/json",
        "/inputSchema",
    ];
    Rendered {
        name: text("name"),
        description: text("description"),
        schema: schema
            .iter()
            .find_map(|at| tool.pointer(at))
            .cloned()
            .unwrap_or_default(),
        #[cfg(any(feature = "async-openai", feature = "genai"))]
        strict: tool.get("strict").and_then(Value::as_bool),
    }
}
