//! The attributes as they meet an item: the right one is expanded, a wrong one
//! is refused with a remedy.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Item, ItemFn, TraitItemFn};

use crate::crate_path;
use crate::errors::Errors;
use crate::expand;
use crate::fallback;
use crate::model::{self, Place};
use crate::toolkit;

/// `#[tool(…)]`
pub(crate) fn on_fn(settings: TokenStream, item: &TokenStream) -> TokenStream {
    let Ok(mut item) = syn::parse2::<ItemFn>(item.clone()) else {
        return refused(not_a_fn(item), item);
    };
    let mut errors = Errors::new();
    let tool = model::read(
        settings,
        Span::call_site(),
        &mut item.attrs,
        &mut item.sig,
        Place::Free,
        &mut errors,
    );
    let runtime = match crate_path::resolve(tool.settings.crate_path.value()) {
        Ok(path) => Some(path),
        Err(error) => {
            errors.push(error);
            None
        }
    };
    match (errors.finish(), runtime) {
        (None, Some(runtime)) => expand::free(&tool, &item, &runtime),
        (errors, runtime) => fallback::free(&errors.unwrap_or_default(), item, runtime.as_ref()),
    }
}

/// `#[toolkit]`
pub(crate) fn on_impl(settings: TokenStream, item: &TokenStream) -> TokenStream {
    match syn::parse2::<Item>(item.clone()) {
        Ok(Item::Impl(item)) => toolkit::expand(settings, item),
        Ok(Item::Fn(_)) => refused(
            syn::Error::new(
                Span::call_site(),
                "`#[toolkit]` goes on an impl block: for a fn, write `#[tool(…)]`",
            ),
            item,
        ),
        _ => refused(
            syn::Error::new(
                Span::call_site(),
                "`#[toolkit]` goes on an `impl` block, whose methods become tools by `#[tool(…)]`",
            ),
            item,
        ),
    }
}

/// `#[method(…)]` outside `#[toolkit]`.
pub(crate) fn misplaced_method(_: TokenStream, item: &TokenStream) -> TokenStream {
    refused(
        syn::Error::new(
            Span::call_site(),
            "`#[method]` only means something in an impl block under `#[toolkit]`: put `#[toolkit]` \
             on the impl, or use `#[tool]` for a fn of its own",
        ),
        item,
    )
}

/// The fault of `#[tool]` on something else than a fn with a body.
fn not_a_fn(item: &TokenStream) -> syn::Error {
    let message = match syn::parse2::<Item>(item.clone()) {
        Ok(Item::Impl(_)) => {
            "`#[tool]` goes on a fn: put `#[toolkit]` on the impl block, and `#[tool(…)]` on its \
             methods"
        }
        Ok(Item::Struct(_) | Item::Enum(_) | Item::Union(_)) => {
            "`#[tool]` goes on a fn: to make a value's methods tools, put `#[toolkit]` on its impl \
             block"
        }
        _ if syn::parse2::<TraitItemFn>(item.clone()).is_ok() => {
            "a fn without a body cannot be a tool: put the attribute on a fn that has one"
        }
        _ => "`#[tool]` goes on a fn",
    };
    syn::Error::new(Span::call_site(), message)
}

/// An error, and the item as it was but for what only we understand.
fn refused(error: syn::Error, item: &TokenStream) -> TokenStream {
    let error = error.into_compile_error();
    let item = match syn::parse2::<ItemFn>(item.clone()) {
        Ok(mut item) => {
            strip(&mut item);
            item.into_token_stream()
        }
        Err(_) => item.clone(),
    };
    quote!(#error #item)
}

/// Takes `#[arg]`, `#[context]` and doc comments from the parameters.
pub(crate) fn strip(item: &mut ItemFn) {
    for input in &mut item.sig.inputs {
        if let syn::FnArg::Typed(typed) = input {
            typed.attrs.retain(|attribute| {
                let path = attribute.path();
                !(path.is_ident("arg") || path.is_ident("context") || path.is_ident("doc"))
            });
        }
    }
}
