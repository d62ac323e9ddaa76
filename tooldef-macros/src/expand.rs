//! Writes down an annotated fn: the fn itself, the hidden type that carries its
//! name, and the constants and the starter in an unnamed constant.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Attribute, Ident, ItemFn, Visibility};

use crate::constants;
use crate::model::Tool;
use crate::parameter::{Default, Source};
use crate::runtime::Runtime;
use crate::start;

/// The user's fn and what stands beside it.
pub(crate) fn free(tool: &Tool, item: &ItemFn, runtime: &Runtime) -> TokenStream {
    let site = Span::mixed_site();
    let private = runtime.private(site);
    let companion = companion(&item.vis, &tool.ident, &tool.cfgs);
    let hidden = placed(&tool.ident);
    let cfgs = &tool.cfgs;
    let description = description(tool, runtime);
    let defaults = defaults(tool, runtime);
    let spec = constants::spec(tool, runtime);
    let ident = &tool.ident;
    let body = start::body(tool, &quote!(#ident), None, runtime);
    let written = quote_spanned! {site=>
        #(#cfgs)*
        #[allow(deprecated)]
        const _: () = {
            #description
            impl #hidden {
                #defaults
            }
            impl #private::Declared for #hidden {
                const SPEC: &'static #private::Spec = &#spec;

                fn start<'call>(
                    __reader: &mut #private::Reader<'call>,
                    __context: &'call #private::Scope<'call>,
                ) -> #private::Started<'call> {
                    #body
                }
            }
        };
    };
    quote! {
        #item
        #companion
        #written
    }
}

/// The hidden type that carries a tool's name in the type name space, so that
/// one `use` brings it along with the fn.
pub(crate) fn companion(vis: &Visibility, ident: &Ident, cfgs: &[Attribute]) -> TokenStream {
    let hidden = placed(ident);
    quote! {
        #(#cfgs)*
        #[doc(hidden)]
        #[allow(non_camel_case_types, dead_code, clippy::exhaustive_structs)]
        #vis struct #hidden {}
    }
}

/// The identifier at its place in the user's code, yet known to be made by the
/// macro, so that lints on it are not the user's to answer. It is written raw:
/// made by the macro it is read by the rules of the macro's edition, in which
/// it may be a keyword.
pub(crate) fn placed(ident: &Ident) -> Ident {
    let place = ident.span().resolved_at(Span::mixed_site());
    Ident::new_raw(&ident.unraw().to_string(), place)
}

/// The constant that holds a description whose value only the compiler knows,
/// and the check of it; nothing for a literal, which is checked already.
pub(crate) fn description(tool: &Tool, runtime: &Runtime) -> TokenStream {
    if !tool.description.unchecked {
        return TokenStream::new();
    }
    let text = &tool.description.expression;
    let place = text.span().resolved_at(Span::mixed_site());
    let private = runtime.private(place);
    let constant = description_name(tool);
    let name = tool.name.value();
    let cfgs = &tool.cfgs;
    quote_spanned! {place=>
        #(#cfgs)*
        #[allow(non_upper_case_globals)]
        const #constant: &'static ::core::primitive::str = #text;
        #(#cfgs)*
        const _: () = #private::check_description(#constant, #name);
    }
}

/// The constant of a description. No user would choose it, so that it hides no
/// name that the tool's types or expressions mean.
pub(crate) fn description_name(tool: &Tool) -> Ident {
    let name = tool.ident.unraw();
    format_ident!("__TOOLDEF_DESCRIPTION_{name}", span = Span::mixed_site())
}

/// One fn per default. Each default is written once, so that a fault in it is
/// one error.
pub(crate) fn defaults(tool: &Tool, runtime: &Runtime) -> TokenStream {
    let mut fns = TokenStream::new();
    for (index, parameter) in tool.parameters.iter().enumerate() {
        let Source::Argument(argument) = &parameter.source else {
            continue;
        };
        let Some(default) = &argument.default else {
            continue;
        };
        let place = parameter.held.place();
        let name = default_name(tool, index);
        let ty = parameter.held.fixed(runtime);
        let value = match default {
            Default::Expression(expression) => parameter.held.given_default(runtime, expression),
            Default::OfType => parameter.held.own_default(runtime),
        };
        let cfgs = tool.cfgs.iter().chain(&parameter.cfgs);
        fns.extend(quote_spanned! {place=>
            #(#cfgs)*
            #[doc(hidden)]
            fn #name() -> #ty {
                #value
            }
        });
    }
    fns
}

/// The name of the fn that makes the default of the parameter at `index`.
pub(crate) fn default_name(tool: &Tool, index: usize) -> Ident {
    let name = tool.ident.unraw();
    format_ident!(
        "__tooldef_default_{index}_{name}",
        span = Span::mixed_site()
    )
}
