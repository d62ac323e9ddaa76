//! Reads `#[toolkit]`: an inherent impl whose annotated methods become the
//! toolkit of a shared value.

use std::collections::HashSet;

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::spanned::Spanned;
use syn::{Attribute, ImplItem, ImplItemFn, ItemImpl, Meta};

use crate::attribute::Settings;
use crate::crate_path;
use crate::errors::Errors;
use crate::listing;
use crate::model::{self, Place, Tool};
use crate::validate;

/// One annotated method, and in which list it goes.
pub(crate) struct Method {
    pub(crate) tool: Tool,
    pub(crate) kind: Kind,
}

/// By which attribute a method was annotated.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `#[tool]`
    Tool,
    /// `#[method]`
    Method,
}

/// Expands `#[toolkit(…)]` on an impl.
pub(crate) fn expand(settings: TokenStream, mut item: ItemImpl) -> TokenStream {
    let mut errors = Errors::new();
    let given = Settings::read_crate_path(settings, &mut errors);
    let runtime = match crate_path::resolve(given.as_ref()) {
        Ok(path) => Some(path),
        Err(error) => {
            errors.push(error);
            None
        }
    };
    if let Some((path, _)) = &item.trait_ {
        errors.at(
            path,
            "the methods of a trait's impl cannot become tools: put `#[toolkit]` on an `impl` of the \
             type itself",
        );
    }
    let (methods, annotated) = methods(&mut item, &mut errors);
    if !annotated {
        errors.span(
            Span::call_site(),
            "no method here is a tool: put `#[tool(description = \"…\")]` on a method, or remove \
             `#[toolkit]`",
        );
    }
    distinct_names(&methods, &mut errors);
    refuse_taken_names(&item, &methods, &mut errors);

    match (errors.finish(), runtime) {
        (None, Some(runtime)) => listing::written(&item, &methods, &runtime),
        (errors, runtime) => {
            let stubs = (item.trait_.is_none())
                .then_some(runtime)
                .flatten()
                .map(|runtime| listing::stubs(&item, &runtime));
            quote!(#errors #[allow(dead_code)] #item #stubs)
        }
    }
}

/// Reads the annotated methods and strips their attributes; and whether any
/// method carries one, readable or not.
fn methods(item: &mut ItemImpl, errors: &mut Errors) -> (Vec<Method>, bool) {
    let mut methods = Vec::new();
    let mut annotated = false;
    for member in &mut item.items {
        let ImplItem::Fn(method) = member else {
            if let Some(attributes) = attributes(member) {
                attributes.retain(|attribute| {
                    let ours = kind(attribute).is_some();
                    if ours {
                        errors.at(
                            attribute,
                            "only a method can be a tool: remove the attribute",
                        );
                    }
                    !ours
                });
            }
            continue;
        };
        method
            .attrs
            .retain(|attribute| !refuse_hidden(attribute, errors));
        let Some(position) = method.attrs.iter().position(|a| kind(a).is_some()) else {
            continue;
        };
        annotated = true;
        let attribute = method.attrs.remove(position);
        let kind = kind(&attribute).unwrap_or(Kind::Tool);
        let settings = match &attribute.meta {
            Meta::Path(_) => TokenStream::new(),
            Meta::List(list) => list.tokens.clone(),
            Meta::NameValue(pair) => {
                errors.at(
                    &pair.eq_token,
                    "settings stand in parentheses: write `#[tool(description = \"…\")]`",
                );
                continue;
            }
        };
        let place = attribute.path().span();
        let ImplItemFn { attrs, sig, .. } = method;
        let tool = model::read(settings, place, attrs, sig, Place::Impl, errors);
        methods.push(Method { tool, kind });
    }
    (methods, annotated)
}

fn kind(attribute: &Attribute) -> Option<Kind> {
    if validate::is_ours(attribute, "tool") {
        Some(Kind::Tool)
    } else if validate::is_ours(attribute, "method") {
        Some(Kind::Method)
    } else {
        None
    }
}

fn attributes(member: &mut ImplItem) -> Option<&mut Vec<Attribute>> {
    match member {
        ImplItem::Const(item) => Some(&mut item.attrs),
        ImplItem::Type(item) => Some(&mut item.attrs),
        ImplItem::Macro(item) => Some(&mut item.attrs),
        _ => None,
    }
}

/// Refuses an attribute of ours that a `cfg_attr` hides: the method would be
/// missing from the toolkit without a word. Whether it did.
fn refuse_hidden(attribute: &Attribute, errors: &mut Errors) -> bool {
    let Meta::List(list) = &attribute.meta else {
        return false;
    };
    if !list.path.is_ident("cfg_attr") {
        return false;
    }
    let hides = list.tokens.clone().into_iter().any(|token| {
        matches!(&token, proc_macro2::TokenTree::Ident(word) if word == "tool" || word == "method")
    });
    if hides {
        errors.at(
            attribute,
            "`cfg_attr` hides the attribute from `#[toolkit]`: put `#[cfg(…)]` on the method and \
             write the attribute plainly",
        );
    }
    hides
}

fn distinct_names(methods: &[Method], errors: &mut Errors) {
    let mut seen = HashSet::new();
    for method in methods.iter().filter(|method| method.tool.cfgs.is_empty()) {
        let name = method.tool.name.value();
        if !seen.insert(name.clone()) {
            errors.at(
                &method.tool.name,
                format!("two tools here are called `{name}`: rename one with `name = \"…\"`"),
            );
        }
    }
}

/// Refuses methods of the user's that have the name of one to be written.
fn refuse_taken_names(item: &ItemImpl, methods: &[Method], errors: &mut Errors) {
    for member in &item.items {
        let ImplItem::Fn(method) = member else {
            continue;
        };
        let name = &method.sig.ident;
        let taken = name == "toolkit" && methods.iter().any(|m| m.kind == Kind::Tool)
            || name == "methods" && methods.iter().any(|m| m.kind == Kind::Method);
        if taken {
            errors.at(
                name,
                format!("`#[toolkit]` writes a method `{name}` itself: give this one another name"),
            );
        }
    }
}
