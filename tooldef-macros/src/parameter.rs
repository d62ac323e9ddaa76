//! Reads one parameter: its key, its description, its default and how the fn
//! gets it; and takes from the user's fn what only the macro understands.

use proc_macro2::TokenStream;
use quote::quote;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, Ident, LitStr, Meta, Pat, PatType};

use crate::doc;
use crate::errors::Errors;
use crate::held::Held;
use crate::key::{self, Slot};
use crate::suggest::nearest;

const KEYS: [&str; 3] = ["default", "rename", "description"];

/// One parameter, read.
pub(crate) struct Parameter {
    /// The conditions under which the parameter exists.
    pub(crate) cfgs: Vec<Attribute>,
    pub(crate) held: Held,
    pub(crate) source: Source,
}

/// Where the value comes from.
pub(crate) enum Source {
    /// From the model, as a field of the input object.
    Argument(Argument),
    /// From the call's context, unseen by the model. Holds the parameter's
    /// name, for messages.
    Context(String),
}

/// A field of the input object.
pub(crate) struct Argument {
    pub(crate) key: LitStr,
    /// A constant expression, if the field is described at all.
    pub(crate) description: Option<TokenStream>,
    pub(crate) default: Option<Default>,
}

/// What an absent argument becomes.
pub(crate) enum Default {
    /// The type's own default.
    OfType,
    /// This expression.
    Expression(Expr),
}

/// What `#[arg(…)]` says.
struct Settings {
    default: Slot<Default>,
    rename: Slot<LitStr>,
    description: Slot<Expr>,
}

/// Reads a parameter and strips it of `#[arg]`, `#[context]` and doc comments.
/// Gives nothing where a fault was found that leaves no parameter to speak of.
pub(crate) fn read(parameter: &mut PatType, errors: &mut Errors) -> Option<Parameter> {
    let mut settings: Option<Settings> = None;
    let mut context: Option<Attribute> = None;
    let mut docs = Vec::new();
    let mut cfgs = Vec::new();
    let mut kept = Vec::new();
    for attribute in std::mem::take(&mut parameter.attrs) {
        let path = attribute.path();
        if path.is_ident("doc") {
            docs.push(attribute);
        } else if path.is_ident("arg") {
            if settings.is_some() {
                errors.at(&attribute, "a second `#[arg]`: put all settings into one");
            }
            settings = Some(settings_of(&attribute, settings, errors));
        } else if path.is_ident("context") {
            if !matches!(attribute.meta, Meta::Path(_)) {
                errors.at(
                    &attribute,
                    "`#[context]` takes no settings: write `#[context]` alone",
                );
            } else if context.is_some() {
                errors.at(&attribute, "a second `#[context]`: remove one");
            }
            context = Some(attribute);
        } else if let Some(remedy) = mistaken(&attribute) {
            errors.at(&attribute, remedy);
        } else {
            if path.is_ident("cfg") {
                cfgs.push(attribute.clone());
            }
            kept.push(attribute);
        }
    }
    parameter.attrs = kept;

    let held = Held::of(&parameter.ty);
    if let Some(context) = context {
        if settings.is_some() {
            errors.at(
                &context,
                "a parameter is either an argument of the model or part of the context: remove \
                 `#[arg]` or `#[context]`",
            );
        }
        let name = match &*parameter.pat {
            Pat::Ident(pattern) => pattern.ident.unraw().to_string(),
            _ => "_".to_owned(),
        };
        return Some(Parameter {
            cfgs,
            held,
            source: Source::Context(name),
        });
    }

    let settings = settings.unwrap_or_else(Settings::new);
    let described = settings.description.is_given();
    if described && let Some(comment) = docs.first() {
        errors.at(
            comment,
            "the parameter is described twice, here and by `description`: keep one",
        );
    }
    let description = match settings.description.into_value() {
        Some(expression) => Some(quote!(#expression)),
        None if described => None,
        None => doc::text(&docs),
    };
    let key = match settings.rename.into_value() {
        Some(key) => key,
        None => key_of(&parameter.pat, errors)?,
    };
    Some(Parameter {
        cfgs,
        held,
        source: Source::Argument(Argument {
            key,
            description,
            default: settings.default.into_value(),
        }),
    })
}

/// The key that the parameter's name gives.
fn key_of(pattern: &Pat, errors: &mut Errors) -> Option<LitStr> {
    let remedy = match pattern {
        Pat::Ident(ident) if ident.by_ref.is_none() && ident.subpat.is_none() => {
            return Some(text_of(&ident.ident));
        }
        Pat::Ident(_) => "take it by its plain name, and borrow or match in the body",
        Pat::Wild(_) => "name it, or say its key with `#[arg(rename = \"…\")]`",
        _ => "take it by a name, and take it apart in the body",
    };
    errors.at(
        pattern,
        format!("an argument needs a name for the model to fill: {remedy}"),
    );
    None
}

fn text_of(ident: &Ident) -> LitStr {
    LitStr::new(&ident.unraw().to_string(), ident.span())
}

/// The remedy for an attribute that was probably meant for the macro.
fn mistaken(attribute: &Attribute) -> Option<String> {
    const MEANT: &str = "parameters take `#[arg(default, rename, description)]` and `#[context]`";
    let path = attribute.path();
    if path.is_ident("cfg_attr") {
        let Meta::List(list) = &attribute.meta else {
            return None;
        };
        let hides = list.tokens.clone().into_iter().any(|token| {
            matches!(&token, proc_macro2::TokenTree::Ident(word)
                if word == "arg" || word == "context" || word == "doc")
        });
        return hides.then(|| {
            "`cfg_attr` hides the attribute from the macro: write two parameters, each with its \
             own `#[cfg(…)]`"
                .to_owned()
        });
    }
    let word = path.get_ident()?.to_string();
    if ["serde", "schemars", "validate", "garde"].contains(&word.as_str()) {
        return Some(format!(
            "`#[{word}]` has no effect on a parameter: {MEANT}; for more, take a struct"
        ));
    }
    if KEYS.contains(&word.as_str()) {
        return Some(format!("write `#[arg({word})]`: {MEANT}"));
    }
    if ["ctx", "state", "tool"].contains(&word.as_str()) {
        return Some(format!("`#[{word}]` means nothing on a parameter: {MEANT}"));
    }
    let near = nearest(&word, &["arg", "context"])?;
    // `allow` and its like are near to nothing; anything else may be another
    // macro's, so only a slip of one of the two words is refused.
    Some(format!(
        "unknown attribute `{word}`; did you mean `{near}`?"
    ))
}

impl Settings {
    const fn new() -> Self {
        Self {
            default: Slot::new(),
            rename: Slot::new(),
            description: Slot::new(),
        }
    }
}

fn settings_of(attribute: &Attribute, before: Option<Settings>, errors: &mut Errors) -> Settings {
    let mut settings = before.unwrap_or_else(Settings::new);
    let Meta::List(list) = &attribute.meta else {
        errors.at(
            attribute,
            "`#[arg]` without settings says nothing: write `#[arg(default)]`, \
             `#[arg(rename = \"…\")]` or `#[arg(description = \"…\")]`, or remove it",
        );
        return settings;
    };
    key::each(list.tokens.clone(), errors, |input, errors| {
        let key = key::key(input, &KEYS)?;
        match key.to_string().as_str() {
            "default" => settings.default.set(&key, default(input, &key), errors),
            "rename" => settings.rename.set(&key, rename(input, &key), errors),
            "description" => {
                let expression = description(input, &key);
                settings.description.set(&key, expression, errors)
            }
            _ => Err(key::unknown(&key, &KEYS)),
        }
    });
    settings
}

fn default(input: syn::parse::ParseStream<'_>, key: &Ident) -> syn::Result<Default> {
    if input.is_empty() || input.peek(syn::Token![,]) {
        return Ok(Default::OfType);
    }
    key::equals(input, key, "value")?;
    input.parse().map(Default::Expression)
}

fn rename(input: syn::parse::ParseStream<'_>, key: &Ident) -> syn::Result<LitStr> {
    let name = key::text(input, key, "a_name")?;
    if name.value().trim().is_empty() {
        return Err(syn::Error::new(
            name.span(),
            "the key is blank: name the field as the model shall see it",
        ));
    }
    Ok(name)
}

fn description(input: syn::parse::ParseStream<'_>, key: &Ident) -> syn::Result<Expr> {
    key::equals(input, key, "\"what the argument means\"")?;
    let expression: Expr = input.parse()?;
    if let Some(text) = key::string(&expression)
        && text.value().trim().is_empty()
    {
        return Err(syn::Error::new(
            expression.span(),
            "the description is blank: say what the argument means, or remove the key",
        ));
    }
    Ok(expression)
}
