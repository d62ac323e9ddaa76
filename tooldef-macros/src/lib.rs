//! The attribute macros of tooldef.
use proc_macro::TokenStream;
/// stub
#[proc_macro_attribute]
pub fn tool(_: TokenStream, item: TokenStream) -> TokenStream { item }
/// stub
#[proc_macro_attribute]
pub fn method(_: TokenStream, item: TokenStream) -> TokenStream { item }
/// stub
#[proc_macro]
pub fn tools(item: TokenStream) -> TokenStream { item }
