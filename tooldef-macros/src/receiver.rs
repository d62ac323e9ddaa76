//! The `self` of a method that becomes a tool.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::{Ident, ReceiverKind, Type};

use crate::errors::Errors;
use crate::held::peeled;

/// How a method takes the value it belongs to, which the toolkit holds in an
/// `Arc`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Receiver {
    /// `&self`
    Borrowed,
    /// `self: &Arc<Self>`
    BorrowedArc,
    /// `self: Arc<Self>`
    Arc,
}

impl Receiver {
    /// Reads a receiver; one that a shared value cannot give is a fault.
    pub(crate) fn of(receiver: &syn::Receiver, errors: &mut Errors) -> Option<Self> {
        match &receiver.kind {
            ReceiverKind::Reference(_, _, None) => return Some(Self::Borrowed),
            ReceiverKind::Reference(and, _, Some(_)) => {
                let self_token = &receiver.self_token;
                errors.at(
                    &quote::quote!(#and #self_token),
                    "calls run side by side on one shared value, so a tool cannot take `&mut \
                     self`: take `&self`, and keep what changes in a `Mutex` or an atomic",
                );
                return None;
            }
            ReceiverKind::Typed(_, ty) => match peeled(ty) {
                Type::Reference(reference) if reference.mutability.is_none() => {
                    if last_is(&reference.elem, "Self") {
                        return Some(Self::Borrowed);
                    }
                    if last_is(&reference.elem, "Arc") {
                        return Some(Self::BorrowedArc);
                    }
                }
                ty if last_is(ty, "Arc") => return Some(Self::Arc),
                _ => {}
            },
            _ => {}
        }
        errors.at(
            receiver,
            "a tool is called again and again on one shared value, so it cannot use it up: take \
             `&self` or `self: Arc<Self>`",
        );
        None
    }

    /// The expression for the receiver, from a local of type `&Arc<Self>`.
    pub(crate) fn lend(self, local: &Ident) -> TokenStream {
        let site = Span::mixed_site();
        match self {
            Self::Borrowed => quote_spanned!(site=> &**#local),
            Self::BorrowedArc => quote_spanned!(site=> #local),
            Self::Arc => quote_spanned!(site=> ::core::clone::Clone::clone(#local)),
        }
    }
}

fn last_is(ty: &Type, name: &str) -> bool {
    matches!(peeled(ty), Type::Path(path)
        if path.path.segments.last().is_some_and(|last| last.ident == name))
}
