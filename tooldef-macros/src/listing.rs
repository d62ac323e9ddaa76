//! Writes down an impl under `#[toolkit]`: the impl itself, and a second one
//! that holds the constants and starters of its tools and lists them.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Generics, Ident, ImplItem, ItemImpl, parse_quote_spanned};

use crate::constants;
use crate::expand;
use crate::model::Tool;
use crate::runtime::Runtime;
use crate::start;
use crate::toolkit::{Kind, Method};

/// The impl as the user wrote it, and a second one that lists its tools.
pub(crate) fn written(item: &ItemImpl, methods: &[Method], runtime: &Runtime) -> TokenStream {
    let descriptions = methods
        .iter()
        .map(|method| expand::description(&method.tool, runtime));
    let members = methods.iter().map(|method| member(&method.tool, runtime));
    let lists = [Kind::Tool, Kind::Method].map(|kind| list(kind, methods, runtime));
    let generics = shared(item);
    let (generics, _, bounds) = generics.split_for_impl();
    let ty = &item.self_ty;
    let cfgs = item.attrs.iter().filter(|a| a.path().is_ident("cfg"));
    quote! {
        #item
        #(#cfgs)*
        #[allow(deprecated)]
        const _: () = {
            #(#descriptions)*
            #[allow(non_upper_case_globals, non_snake_case)]
            impl #generics #ty #bounds {
                #(#members)*
                #(#lists)*
            }
        };
    }
}

/// The impl's generics, with the bound that calls may share the value. Said
/// once here, a value that cannot be shared is one error, and a generic impl
/// has a toolkit wherever its parameters allow it.
fn shared(item: &ItemImpl) -> Generics {
    let place = item.self_ty.span().resolved_at(Span::mixed_site());
    let mut generics = item.generics.clone();
    generics
        .make_where_clause()
        .predicates
        .push(parse_quote_spanned! {place=>
            Self: ::core::marker::Send + ::core::marker::Sync + 'static
        });
    generics
}

/// The names of the hidden members of one method.
fn member_names(tool: &Tool) -> (Ident, Ident) {
    let name = tool.ident.unraw();
    let site = Span::mixed_site();
    (
        format_ident!("__tooldef_spec_{name}", span = site),
        format_ident!("__tooldef_start_{name}", span = site),
    )
}

fn member(tool: &Tool, runtime: &Runtime) -> TokenStream {
    let site = Span::mixed_site();
    let private = runtime.private(site);
    let (spec_name, start_name) = member_names(tool);
    let defaults = expand::defaults(tool, runtime);
    let spec = constants::spec(tool, runtime);
    let this = Ident::new("__this", site);
    let receiver = tool.receiver.map(|receiver| receiver.lend(&this));
    let ident = &tool.ident;
    let body = start::body(tool, &quote!(Self::#ident), receiver, runtime);
    let cfgs = &tool.cfgs;
    quote_spanned! {site=>
        #defaults

        #(#cfgs)*
        #[doc(hidden)]
        const #spec_name: &'static #private::Spec = &#spec;

        #(#cfgs)*
        #[doc(hidden)]
        fn #start_name<'call>(
            #this: &'call #private::Arc<Self>,
            __reader: &mut #private::Reader<'call>,
            __context: &'call #private::Scope<'call>,
        ) -> #private::Started<'call> {
            let _ = #this;
            #body
        }
    }
}

/// The method that lists all tools of one kind, where there are any.
fn list(kind: Kind, methods: &[Method], runtime: &Runtime) -> Option<TokenStream> {
    let site = Span::mixed_site();
    let private = runtime.private(site);
    let public = runtime.public(site);
    let listed: Vec<&Tool> = methods
        .iter()
        .filter(|method| method.kind == kind)
        .map(|method| &method.tool)
        .collect();
    if listed.is_empty() {
        return None;
    }
    let names: Vec<String> = listed
        .iter()
        .map(|tool| format!("`{}`", tool.name.value()))
        .collect();
    let names = names.join(", ");
    let entries = listed.iter().map(|tool| {
        let (spec, start) = member_names(tool);
        let cfgs = &tool.cfgs;
        quote_spanned! {site=>
            #(#cfgs)*
            #private::bound(
                <#private::Arc<Self> as ::core::clone::Clone>::clone(self),
                Self::#spec,
                Self::#start,
            )
        }
    });
    let (name, returned, doc) = match kind {
        Kind::Tool => (
            "toolkit",
            "Toolkit",
            format!("The tools of this value, in the order they are written: {names}."),
        ),
        Kind::Method => (
            "methods",
            "Methods",
            format!("The methods that a task may name as tools: {names}."),
        ),
    };
    let name = Ident::new(name, site);
    let returned = Ident::new(returned, site);
    Some(quote_spanned! {site=>
        #[doc = #doc]
        #[must_use]
        #[allow(dead_code, unreachable_pub)]
        pub fn #name(self: &#private::Arc<Self>) -> #public::#returned {
            #private::#name([#(#entries),*])
        }
    })
}

/// Empty lists in place of those that could not be written, so that their
/// callers compile. Which are needed is not known for sure, so both stand.
pub(crate) fn stubs(item: &ItemImpl, runtime: &Runtime) -> TokenStream {
    let site = Span::mixed_site();
    let private = runtime.private(site);
    let public = runtime.public(site);
    let lists = [("toolkit", "Toolkit"), ("methods", "Methods")]
        .into_iter()
        .filter(|(name, _)| {
            !item
                .items
                .iter()
                .any(|member| matches!(member, ImplItem::Fn(method) if method.sig.ident == name))
        })
        .map(|(name, returned)| {
            let name = Ident::new(name, site);
            let returned = Ident::new(returned, site);
            quote_spanned! {site=>
                pub fn #name(self: &#private::Arc<Self>) -> #public::#returned {
                    #private::#name([])
                }
            }
        });
    let (generics, _, bounds) = item.generics.split_for_impl();
    let ty = &item.self_ty;
    quote! {
        #[allow(dead_code, missing_docs, unreachable_pub)]
        const _: () = {
            impl #generics #ty #bounds {
                #(#lists)*
            }
        };
    }
}
