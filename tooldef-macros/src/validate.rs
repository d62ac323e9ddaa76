//! Judges what was read: refuses the fns and types that cannot become a tool,
//! each with its remedy.

use quote::{ToTokens, quote};
use syn::visit::{self, Visit};
use syn::{Attribute, FnArg, GenericParam, ReturnType, Safety, Signature, Type};

use crate::attribute::Description;
use crate::errors::Errors;
use crate::key;
use crate::name;

/// Refuses qualifiers and generics that a tool cannot carry.
pub(crate) fn signature(signature: &Signature, errors: &mut Errors) {
    if let Some(qualifier) = &signature.constness {
        errors.at(
            qualifier,
            "a `const fn` cannot be a tool: remove `const`, or put the tool into a fn that calls it",
        );
    }
    if let Safety::Unsafe(qualifier) = &signature.safety {
        errors.at(
            qualifier,
            "an `unsafe fn` cannot be a tool, which anyone may call with any arguments: write a \
             safe fn that checks them",
        );
    }
    if let Safety::Safe(qualifier) = &signature.safety {
        errors.at(qualifier, "`safe` means nothing here: remove it");
    }
    if let Some(abi) = &signature.abi {
        errors.at(
            abi,
            "an `extern` fn cannot be a tool: write a plain fn that calls it",
        );
    }
    for parameter in &signature.generics.params {
        match parameter {
            GenericParam::Type(parameter) => errors.at(
                &parameter.ident,
                "a tool cannot be generic, since the model calls it without type arguments: name \
                 a concrete type",
            ),
            GenericParam::Const(parameter) => errors.at(
                &parameter.ident,
                "a tool cannot be generic, since the model calls it without type arguments: take \
                 the constant as a parameter or fix its value",
            ),
            GenericParam::Lifetime(_) => {}
        }
    }
    if let ReturnType::Type(_, ty) = &signature.output
        && matches!(&**ty, Type::Never(_))
    {
        errors.at(
            ty,
            "a tool that never returns has no result for the model: return `()`",
        );
    }
    if let Some(variadic) = &signature.variadic {
        errors.at(variadic, "a tool cannot be variadic: take a `Vec` instead");
    }
}

/// Refuses a type that the model's arguments cannot fill, or that cannot be
/// lent from the call.
pub(crate) fn argument_type(ty: &Type, filled: Option<&Type>, errors: &mut Errors) {
    if !context_type(ty, errors) {
        return;
    }
    if let Some(ty) = filled {
        Refused { errors }.visit_type(ty);
    }
}

/// Refuses a type that cannot be injected; whether there is more to look at.
pub(crate) fn context_type(ty: &Type, errors: &mut Errors) -> bool {
    let mut search = MutableReferences { found: None };
    search.visit_type(ty);
    if let Some(reference) = search.found {
        let (and, lifetime) = (&reference.and_token, &reference.lifetime);
        let mutability = &reference.mutability;
        errors.at(
            &quote!(#and #lifetime #mutability),
            "a parameter cannot be `&mut`, since nobody is there to see the change: take it by \
             value and bind it `mut`",
        );
        return false;
    }
    let mut search = ImplTraits { found: None };
    search.visit_type(ty);
    if let Some(found) = search.found {
        errors.at(
            found,
            "`impl Trait` names no type that the arguments could fill: name a concrete type",
        );
        return false;
    }
    true
}

struct MutableReferences<'t> {
    found: Option<&'t syn::TypeReference>,
}

impl<'t> Visit<'t> for MutableReferences<'t> {
    fn visit_type_reference(&mut self, reference: &'t syn::TypeReference) {
        if reference.mutability.is_some() {
            self.found.get_or_insert(reference);
        }
        visit::visit_type_reference(self, reference);
    }

    // What a closure or fn takes is not what the call has to lend.
    fn visit_type_fn_ptr(&mut self, _: &'t syn::TypeFnPtr) {}

    fn visit_parenthesized_generic_arguments(&mut self, _: &'t syn::ParenthesizedGenericArguments) {
    }
}

struct ImplTraits<'t> {
    found: Option<&'t syn::TypeImplTrait>,
}

impl<'t> Visit<'t> for ImplTraits<'t> {
    fn visit_type_impl_trait(&mut self, found: &'t syn::TypeImplTrait) {
        self.found.get_or_insert(found);
    }
}

/// Whether a type mentions `impl Trait`.
pub(crate) fn mentions_impl_trait(ty: &Type) -> bool {
    let mut search = ImplTraits { found: None };
    search.visit_type(ty);
    search.found.is_some()
}

struct Refused<'e> {
    errors: &'e mut Errors,
}

impl Refused<'_> {
    fn not_data(&mut self, place: &impl ToTokens, what: &str) {
        self.errors.at(
            place,
            format!(
                "{what} cannot come from JSON: take plain data, or mark the parameter `#[context]` \
                 to have it injected"
            ),
        );
    }
}

impl<'t> Visit<'t> for Refused<'_> {
    fn visit_type(&mut self, ty: &'t Type) {
        match ty {
            Type::Reference(_) => self.errors.at(
                ty,
                "a reference inside another type cannot be lent from the call: own it, for \
                 instance as `String` or `Vec<String>`",
            ),
            Type::Ptr(_) => self.not_data(ty, "a raw pointer"),
            Type::FnPtr(_) => self.not_data(ty, "a function pointer"),
            Type::TraitObject(_) => self.not_data(ty, "a trait object"),
            other => visit::visit_type(self, other),
        }
    }
}

/// Refuses a second attribute of ours on the same fn, and takes it away so that
/// it does not expand again.
pub(crate) fn only_one(attributes: &mut Vec<Attribute>, errors: &mut Errors) {
    attributes.retain(|attribute| {
        let ours = is_ours(attribute, "tool") || is_ours(attribute, "method");
        if ours {
            errors.at(
                attribute,
                "the fn is a tool already: put all settings into one attribute",
            );
        }
        !ours
    });
}

/// Whether the attribute is ours by this name, with or without the path to it.
pub(crate) fn is_ours(attribute: &Attribute, name: &str) -> bool {
    attribute
        .path()
        .segments
        .last()
        .is_some_and(|last| last.ident == name)
}

/// Checks a tool's name, at the literal or the fn's identifier.
pub(crate) fn tool_name(
    given: Option<&syn::LitStr>,
    ident: &syn::Ident,
    name: &str,
    errors: &mut Errors,
) {
    let Some(fault) = name::fault(name) else {
        return;
    };
    match given {
        Some(literal) => errors.at(
            literal,
            format!("illegal tool name: {fault}; {}", name::RULE),
        ),
        None => errors.at(
            ident,
            format!(
                "the fn's name is no legal tool name: {fault}; add `name = \"…\"`, {}",
                name::RULE
            ),
        ),
    }
}

/// Checks a description that stands in the source; whether one must still be
/// checked when its value is known.
pub(crate) fn description(description: &Description, name: &str, errors: &mut Errors) -> bool {
    let Description::Expression(expression) = description else {
        return true;
    };
    let Some(literal) = key::string(expression) else {
        if mentions_self(expression) {
            errors.at(
                expression,
                "a description cannot speak of `Self`, since it is checked outside the impl: name \
                 the type",
            );
            return false;
        }
        return true;
    };
    if let Some(fault) = text_fault(&literal.value(), name) {
        errors.at(&literal, fault);
    }
    false
}

/// What is wrong with the text of a description, if anything.
pub(crate) fn text_fault(text: &str, name: &str) -> Option<String> {
    const REMEDY: &str = "say what the tool takes, does and returns, for the model to decide by";
    if text.is_empty() {
        Some(format!("the description is empty: {REMEDY}"))
    } else if text.trim().is_empty() {
        Some(format!("the description is blank: {REMEDY}"))
    } else if name::says_only(text, name) {
        Some(format!(
            "the description only repeats the tool's name: {REMEDY}"
        ))
    } else {
        None
    }
}

fn mentions_self(expression: &syn::Expr) -> bool {
    struct Search(bool);
    impl Visit<'_> for Search {
        fn visit_path(&mut self, path: &syn::Path) {
            self.0 |= path
                .segments
                .first()
                .is_some_and(|first| first.ident == "Self");
            visit::visit_path(self, path);
        }
    }
    let mut search = Search(false);
    search.visit_expr(expression);
    search.0
}

/// Refuses two arguments with one key. Arguments under a `cfg` are left to the
/// compiler, which knows which of them exist.
pub(crate) fn distinct_keys(parameters: &[crate::parameter::Parameter], errors: &mut Errors) {
    let mut seen: Vec<String> = Vec::new();
    for parameter in parameters.iter().filter(|p| p.cfgs.is_empty()) {
        let crate::parameter::Source::Argument(argument) = &parameter.source else {
            continue;
        };
        let key = argument.key.value();
        if seen.contains(&key) {
            errors.at(
                &argument.key,
                format!(
                    "two arguments have the key `{key}`: rename one with `#[arg(rename = \"…\")]`"
                ),
            );
        } else {
            seen.push(key);
        }
    }
}

/// Whether the fn has a receiver, which only makes sense in an impl.
pub(crate) fn has_receiver(signature: &Signature) -> bool {
    matches!(signature.inputs.first(), Some(FnArg::Receiver(_)))
}
