//! The attribute macros of tooldef. Use them through the `tooldef` crate, which
//! documents them where it re-exports them.
//!
//! They only translate: an annotated fn stays as it is, and beside it stand
//! constants and a fn that hands the arguments over. What a call means is
//! decided in the runtime.

#![allow(
    missing_docs,
    reason = "the documentation stands where tooldef re-exports the macros"
)]

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
mod manifest;
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

#[proc_macro_attribute]
pub fn tool(settings: TokenStream, item: TokenStream) -> TokenStream {
    guard::attribute("tool", settings, item, tool::on_fn)
}

#[proc_macro_attribute]
pub fn toolkit(settings: TokenStream, item: TokenStream) -> TokenStream {
    guard::attribute("toolkit", settings, item, tool::on_impl)
}

#[proc_macro_attribute]
pub fn method(settings: TokenStream, item: TokenStream) -> TokenStream {
    guard::attribute("method", settings, item, tool::misplaced_method)
}

#[proc_macro]
pub fn tools(tokens: TokenStream) -> TokenStream {
    guard::function("tools", tokens, record::expand)
}
