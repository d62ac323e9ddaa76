//! What stands in for a tool that could not be expanded: the user's fn and a
//! hidden type that can be named, so that one fault does not bring a second
//! error wherever the tool is used.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Ident, ItemFn};

use crate::expand;
use crate::runtime::Runtime;
use crate::validate;

/// The errors, the fn as the user wrote it, and a tool in name only. Without a
/// path to tooldef there is no trait to implement, and the type stands alone.
pub(crate) fn free(
    errors: &TokenStream,
    mut item: ItemFn,
    runtime: Option<&Runtime>,
) -> TokenStream {
    if validate::has_receiver(&item.sig) {
        // In an impl, where no other item can stand.
        return quote!(#errors #item);
    }
    // Variadic fns are unstable, which would be a second error.
    item.sig.variadic = None;
    let ident = &item.sig.ident;
    let companion = expand::companion(&item.vis, ident, &[]);
    let declared = runtime.map(|runtime| declared(ident, runtime));
    quote! {
        #errors
        #[allow(dead_code)]
        #item
        #companion
        #declared
    }
}

fn declared(ident: &Ident, runtime: &Runtime) -> TokenStream {
    let site = Span::mixed_site();
    let private = runtime.private(site);
    let hidden = expand::placed(ident);
    quote_spanned! {site=>
        const _: () = {
            impl #private::Declared for #hidden {
                const SPEC: &'static #private::Spec = &#private::Spec {
                    name: "not_compiled",
                    description: "The attribute of this tool has faults",
                    annotations: #private::Annotations {
                        title: ::core::option::Option::None,
                        effect: ::core::option::Option::None,
                        destructive: ::core::option::Option::None,
                        read_only: ::core::option::Option::None,
                        idempotent: ::core::option::Option::None,
                        open_world: ::core::option::Option::None,
                        requires_user_context: ::core::option::Option::None,
                    },
                    roles: &[],
                    timeout_ms: ::core::option::Option::None,
                    parameters: &[],
                    context: &[],
                    output: || ::core::option::Option::None,
                    module: ::core::module_path!(),
                    file: ::core::file!(),
                    line: ::core::line!(),
                };

                fn start<'call>(
                    _: &mut #private::Reader<'call>,
                    _: &'call #private::Scope<'call>,
                ) -> #private::Started<'call> {
                    #private::ready(async move { #private::conclude!(()) })
                }
            }
        };
    }
}
