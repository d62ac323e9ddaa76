//! Writes down the constants of one tool: an expression of the runtime's type
//! `Spec`.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Ident;
use syn::visit_mut::VisitMut;

use crate::attribute::FLAGS;
use crate::expand::{default_name, description_name};
use crate::held::MakeStatic;
use crate::model::Tool;
use crate::parameter::{Argument, Parameter, Source};
use crate::runtime::Runtime;
use crate::validate;

/// The tool's constants. Its defaults are found on `Self`.
pub(crate) fn spec(tool: &Tool, runtime: &Runtime) -> TokenStream {
    let site = Span::mixed_site();
    let private = runtime.private(site);
    let settings = &tool.settings;
    let name = &tool.name;
    let description = if tool.description.unchecked {
        let constant = description_name(tool);
        quote!(#constant)
    } else {
        tool.description.expression.clone()
    };
    let title = option(settings.title.value().map(|title| quote!(#title)));
    let effect = settings.effect.value();
    let effect = option(effect.map(|effect| quote!(#private::Effect::#effect)));
    let flags = FLAGS.iter().zip(&settings.flags).map(|(flag, slot)| {
        let field = Ident::new(flag, site);
        let value = option(slot.value().map(|value| quote!(#value)));
        quote!(#field: #value)
    });
    let roles = settings.roles.value().into_iter().flatten();
    let timeout = option(settings.timeout_ms.value().map(|ms| quote!(#ms)));
    let parameters = tool.parameters.iter();
    let arguments =
        parameters
            .clone()
            .enumerate()
            .filter_map(|(index, parameter)| match &parameter.source {
                Source::Argument(argument) => {
                    let default = argument.default.as_ref().map(|_| default_name(tool, index));
                    Some(self::argument(parameter, argument, default, runtime))
                }
                Source::Context(_) => None,
            });
    let context = parameters.filter_map(|parameter| match &parameter.source {
        Source::Context(name) => Some(requirement(parameter, name, runtime)),
        Source::Argument(_) => None,
    });
    let output = output(tool, runtime);
    quote_spanned! {site=>
        #private::Spec {
            name: #name,
            description: #description,
            annotations: #private::Annotations {
                title: #title,
                effect: #effect,
                #(#flags,)*
            },
            roles: &[#(#roles),*],
            timeout_ms: #timeout,
            parameters: &[#(#arguments),*],
            context: &[#(#context),*],
            output: #output,
            module: ::core::module_path!(),
            file: ::core::file!(),
            line: ::core::line!(),
        }
    }
}

fn option(value: Option<TokenStream>) -> TokenStream {
    if let Some(value) = value {
        quote!(::core::option::Option::Some(#value))
    } else {
        quote!(::core::option::Option::None)
    }
}

fn argument(
    parameter: &Parameter,
    argument: &Argument,
    default: Option<Ident>,
    runtime: &Runtime,
) -> TokenStream {
    let place = parameter.held.place();
    let private = runtime.private(place);
    let cfgs = &parameter.cfgs;
    let described = parameter.held.described(runtime);
    let key = &argument.key;
    let undescribed = || quote!("");
    let description = argument.description.clone().unwrap_or_else(undescribed);
    let default = default.map(|default| {
        let ty = parameter.held.fixed(runtime);
        quote_spanned!(place=> .with_default(|| #private::default_json::<#ty>(&Self::#default())))
    });
    quote_spanned! {place=>
        #(#cfgs)*
        #private::Parameter::new::<#described>(#key, #description) #default
    }
}

fn requirement(parameter: &Parameter, name: &str, runtime: &Runtime) -> TokenStream {
    let place = parameter.held.place();
    let private = runtime.private(place);
    let cfgs = &parameter.cfgs;
    let ty = parameter.held.fixed(runtime);
    quote_spanned!(place=> #(#cfgs)* #private::Requirement::new::<#ty>(#name))
}

/// How to find the output schema of the return type.
fn output(tool: &Tool, runtime: &Runtime) -> TokenStream {
    let place = tool.result.resolved_at(Span::mixed_site());
    if validate::mentions_impl_trait(&tool.output) {
        return quote_spanned!(place=> || ::core::option::Option::None);
    }
    let private = runtime.private(place);
    let mut output = tool.output.clone();
    MakeStatic.visit_type_mut(&mut output);
    quote_spanned!(place=> || #private::output_schema!(#output))
}
