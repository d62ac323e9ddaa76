//! The tools that the protocol's conformance suite looks for in a server,
//! served over HTTP; the address is printed once it is bound.
//!
//! The scenarios about required input meet tools of which each call needs
//! approval, for this is what input is asked for here.

use std::error::Error;
use std::fmt;
use std::net::SocketAddr;
use std::time::Duration;

use serde_json::json;
use tooldef::mcp::{RequestParts, Server};
use tooldef::{
    Audio, Caller, Content, Context, Dispatcher, Effect, Image, Progress, Tool, tool, tools,
};

/// One red pixel.
const PIXEL: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
/// A sound of no length.
const SILENCE: &str = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

/// Fails on purpose.
#[derive(Debug)]
struct Intended;

impl fmt::Display for Intended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("This tool intentionally returns an error for testing")
    }
}

impl Error for Intended {}

#[tool(description = "Give a simple text back.", effect = "read")]
fn test_simple_text() -> &'static str {
    "This is a simple text response for testing."
}

#[tool(description = "Give a picture back.", effect = "read")]
fn test_image_content() -> Image {
    Image {
        data: PIXEL.to_owned(),
        mime_type: "image/png".to_owned(),
    }
}

#[tool(description = "Give a sound back.", effect = "read")]
fn test_audio_content() -> Audio {
    Audio {
        data: SILENCE.to_owned(),
        mime_type: "audio/wav".to_owned(),
    }
}

#[tool(description = "Give a text and a picture back.", effect = "read")]
fn test_multiple_content_types() -> Vec<Content> {
    vec![
        Content::text("Multiple content types test:"),
        test_image_content().into(),
    ]
}

#[tool(description = "Fail, always.", effect = "read")]
fn test_error_handling() -> Result<(), Intended> {
    Err(Intended)
}

#[tool(description = "Report progress three times.", effect = "read")]
async fn test_tool_with_progress(#[context] progress: Progress) -> &'static str {
    for done in [0.0, 50.0, 100.0] {
        progress.report(done, Some(100.0));
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    "done"
}

/// A tool whose every call needs approval.
fn gated(name: &'static str) -> Tool {
    Tool::builder(name, "Run once the user has approved; says state-ok then.")
        .effect(Effect::Write)
        .raw_handler(json!({}), |_, _: Context| async { "state-ok" })
}

fn with_2020_12_keywords() -> Tool {
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": { "address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": { "street": { "type": "string" }, "city": { "type": "string" } },
        } },
        "properties": {
            "name": { "type": "string" },
            "address": { "$ref": "#/$defs/address" },
            "contactMethod": { "type": "string", "enum": ["phone", "email"] },
            "phone": { "type": "string" },
            "email": { "type": "string" },
        },
        "allOf": [{ "anyOf": [{ "required": ["phone"] }, { "required": ["email"] }] }],
        "if": { "properties": { "contactMethod": { "const": "phone" } }, "required": ["contactMethod"] },
        "then": { "required": ["phone"] },
        "else": { "required": ["email"] },
        "additionalProperties": false,
    });
    Tool::builder(
        "json_schema_2020_12_tool",
        "Take arguments that a wide vocabulary describes.",
    )
    .effect(Effect::Read)
    .raw_handler(schema, |_, _: Context| async { "taken" })
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let tools = tools! {
        test_simple_text,
        test_image_content,
        test_audio_content,
        test_multiple_content_types,
        test_error_handling,
        test_tool_with_progress,
        json_schema_2020_12_tool: (with_2020_12_keywords()),
        test_input_required_result_elicitation: (gated("test_input_required_result_elicitation")),
        test_input_required_result_request_state: (gated("test_input_required_result_request_state")),
        test_input_required_result_tampered_state: (gated("test_input_required_result_tampered_state")),
        test_input_required_result_capabilities: (gated("test_input_required_result_capabilities")),
    }?;
    let server = Server::new(Dispatcher::builder(tools).build()?)?.name("conformance", "1.0.0");
    let free = SocketAddr::from(([127, 0, 0, 1], 0));
    let anyone = |_: &RequestParts| Ok(Caller::new("suite"));
    let bound = server.bind(free, anyone).await?;
    println!("{}", bound.address());
    bound.serve().await?;
    Ok(())
}
