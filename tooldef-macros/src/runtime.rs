//! The paths by which generated code reaches tooldef.

use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::Ident;

/// The path of tooldef, to be written down at any place of the user's code.
///
/// All tokens of a generated call must stand at one place: the compiler points
/// at the whole attribute where they do not.
pub(crate) struct Runtime {
    path: TokenStream,
    /// Whether the user wrote the path, so that it means what it meant there.
    given: bool,
}

impl Runtime {
    /// The path that the user gave.
    pub(crate) fn given(path: &syn::Path) -> Self {
        Self {
            path: quote!(#path),
            given: true,
        }
    }

    /// The path to a dependency of this name.
    pub(crate) fn dependency(name: &str) -> Self {
        let name = Ident::new(name, Span::mixed_site());
        Self {
            path: quote!(::#name),
            given: false,
        }
    }

    /// The path of the crate.
    pub(crate) fn public(&self, place: Span) -> TokenStream {
        self.moved(self.path.clone(), place)
    }

    /// The path of what only generated code uses.
    pub(crate) fn private(&self, place: Span) -> TokenStream {
        let path = self.public(place);
        quote_spanned!(place=> #path::__private)
    }

    fn moved(&self, tokens: TokenStream, place: Span) -> TokenStream {
        tokens
            .into_iter()
            .map(|mut token| {
                if let TokenTree::Group(group) = &token {
                    let inner = self.moved(group.stream(), place);
                    token = TokenTree::Group(Group::new(group.delimiter(), inner));
                }
                let meaning = if self.given { token.span() } else { place };
                token.set_span(place.resolved_at(meaning));
                token
            })
            .collect()
    }
}
