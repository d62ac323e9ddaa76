//! The ways in which model providers want to be told about tools.
//!
//! A [`Dialect`] renders definitions into the provider's tool list, reads the
//! calls in the provider's answer, and writes the results to send back. All of
//! it is plain data in, plain data out: no connection is made here.
//!
//! ```
//! use tooldef::provider::{Dialect, ResultForModel};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let response = serde_json::json!({ "choices": [{ "message": { "tool_calls": [{
//!     "id": "call_1", "type": "function",
//!     "function": { "name": "add", "arguments": "{\"a\":1,\"b\":2}" },
//! }]}}]});
//! let dialect = Dialect::detect(&response).ok_or("an unknown wire form")?;
//! let calls = dialect.read_calls(&response)?;
//! let results = [ResultForModel::answering(&calls[0], "3", false)];
//! assert_eq!(
//!     dialect.write_results(&results),
//!     serde_json::json!([{ "role": "tool", "tool_call_id": "call_1", "content": "3" }]),
//! );
//! # Ok(())
//! # }
//! ```
//!
//! # Schemas
//! No dialect takes all of JSON Schema, and each takes another part. What a
//! dialect cannot carry is converted where another schema means the same.
//! Where none does, it is refused with the tool's name, the path and the
//! keyword ([`RenderError`]), or the dialect's guarantee is given up
//! ([`NoteKind::NotStrict`]), or, for limits on single values that the tool
//! enforces anyway, said in the description ([`NoteKind::InWords`]). Nothing is
//! loosened without a [`Note`]. Each dialect's module states its rules and
//! their source.
//!
//! Renderings are the same bytes in every process: tools stand in the order
//! given, and the keys of every object are sorted.

mod absent;
mod anthropic;
mod bedrock;
mod cache;
mod call;
mod detect;
mod dialect;
mod error;
mod gemini;
pub mod mcp;
mod note;
mod ollama;
mod openai;
mod outcome;
mod render;
mod schema;

use schema::{Fault, Object};

pub use absent::absent_nulls;
pub(crate) use cache::Renderings;
pub use call::ParsedCall;
#[cfg(any(feature = "genai", feature = "rig"))]
pub(crate) use call::fresh_id;
pub use dialect::Dialect;
pub use error::{ReadError, RenderError, RenderFault, UnknownDialect};
pub use note::{Note, NoteKind};
pub use outcome::ResultForModel;
pub use render::Rendering;

/// Refuses a union beside the root's properties, which no provider but MCP
/// takes.
fn refuse_root_union(plain: &Object) -> Result<(), Fault> {
    for keyword in ["allOf", "anyOf", "enum", "not", "oneOf"] {
        if plain.contains_key(keyword) {
            return Err(Fault::new(
                &format!("#/{keyword}"),
                keyword,
                "the arguments as a whole are a union, which fails the whole request",
                "put the union under a parameter of its own",
            ));
        }
    }
    Ok(())
}
