//! Turns doc comments into text.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Expr, Meta};

use crate::key;

/// The text of doc comments as a constant expression, or nothing where they
/// hold no text.
///
/// The space that rustfmt puts behind the slashes goes, and so do blank lines
/// at both ends. A comment that includes a file becomes a `concat!`.
pub(crate) fn text(docs: &[Attribute]) -> Option<TokenStream> {
    let lines: Vec<&Expr> = docs.iter().filter_map(line).collect();
    let literals: Option<Vec<String>> = lines
        .iter()
        .map(|line| key::string(line).map(|text| text.value()))
        .collect();
    if let Some(lines) = literals {
        let text = unindented(&lines.join("\n"));
        return (!text.is_empty()).then(|| quote!(#text));
    }
    let parts = lines.iter().enumerate().map(|(index, line)| {
        let newline = (index > 0).then(|| quote!("\n",));
        if let Some(text) = key::string(line) {
            let text = unindented(&text.value());
            quote!(#newline #text)
        } else {
            quote!(#newline #line)
        }
    });
    Some(quote!(::core::concat!(#(#parts),*)))
}

/// The value of one doc attribute; `#[doc(hidden)]` and its like have none.
fn line(attribute: &Attribute) -> Option<&Expr> {
    match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => Some(&pair.value),
        _ => None,
    }
}

/// Takes the indentation that all lines share, the blanks at the end of each,
/// and blank lines at both ends.
fn unindented(text: &str) -> String {
    let indentation = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.len() - line.trim_start_matches(' ').len())
        .min()
        .unwrap_or(0);
    text.lines()
        .map(|line| line.get(indentation..).unwrap_or("").trim_end())
        .collect::<Vec<_>>()
        .join("\n")
        .trim_matches('\n')
        .to_owned()
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    fn text(item: &syn::ItemStruct) -> Option<String> {
        super::text(&item.attrs).map(|tokens| tokens.to_string())
    }

    #[test]
    fn lines_are_joined_without_the_common_indentation() {
        let item = parse_quote! {
            #[doc = " One."]
            #[doc = ""]
            #[doc = "   - two "]
            #[doc(hidden)]
            struct S;
        };
        assert_eq!(text(&item).as_deref(), Some("\"One.\\n\\n  - two\""));
    }

    #[test]
    fn comments_without_text_give_nothing() {
        let item = parse_quote! {
            #[doc = "  "]
            #[doc(hidden)]
            struct S;
        };
        assert_eq!(text(&item), None);
    }

    #[test]
    fn an_included_file_stays_an_expression() {
        let item = parse_quote! {
            #[doc = " One."]
            #[doc = include_str!("two.md")]
            struct S;
        };
        assert_eq!(
            text(&item).as_deref(),
            Some(":: core :: concat ! (\"One.\" , \"\\n\" , include_str ! (\"two.md\"))")
        );
    }
}
