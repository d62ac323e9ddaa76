//! The attribute macros of tooldef. Use them through the `tooldef` crate, which
//! documents them where it re-exports them.
//!
//! They only translate: an annotated fn stays as it is, and beside it stand
//! constants and a fn that hands the arguments over. What a call means is
//! decided in the runtime.

mod attribute;
mod constants;
mod crate_path;
mod doc;
mod errors;
mod expand;
mod fallback;
mod guard;
mod held;
mod key;
mod listing;
mod model;
mod name;
mod parameter;
mod receiver;
mod record;
mod runtime;
mod start;
mod suggest;
mod tool;
mod toolkit;
mod validate;

use proc_macro::TokenStream;

/// Makes a fn a tool.
///
/// Documented where `tooldef` re-exports it.
#[proc_macro_attribute]
pub fn tool(settings: TokenStream, item: TokenStream) -> TokenStream {
    guard::attribute("tool", settings, item, tool::on_fn)
}

/// Makes the annotated methods of an impl block tools.
///
/// Documented where `tooldef` re-exports it.
#[proc_macro_attribute]
pub fn toolkit(settings: TokenStream, item: TokenStream) -> TokenStream {
    guard::attribute("toolkit", settings, item, tool::on_impl)
}

/// Makes a method one that a task may name as a tool; only inside an impl block
/// under `#[toolkit]`.
///
/// Documented where `tooldef` re-exports it.
#[proc_macro_attribute]
pub fn method(settings: TokenStream, item: TokenStream) -> TokenStream {
    guard::attribute("method", settings, item, tool::misplaced_method)
}

/// Builds a record of tools.
///
/// Documented where `tooldef` re-exports it.
#[proc_macro]
pub fn tools(tokens: TokenStream) -> TokenStream {
    guard::function("tools", tokens, record::expand)
}
