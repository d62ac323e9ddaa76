//! Collects every fault of one annotated item, so that all are reported in one
//! compile.

use std::fmt::Display;

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;

/// The faults found so far.
///
/// Must be given up through [`Errors::finish`]: dropped without it, faults
/// would be lost and a broken tool would compile, so that is a panic in debug
/// builds.
pub(crate) struct Errors {
    found: Vec<syn::Error>,
    finished: bool,
}

impl Errors {
    pub(crate) fn new() -> Self {
        Self {
            found: Vec::new(),
            finished: false,
        }
    }

    /// Notes a fault that spans all tokens of `place`.
    pub(crate) fn at(&mut self, place: &impl ToTokens, message: impl Display) {
        self.push(syn::Error::new_spanned(place, message));
    }

    /// Notes a fault at a span.
    pub(crate) fn span(&mut self, span: Span, message: impl Display) {
        self.push(syn::Error::new(span, message));
    }

    /// Notes a fault that the parser made.
    pub(crate) fn push(&mut self, error: syn::Error) {
        self.found.push(error);
    }

    /// The faults as tokens that make the compiler report each of them, or
    /// nothing where there are none.
    pub(crate) fn finish(mut self) -> Option<TokenStream> {
        self.finished = true;
        let mut found = std::mem::take(&mut self.found).into_iter();
        let first = found.next()?.into_compile_error();
        Some(found.fold(first, |mut tokens, error| {
            tokens.extend(error.into_compile_error());
            tokens
        }))
    }
}

impl Drop for Errors {
    fn drop(&mut self) {
        debug_assert!(
            self.finished || std::thread::panicking(),
            "faults of an annotated item were dropped without being reported"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::Errors;

    #[test]
    fn all_faults_come_out_in_their_order() {
        let mut errors = Errors::new();
        let place: syn::Ident = syn::parse_quote!(place);
        errors.at(&place, "first");
        errors.span(place.span(), "second");
        let tokens = errors.finish().map(|tokens| tokens.to_string());
        let text = tokens.unwrap_or_default();
        let (first, second) = (text.find("\"first\""), text.find("\"second\""));
        assert!(first.is_some() && first < second, "{text}");
    }

    #[test]
    fn no_fault_is_nothing() {
        assert!(Errors::new().finish().is_none());
    }

    #[test]
    #[cfg(debug_assertions)]
    #[should_panic(expected = "dropped without being reported")]
    fn faults_that_nobody_reports_are_a_bug() {
        drop(Errors::new());
    }
}
