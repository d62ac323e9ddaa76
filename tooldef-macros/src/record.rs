//! Expands `tools! { … }`: a record of tools under their names.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::{Attribute, Expr, Ident, LitStr, Path, Token};

use crate::crate_path;
use crate::errors::Errors;
use crate::key;
use crate::name;
use crate::runtime::Runtime;

/// Expands a record to an expression of type `Result<ToolSet, ToolSetError>`.
pub(crate) fn expand(tokens: TokenStream) -> TokenStream {
    let mut errors = Errors::new();
    let record = match syn::parse2::<Record>(tokens) {
        Ok(record) => record,
        Err(error) => {
            errors.push(error);
            Record::default()
        }
    };
    record.check(&mut errors);
    let runtime = match crate_path::resolve(record.crate_path.as_ref()) {
        Ok(path) => path,
        Err(error) => {
            errors.push(error);
            let errors = errors.finish();
            return quote!({ #errors });
        }
    };
    let private = runtime.private(Span::mixed_site());
    match errors.finish() {
        Some(errors) => quote!({ #errors #private::record().build() }),
        None => record.written(&runtime),
    }
}

#[derive(Default)]
struct Record {
    crate_path: Option<Path>,
    entries: Vec<Entry>,
}

struct Entry {
    cfgs: Vec<Attribute>,
    /// Attributes that mean nothing here.
    others: Vec<Attribute>,
    kind: Kind,
}

enum Kind {
    /// `path`
    Short(Path),
    /// `key: path` or `key: expression`
    Keyed(LitStr, Expr),
    /// `..expression`
    Spread(Expr),
}

impl Parse for Record {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut record = Self::default();
        if input.peek(Token![crate]) && input.peek2(Token![=]) {
            input.parse::<Token![crate]>()?;
            input.parse::<Token![=]>()?;
            record.crate_path = Some(input.call(Path::parse_mod_style)?);
            if !input.peek(Token![;]) {
                return Err(input.error("expected `;` behind the path of tooldef"));
            }
            input.parse::<Token![;]>()?;
        }
        while !input.is_empty() {
            record.entries.push(input.parse()?);
            if !input.is_empty() && !input.peek(Token![,]) {
                return Err(input.error(
                    "tools are separated by commas: put a `,` before this, or give an expression \
                     a key (`name: expression`)",
                ));
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(record)
    }
}

impl Parse for Entry {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let (cfgs, others) = input
            .call(Attribute::parse_outer)?
            .into_iter()
            .partition(|attribute| attribute.path().is_ident("cfg"));
        Ok(Self {
            cfgs,
            others,
            kind: input.parse()?,
        })
    }
}

impl Parse for Kind {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(Token![..]) {
            let dots: Token![..] = input.parse()?;
            if input.is_empty() || input.peek(Token![,]) {
                let message = "expected a toolkit behind `..`, such as `..files.toolkit()`";
                return Err(syn::Error::new_spanned(dots, message));
            }
            return Ok(Self::Spread(input.parse()?));
        }
        let is_word = input.peek(Ident::peek_any);
        if (is_word || input.peek(LitStr)) && input.peek2(Token![:]) && !input.peek2(Token![::]) {
            let key = if is_word {
                let word = input.call(Ident::parse_any)?;
                LitStr::new(&word.unraw().to_string(), word.span())
            } else {
                input.parse()?
            };
            let colon: Token![:] = input.parse()?;
            if input.is_empty() || input.peek(Token![,]) {
                let message = "expected a tool behind the key, such as `key: my_tool`";
                return Err(syn::Error::new(colon.span, message));
            }
            return Ok(Self::Keyed(key, input.parse()?));
        }
        if input.peek(LitStr) {
            let literal: LitStr = input.parse()?;
            let message = "a key needs its tool: write `\"key\": my_tool`";
            return Err(syn::Error::new(literal.span(), message));
        }
        let expression: Expr = input.parse()?;
        match key::peeled(&expression) {
            Expr::Path(path) if path.qself.is_none() && path.attrs.is_empty() => {
                Ok(Self::Short(path.path.clone()))
            }
            _ => Err(syn::Error::new_spanned(
                &expression,
                "only the path of an annotated fn has a name of its own: give an expression a key \
                 (`name: expression`), or spread a toolkit with `..`",
            )),
        }
    }
}

impl Record {
    /// Finds what can be seen without knowing the tools: illegal keys and
    /// duplicates. Entries under a `cfg` are left to the set.
    fn check(&self, errors: &mut Errors) {
        let mut seen: Vec<String> = Vec::new();
        for entry in &self.entries {
            if let Some(attribute) = entry.others.first() {
                errors.at(
                    attribute,
                    "only `#[cfg(…)]` can stand before an entry: remove this",
                );
            }
            let (id, place, what): (_, &dyn ToTokens, _) = match &entry.kind {
                Kind::Spread(_) => continue,
                Kind::Keyed(key, _) => {
                    if let Some(fault) = name::fault(&key.value()) {
                        errors.at(key, format!("illegal tool name: {fault}; {}", name::RULE));
                        continue;
                    }
                    (key.value(), key, format!("the key `{}`", key.value()))
                }
                // A path is no legal name once it has a mark that a name
                // cannot have, so that the two kinds are told apart.
                Kind::Short(path) => {
                    let text = path.to_token_stream().to_string().replace(' ', "");
                    let what = format!("the tool `{text}`");
                    (format!(".{text}"), path, what)
                }
            };
            if !entry.cfgs.is_empty() {
                continue;
            }
            if seen.contains(&id) {
                errors.push(syn::Error::new_spanned(
                    place,
                    format!("{what} is listed twice: remove one, or give it another key"),
                ));
            } else {
                seen.push(id);
            }
        }
    }

    fn written(&self, runtime: &Runtime) -> TokenStream {
        let site = Span::mixed_site();
        let private = runtime.private(site);
        let additions = self.entries.iter().map(|entry| {
            let cfgs = &entry.cfgs;
            let addition = match &entry.kind {
                Kind::Short(path) => {
                    let tool = declared(path, runtime);
                    quote_spanned!(site=> add(#tool))
                }
                Kind::Keyed(key, expression) => {
                    let tool = match expression {
                        Expr::Path(path) if path.qself.is_none() => declared(&path.path, runtime),
                        other => written(other),
                    };
                    quote_spanned!(site=> named(#private::key(#key), #tool))
                }
                Kind::Spread(expression) => {
                    let toolkit = written(expression);
                    quote_spanned!(site=> spread(#toolkit))
                }
            };
            quote_spanned!(site=> #(#cfgs)* let __builder = __builder.#addition;)
        });
        quote_spanned! {site=> {
            let __builder = #private::record();
            #(#additions)*
            __builder.build()
        }}
    }
}

/// An expression without the parentheses around it, which tell it from the path
/// of an annotated fn and would be called needless in an argument.
fn written(expression: &Expr) -> TokenStream {
    match expression {
        Expr::Paren(paren) if paren.attrs.is_empty() => written(&paren.expr),
        other => quote!(#other),
    }
}

/// The tool of an annotated fn.
fn declared(path: &Path, runtime: &Runtime) -> TokenStream {
    let place = path.span().resolved_at(Span::mixed_site());
    let private = runtime.private(place);
    // The parentheses make a fn that is no tool "not a type", which says more
    // than the error on a constant in place of a type.
    quote_spanned!(place=> #private::declared::<(#path)>())
}
