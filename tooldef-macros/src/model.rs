//! One annotated fn, read whole: what the expansion needs to know, and nothing
//! of the syntax it came from.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Attribute, FnArg, Ident, LitStr, ReturnType, Signature, Type};

use crate::attribute::{Description, Settings};
use crate::doc;
use crate::errors::Errors;
use crate::parameter::{self, Parameter, Source};
use crate::receiver::Receiver;
use crate::validate;

/// One tool, read.
pub(crate) struct Tool {
    /// The fn's own name.
    pub(crate) ident: Ident,
    /// The name the model sees.
    pub(crate) name: LitStr,
    pub(crate) description: Text,
    pub(crate) settings: Settings,
    pub(crate) receiver: Option<Receiver>,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) is_async: bool,
    /// The return type as written, `()` where there is none.
    pub(crate) output: Type,
    /// Where the return type stands, or the fn's name where there is none.
    pub(crate) result: Span,
    /// The conditions under which the fn exists.
    pub(crate) cfgs: Vec<Attribute>,
}

/// A description, ready to be written down.
pub(crate) struct Text {
    /// A constant expression.
    pub(crate) expression: TokenStream,
    /// Whether its value is only known to the compiler, and so still has to be
    /// checked.
    pub(crate) unchecked: bool,
}

impl Text {
    fn faulty() -> Self {
        Self {
            expression: TokenStream::new(),
            unchecked: false,
        }
    }
}

/// Where the fn stands, and so which receivers it may have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// On its own.
    Free,
    /// In an impl under `#[toolkit]`.
    Impl,
}

/// Reads a fn, notes its faults, and strips it of what only the macro
/// understands. `attribute` is where the attribute stands, for faults that have
/// no place of their own. The result holds only while `errors` is empty.
pub(crate) fn read(
    settings: TokenStream,
    attribute: Span,
    attributes: &mut Vec<Attribute>,
    signature: &mut Signature,
    place: Place,
    errors: &mut Errors,
) -> Tool {
    let settings = Settings::read(settings, errors);
    validate::only_one(attributes, errors);
    validate::signature(signature, errors);
    let receiver = receiver(signature, place, errors);

    let mut parameters = Vec::new();
    for input in &mut signature.inputs {
        let FnArg::Typed(typed) = input else { continue };
        let Some(parameter) = parameter::read(typed, errors) else {
            continue;
        };
        match parameter.source {
            Source::Argument(_) => {
                validate::argument_type(&typed.ty, parameter.held.filled(), errors);
            }
            Source::Context(_) => {
                validate::context_type(&typed.ty, errors);
            }
        }
        parameters.push(parameter);
    }
    validate::distinct_keys(&parameters, errors);

    let ident = signature.ident.clone();
    let name = settings
        .name
        .value()
        .cloned()
        .unwrap_or_else(|| LitStr::new(&ident.unraw().to_string(), ident.span()));
    if settings.name.value().is_some() || !settings.name.is_given() {
        validate::tool_name(settings.name.value(), &ident, &name.value(), errors);
    }
    let description = description(&settings, attribute, attributes, &name.value(), errors);
    if let Some(path) = settings.crate_path.value()
        && place == Place::Impl
    {
        errors.at(
            path,
            "`crate` belongs to the whole impl: move it to `#[toolkit(crate = …)]`",
        );
    }

    Tool {
        ident,
        name,
        description,
        receiver,
        parameters,
        is_async: signature.asyncness.is_some(),
        result: match &signature.output {
            ReturnType::Default => signature.ident.span(),
            ReturnType::Type(_, ty) => ty.span(),
        },
        output: match &signature.output {
            ReturnType::Default => syn::parse_quote!(()),
            ReturnType::Type(_, ty) => (**ty).clone(),
        },
        cfgs: attributes
            .iter()
            .filter(|attribute| attribute.path().is_ident("cfg"))
            .cloned()
            .collect(),
        settings,
    }
}

fn receiver(signature: &Signature, place: Place, errors: &mut Errors) -> Option<Receiver> {
    let Some(FnArg::Receiver(receiver)) = signature.inputs.first() else {
        return None;
    };
    if place == Place::Free {
        errors.at(
            &receiver.self_token,
            "a method becomes a tool through its impl: put `#[toolkit]` on the impl block, and \
             spell this attribute `#[tool]`",
        );
        return None;
    }
    Receiver::of(receiver, errors)
}

/// Finds and checks the description. A fault leaves one that is never written.
fn description(
    settings: &Settings,
    attribute: Span,
    attributes: &[Attribute],
    name: &str,
    errors: &mut Errors,
) -> Text {
    let Some(description) = settings.description.value() else {
        if !settings.description.is_given() {
            let comment = doc::text(attributes).is_some();
            let alternative = if comment {
                ", or `description = doc` to use the doc comment"
            } else {
                ""
            };
            errors.span(
                attribute,
                format!(
                    "a tool needs a description, which the model decides by: add `description = \
                     \"…\"`{alternative}"
                ),
            );
        }
        return Text::faulty();
    };
    let unchecked = validate::description(description, name, errors);
    let expression = match description {
        Description::Expression(expression) => quote!(#expression),
        Description::Doc(span) => {
            let Some(text) = doc::text(attributes) else {
                errors.span(
                    *span,
                    "there is no doc comment to take the description from: write one, or write \
                     `description = \"…\"`",
                );
                return Text::faulty();
            };
            text
        }
    };
    Text {
        expression,
        unchecked,
    }
}
