//! Reads the settings between the parentheses of `#[tool(…)]`,
//! `#[method(…)]` and `#[toolkit(…)]`.

use proc_macro2::{Span, TokenStream};
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Expr, Ident, LitStr, Path, Token};

use crate::errors::Errors;
use crate::key::{self, Slot};
use crate::suggest::{did_you_mean, nearest};

/// The effects, as the attribute spells them and as the runtime's variants.
const EFFECTS: [(&str, &str); 4] = [
    ("read", "Read"),
    ("write", "Write"),
    ("update", "Update"),
    ("destructive", "Destructive"),
];

/// The keys that are true or false.
pub(crate) const FLAGS: [&str; 5] = [
    "destructive",
    "read_only",
    "idempotent",
    "open_world",
    "requires_user_context",
];

const KEYS: [&str; 12] = [
    "description",
    "name",
    "title",
    "effect",
    "destructive",
    "read_only",
    "idempotent",
    "open_world",
    "requires_user_context",
    "roles",
    "timeout",
    "crate",
];

/// What one attribute says.
pub(crate) struct Settings {
    pub(crate) description: Slot<Description>,
    pub(crate) name: Slot<LitStr>,
    pub(crate) title: Slot<LitStr>,
    /// The variant of the runtime's `Effect`.
    pub(crate) effect: Slot<Ident>,
    /// In the order of [`FLAGS`].
    pub(crate) flags: [Slot<bool>; 5],
    pub(crate) roles: Slot<Vec<LitStr>>,
    pub(crate) timeout_ms: Slot<u64>,
    pub(crate) crate_path: Slot<Path>,
}

/// Where a description comes from.
pub(crate) enum Description {
    /// An expression, a literal in the plainest case.
    Expression(Expr),
    /// The item's doc comment, asked for by the word at this span.
    Doc(Span),
}

impl Settings {
    fn new() -> Self {
        Self {
            description: Slot::new(),
            name: Slot::new(),
            title: Slot::new(),
            effect: Slot::new(),
            flags: std::array::from_fn(|_| Slot::new()),
            roles: Slot::new(),
            timeout_ms: Slot::new(),
            crate_path: Slot::new(),
        }
    }

    /// Reads all settings of a tool, noting every fault on the way.
    pub(crate) fn read(tokens: TokenStream, errors: &mut Errors) -> Self {
        let mut settings = Self::new();
        key::each(tokens, errors, |input, errors| settings.one(input, errors));
        settings
    }

    fn one(&mut self, input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<()> {
        if input.peek(LitStr) {
            self.description.mark_given();
        }
        let key = key::key(input, &KEYS)?;
        let word = key.to_string();
        if let Some(flag) = FLAGS.iter().position(|flag| *flag == word) {
            return self.flags[flag].set(&key, key::flag(input, &key), errors);
        }
        match word.as_str() {
            "description" => self.description.set(&key, description(input, &key), errors),
            "name" => self
                .name
                .set(&key, key::text(input, &key, "a_name"), errors),
            "title" => self.title.set(&key, title(input, &key), errors),
            "effect" => self.effect.set(&key, effect(input, &key), errors),
            "roles" => self.roles.set(&key, roles(input, &key, errors), errors),
            "timeout" => self.timeout_ms.set(&key, timeout(input, &key), errors),
            "crate" => self.crate_path.set(&key, crate_path(input, &key), errors),
            _ => {
                if nearest(&word, &KEYS) == Some("description") {
                    self.description.mark_given();
                }
                Err(key::unknown(&key, &KEYS))
            }
        }
    }

    /// Reads what stands between the parentheses of `#[toolkit(…)]`: at most
    /// `crate = path`.
    pub(crate) fn read_crate_path(tokens: TokenStream, errors: &mut Errors) -> Option<Path> {
        let mut path = Slot::new();
        key::each(tokens, errors, |input, errors| {
            let key = key::key(input, &["crate"])?;
            if key == "crate" {
                return path.set(&key, crate_path(input, &key), errors);
            }
            Err(if KEYS.contains(&key.to_string().as_str()) {
                let message =
                    format!("`{key}` belongs to one tool: move it to the `#[tool(…)]` of a method");
                syn::Error::new(key.span(), message)
            } else {
                key::unknown(&key, &["crate"])
            })
        });
        path.into_value()
    }
}

fn description(input: ParseStream<'_>, key: &Ident) -> syn::Result<Description> {
    key::equals(input, key, "\"what the tool does\"")?;
    let expression: Expr = input.parse()?;
    Ok(match key::peeled(&expression) {
        Expr::Path(path) if path.path.is_ident("doc") => {
            Description::Doc(path.path.segments[0].ident.span())
        }
        Expr::Lit(literal) if !matches!(literal.lit, syn::Lit::Str(_)) => {
            return Err(syn::Error::new_spanned(
                &expression,
                "`description` takes text: a string literal, a constant, `concat!(…)`, \
                 `include_str!(…)`, or `doc` for the doc comment",
            ));
        }
        _ => Description::Expression(expression),
    })
}

fn title(input: ParseStream<'_>, key: &Ident) -> syn::Result<LitStr> {
    let title = key::text(input, key, "A title for people")?;
    if title.value().trim().is_empty() {
        return Err(syn::Error::new(
            title.span(),
            "the title is blank: give people a title, or remove the key",
        ));
    }
    Ok(title)
}

fn effect(input: ParseStream<'_>, key: &Ident) -> syn::Result<Ident> {
    let effect = key::text(input, key, "read")?;
    let word = effect.value();
    if let Some((_, variant)) = EFFECTS.iter().find(|(name, _)| *name == word) {
        return Ok(Ident::new(variant, Span::call_site()));
    }
    let hint = did_you_mean(&word, &EFFECTS.map(|(name, _)| name));
    Err(syn::Error::new(
        effect.span(),
        format!(
            "unknown effect {word:?}: expected `read`, `write`, `update` or `destructive`{hint}"
        ),
    ))
}

fn roles(input: ParseStream<'_>, key: &Ident, errors: &mut Errors) -> syn::Result<Vec<LitStr>> {
    const FORM: &str = "write `roles(\"editor\", \"admin\")`: the caller needs one of them";
    if !input.peek(syn::token::Paren) {
        let place = if input.peek(Token![=]) {
            input.span()
        } else {
            key.span()
        };
        return Err(syn::Error::new(place, FORM));
    }
    let inner;
    let parenthesis = syn::parenthesized!(inner in input);
    // Taken out whole, or what a fault leaves unread would be a second error.
    let listed: TokenStream = inner.parse()?;
    let listed = Punctuated::<Expr, Token![,]>::parse_terminated.parse2(listed)?;
    let mut roles: Vec<LitStr> = Vec::new();
    for expression in &listed {
        match key::string(expression) {
            None => errors.at(expression, FORM),
            Some(role) if role.value().trim().is_empty() => {
                errors.at(
                    &role,
                    "the role is blank: nobody could have it; name a role",
                );
            }
            Some(role) if roles.iter().any(|other| other.value() == role.value()) => {
                errors.at(&role, "the role is given twice: remove one");
            }
            Some(role) => roles.push(role),
        }
    }
    if listed.is_empty() {
        return Err(syn::Error::new(
            parenthesis.span.join(),
            "no role is named: name at least one, or remove `roles` so that anyone may call",
        ));
    }
    Ok(roles)
}

fn timeout(input: ParseStream<'_>, key: &Ident) -> syn::Result<u64> {
    key::equals(input, key, "30")?;
    let expression: Expr = input.parse()?;
    seconds(key::peeled(&expression)).ok_or_else(|| {
        syn::Error::new_spanned(
            &expression,
            "`timeout` takes seconds as a number literal above zero, such as `30` or `0.5`",
        )
    })
}

/// The milliseconds of a literal in seconds: above zero, rounded up.
fn seconds(expression: &Expr) -> Option<u64> {
    let Expr::Lit(literal) = expression else {
        return None;
    };
    match &literal.lit {
        syn::Lit::Int(whole) if whole.suffix().is_empty() => {
            let seconds = whole.base10_parse::<u64>().ok()?;
            seconds.checked_mul(1000).filter(|ms| *ms > 0)
        }
        syn::Lit::Float(number) if number.suffix().is_empty() => {
            let seconds = number.base10_parse::<f64>().ok()?;
            // A conversion that refuses what a cast would silently bend.
            let duration = std::time::Duration::try_from_secs_f64(seconds).ok()?;
            u64::try_from(duration.as_nanos().div_ceil(1_000_000))
                .ok()
                .filter(|ms| *ms > 0)
        }
        _ => None,
    }
}

fn crate_path(input: ParseStream<'_>, key: &Ident) -> syn::Result<Path> {
    key::equals(input, key, "path::to::tooldef")?;
    if input.peek(syn::Lit) {
        let literal: syn::Lit = input.parse()?;
        return Err(syn::Error::new(
            literal.span(),
            "`crate` takes a path without quotes: write `crate = path::to::tooldef`",
        ));
    }
    input.call(Path::parse_mod_style)
}
