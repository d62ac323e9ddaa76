//! Tools for the types of async-openai: [`chat`] for Chat Completions,
//! [`responses`] for the Responses API.
//!
//! The feature turns on the crate's types and nothing else. Its client, and
//! what that needs, is the application's to turn on; the types are the same.
//! The crate needs no newer Rust than this one.
//!
//! # Strict
//! [`chat::strict_tools`] and [`responses::strict_tools`] ask OpenAI to hold
//! arguments to the schema, tool by tool where its strict subset can express
//! it. A model then writes null for what it leaves out. The dispatcher takes
//! that for absence where the schema wants a value; one that was told not to
//! repair wants [`absent_nulls`](crate::provider::absent_nulls) first.

pub mod chat;
pub mod responses;
mod stream;

/// The crate, so that an application that only needs its types needs no other
/// entry for it.
pub use ::async_openai;
