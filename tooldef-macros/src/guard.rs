//! The outermost layer: turns a panic in the macro into an error that says
//! whose fault it is.

use std::panic::{AssertUnwindSafe, catch_unwind};

use proc_macro::TokenStream;
use proc_macro2::{Span, TokenStream as Tokens};
use quote::quote;

/// Runs the expansion of an attribute.
pub(crate) fn attribute(
    name: &str,
    settings: TokenStream,
    item: TokenStream,
    expand: fn(Tokens, &Tokens) -> Tokens,
) -> TokenStream {
    let item = Tokens::from(item);
    let expanded = catch_unwind(AssertUnwindSafe(|| expand(settings.into(), &item)));
    match expanded {
        Ok(tokens) => tokens.into(),
        Err(panic) => {
            let error = bug(name, &*panic);
            quote!(#error #item).into()
        }
    }
}

/// Runs the expansion of a macro in an expression.
pub(crate) fn function(
    name: &str,
    tokens: TokenStream,
    expand: fn(Tokens) -> Tokens,
) -> TokenStream {
    match catch_unwind(AssertUnwindSafe(|| expand(tokens.into()))) {
        Ok(tokens) => tokens.into(),
        Err(panic) => {
            let error = bug(name, &*panic);
            quote!({ #error }).into()
        }
    }
}

fn bug(name: &str, panic: &(dyn std::any::Any + Send)) -> Tokens {
    let text = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no message");
    syn::Error::new(
        Span::call_site(),
        format!("this is a bug in tooldef, not in your code: `{name}` panicked with: {text}"),
    )
    .into_compile_error()
}
