//! How a parameter's type is held by the call while the fn borrows it: the
//! call owns every argument, and `&str`, `&[T]`, `&T` and options of them are
//! lent.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use syn::visit_mut::{self, VisitMut};
use syn::{GenericArgument, Ident, Lifetime, PathArguments, Type, TypeReference};

use crate::runtime::Runtime;

/// What the call owns for one parameter, and how the fn gets it.
pub(crate) struct Held {
    form: Form,
    optional: bool,
    /// What `form` speaks of, its lifetimes made `'static`.
    ty: Type,
    span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// The type itself, handed over.
    Value,
    /// A string, lent as `&str`.
    Text,
    /// A vector of the type, lent as `&[T]`.
    Slice,
    /// The type itself, lent.
    Lent,
}

impl Held {
    /// The holding of a parameter of this type.
    pub(crate) fn of(ty: &Type) -> Self {
        let span = ty.span();
        let ty = peeled(ty);
        let (reference, optional) = match ty {
            Type::Reference(reference) => (Some(reference), false),
            _ => (option_of_reference(ty), true),
        };
        let (form, mut inner) = match reference {
            None => (Form::Value, ty.clone()),
            Some(reference) => match peeled(&reference.elem) {
                Type::Slice(slice) => (Form::Slice, (*slice.elem).clone()),
                elem if is_str(elem) => (Form::Text, elem.clone()),
                elem => (Form::Lent, elem.clone()),
            },
        };
        MakeStatic.visit_type_mut(&mut inner);
        Self {
            form,
            optional: optional && reference.is_some(),
            ty: inner,
            span,
        }
    }

    /// The part of the type that the arguments must be able to fill.
    pub(crate) fn filled(&self) -> Option<&Type> {
        (self.form != Form::Text).then_some(&self.ty)
    }

    /// The type that the call owns, where text lives for `lifetime`.
    pub(crate) fn ty(&self, runtime: &Runtime, lifetime: &Lifetime) -> TokenStream {
        let ty = &self.ty;
        let private = runtime.private(self.place());
        let held = match self.form {
            Form::Value | Form::Lent => quote!(#ty),
            Form::Text => quote_spanned!(self.place()=> #private::Text<#lifetime>),
            Form::Slice => quote_spanned!(self.place()=> #private::Vec<#ty>),
        };
        if self.optional {
            quote_spanned!(self.place()=> ::core::option::Option<#held>)
        } else {
            held
        }
    }

    /// The type that the call owns, where text lives forever.
    pub(crate) fn fixed(&self, runtime: &Runtime) -> TokenStream {
        self.ty(runtime, &Lifetime::new("'static", self.place()))
    }

    /// The type whose schema describes the parameter.
    pub(crate) fn described(&self, runtime: &Runtime) -> TokenStream {
        let place = self.place();
        let private = runtime.private(place);
        match (self.form, self.optional) {
            (Form::Text, false) => quote_spanned!(place=> #private::String),
            (Form::Text, true) => quote_spanned!(place=> ::core::option::Option<#private::String>),
            _ => self.fixed(runtime),
        }
    }

    /// The expression by which the fn gets what `local` holds.
    pub(crate) fn lend(&self, local: &Ident) -> TokenStream {
        let place = self.place();
        match (self.form, self.optional) {
            (Form::Value, _) => quote!(#local),
            (Form::Lent, false) => quote_spanned!(place=> &#local),
            (Form::Text | Form::Slice, false) => quote_spanned!(place=> &*#local),
            (Form::Lent, true) => quote_spanned!(place=> ::core::option::Option::as_ref(&#local)),
            (Form::Text | Form::Slice, true) => {
                quote_spanned!(place=> ::core::option::Option::as_deref(&#local))
            }
        }
    }

    /// The default of the type itself.
    pub(crate) fn own_default(&self, runtime: &Runtime) -> TokenStream {
        let place = self.place();
        if self.form == Form::Text && !self.optional {
            let from = self.text_from(runtime);
            return quote_spanned!(place=> #from(""));
        }
        let ty = self.fixed(runtime);
        quote_spanned!(place=> <#ty as ::core::default::Default>::default())
    }

    /// Turns the expression of a default into what the call owns. Text is given
    /// as `&'static str`, everything else as the owned type.
    pub(crate) fn given_default(&self, runtime: &Runtime, expression: &syn::Expr) -> TokenStream {
        let place = self.place();
        let from = self.text_from(runtime);
        match (self.form, self.optional) {
            (Form::Text, false) => quote_spanned! {place=>
                let __text: &'static ::core::primitive::str = #expression;
                #from(__text)
            },
            (Form::Text, true) => quote_spanned! {place=>
                let __text: ::core::option::Option<&'static ::core::primitive::str> = #expression;
                ::core::option::Option::map(__text, #from)
            },
            _ => quote!(#expression),
        }
    }

    /// The path of the fn that holds a static text.
    fn text_from(&self, runtime: &Runtime) -> TokenStream {
        let place = self.place();
        let private = runtime.private(place);
        quote_spanned! {place=>
            <#private::Text<'static> as ::core::convert::From<
                &'static ::core::primitive::str,
            >>::from
        }
    }

    /// The place of the user's type, for tokens that the macro makes.
    pub(crate) fn place(&self) -> Span {
        self.span.resolved_at(Span::mixed_site())
    }
}

/// The reference in an `Option<&T>`.
fn option_of_reference(ty: &Type) -> Option<&TypeReference> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    if path.qself.is_some() || last.ident != "Option" {
        return None;
    }
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    match arguments.args.first()? {
        GenericArgument::Type(inner) if arguments.args.len() == 1 => match peeled(inner) {
            Type::Reference(reference) => Some(reference),
            _ => None,
        },
        _ => None,
    }
}

/// Whether the type is `str`, written as such or by its full path.
fn is_str(ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    path.qself.is_none()
        && (path.path.is_ident("str")
            || path.path.segments.len() == 3
                && path
                    .path
                    .segments
                    .iter()
                    .map(|segment| segment.ident.to_string())
                    .skip(1)
                    .eq(["primitive", "str"]))
}

/// The type without invisible groups and parentheses.
pub(crate) fn peeled(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => peeled(&group.elem),
        Type::Paren(paren) => peeled(&paren.elem),
        other => other,
    }
}

/// Makes every lifetime `'static`, save those that a `for<…>` or an `Fn(…)`
/// binds itself.
pub(crate) struct MakeStatic;

impl VisitMut for MakeStatic {
    fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
        lifetime.ident = Ident::new("static", lifetime.ident.span());
    }

    fn visit_type_reference_mut(&mut self, reference: &mut TypeReference) {
        reference
            .lifetime
            .get_or_insert_with(|| Lifetime::new("'static", reference.and_token.span));
        visit_mut::visit_type_reference_mut(self, reference);
    }

    fn visit_type_fn_ptr_mut(&mut self, _: &mut syn::TypeFnPtr) {}

    fn visit_trait_bound_mut(&mut self, bound: &mut syn::TraitBound) {
        if bound.lifetimes.is_none() {
            visit_mut::visit_trait_bound_mut(self, bound);
        }
    }

    fn visit_parenthesized_generic_arguments_mut(
        &mut self,
        _: &mut syn::ParenthesizedGenericArguments,
    ) {
    }
}
