//! The small grammar that all attributes share: `key`, `key = value` and
//! `key(…)`, separated by commas, each key at most once.

use std::fmt::Display;

use proc_macro2::{TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Expr, Ident, LitStr, Token};

use crate::errors::Errors;
use crate::suggest::did_you_mean;

/// A setting that can be given once.
pub(crate) struct Slot<T> {
    value: Option<T>,
    given: bool,
}

impl<T> Slot<T> {
    pub(crate) const fn new() -> Self {
        Self {
            value: None,
            given: false,
        }
    }

    /// Fills the slot with what was read for `key`. A second filling is noted
    /// as a fault, and so is a value that could not be read.
    pub(crate) fn set(
        &mut self,
        key: &Ident,
        value: syn::Result<T>,
        errors: &mut Errors,
    ) -> syn::Result<()> {
        let repeated = std::mem::replace(&mut self.given, true);
        if repeated {
            errors.at(key, format!("`{key}` is given twice: remove one"));
        }
        let value = value?;
        if !repeated {
            self.value = Some(value);
        }
        Ok(())
    }

    /// Notes that the key was meant to be there, so that it is not called
    /// missing as well.
    pub(crate) fn mark_given(&mut self) {
        self.given = true;
    }

    /// The value, where one was given and could be read.
    pub(crate) fn value(&self) -> Option<&T> {
        self.value.as_ref()
    }

    pub(crate) fn into_value(self) -> Option<T> {
        self.value
    }

    /// Whether the key was there, with a value that could be read or without.
    pub(crate) fn is_given(&self) -> bool {
        self.given
    }
}

/// Reads settings to the end: `one` reads a single setting. A fault is noted,
/// and reading goes on behind the next comma.
pub(crate) fn each(
    tokens: TokenStream,
    errors: &mut Errors,
    mut one: impl FnMut(ParseStream<'_>, &mut Errors) -> syn::Result<()>,
) {
    let all = |input: ParseStream<'_>| {
        while !input.is_empty() {
            if let Err(error) = one(input, errors) {
                errors.push(error);
                skip_to_comma(input)?;
            } else if !input.is_empty() && !input.peek(Token![,]) {
                errors.span(
                    input.span(),
                    "settings are separated by commas: put a `,` before this",
                );
                skip_to_comma(input)?;
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(())
    };
    if let Err(error) = all.parse2(tokens) {
        errors.push(error);
    }
}

fn skip_to_comma(input: ParseStream<'_>) -> syn::Result<()> {
    while !input.is_empty() && !input.peek(Token![,]) {
        input.parse::<TokenTree>()?;
    }
    Ok(())
}

/// Reads the key of a setting.
///
/// # Errors
/// Something else stands there, such as a value without its key.
pub(crate) fn key(input: ParseStream<'_>, keys: &[&str]) -> syn::Result<Ident> {
    if input.peek(Ident::peek_any) {
        return input.call(Ident::parse_any);
    }
    let place = input.span();
    let message = if input.peek(LitStr) && keys.contains(&"description") {
        "a value needs its key: write `description = \"…\"`".to_owned()
    } else {
        format!("expected a setting, one of {}", listed(keys))
    };
    Err(syn::Error::new(place, message))
}

/// The fault of a key that does not exist.
pub(crate) fn unknown(key: &Ident, keys: &[&str]) -> syn::Error {
    let hint = did_you_mean(&key.to_string(), keys);
    let hint = if hint.is_empty() {
        format!(": expected {}", listed(keys))
    } else {
        hint
    };
    syn::Error::new(key.span(), format!("unknown setting `{key}`{hint}"))
}

fn listed(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}

/// Reads the `=` between a key and its value. `example` is the value in the
/// error message.
///
/// # Errors
/// There is no `=`, or nothing behind it.
pub(crate) fn equals(
    input: ParseStream<'_>,
    key: &Ident,
    example: impl Display,
) -> syn::Result<()> {
    let form = format!("write `{key} = {example}`");
    if input.peek(Token![=]) {
        let equals: Token![=] = input.parse()?;
        if input.is_empty() || input.peek(Token![,]) {
            let message = format!("`{key}` needs a value: {form}");
            return Err(syn::Error::new_spanned(equals, message));
        }
        return Ok(());
    }
    if input.is_empty() || input.peek(Token![,]) {
        let message = format!("`{key}` needs a value: {form}");
        return Err(syn::Error::new(key.span(), message));
    }
    Err(syn::Error::new(
        input.span(),
        format!("expected `=` behind `{key}`: {form}"),
    ))
}

/// Reads `= "text"`.
///
/// # Errors
/// The value is no string literal.
pub(crate) fn text(input: ParseStream<'_>, key: &Ident, example: &str) -> syn::Result<LitStr> {
    equals(input, key, format_args!("\"{example}\""))?;
    let expression: Expr = input.parse()?;
    string(&expression).ok_or_else(|| {
        let message = format!("`{key}` takes a string literal: write `{key} = \"{example}\"`");
        syn::Error::new_spanned(&expression, message)
    })
}

/// Reads nothing, which means true, or `= true` or `= false`.
///
/// # Errors
/// Anything else stands there.
pub(crate) fn flag(input: ParseStream<'_>, key: &Ident) -> syn::Result<bool> {
    if input.is_empty() || input.peek(Token![,]) {
        return Ok(true);
    }
    equals(input, key, "true")?;
    let expression: Expr = input.parse()?;
    if let Expr::Lit(literal) = peeled(&expression)
        && let syn::Lit::Bool(flag) = &literal.lit
    {
        return Ok(flag.value);
    }
    let message =
        format!("`{key}` is a flag: write `{key}` alone, `{key} = true` or `{key} = false`");
    Err(syn::Error::new_spanned(&expression, message))
}

/// The string literal that an expression is, if it is one.
pub(crate) fn string(expression: &Expr) -> Option<LitStr> {
    match peeled(expression) {
        Expr::Lit(literal) if literal.attrs.is_empty() => match &literal.lit {
            syn::Lit::Str(text) => Some(text.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// The expression without the invisible groups that `macro_rules` puts around
/// its fragments, and without parentheses.
pub(crate) fn peeled(expression: &Expr) -> &Expr {
    match expression {
        Expr::Group(group) => peeled(&group.expr),
        Expr::Paren(paren) => peeled(&paren.expr),
        other => other,
    }
}
