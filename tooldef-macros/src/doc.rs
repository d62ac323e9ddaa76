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
        .map(|line| key::string(line).map(|text| unstarred(&text.value())))
        .collect();
    if let Some(lines) = literals {
        let text = unindented(&lines.join("\n"));
        return (!text.is_empty()).then(|| quote!(#text));
    }
    let parts = lines.iter().enumerate().map(|(index, line)| {
        let newline = (index > 0).then(|| quote!("\n",));
        if let Some(text) = key::string(line) {
            let text = unindented(&unstarred(&text.value()));
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

/// Takes the column of stars that runs down a block comment, if it has one.
///
/// A literal does not tell a block comment from an attribute, in which stars
/// may be a list; only those behind a margin or under an empty first line go.
fn unstarred(text: &str) -> String {
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    let mut column = None;
    for line in lines.clone().filter(|line| !line.trim().is_empty()) {
        let margin = line.len() - line.trim_start().len();
        let starred = line[margin..].starts_with('*');
        if !starred || *column.get_or_insert(margin) != margin {
            return text.to_owned();
        }
    }
    match column {
        Some(column) if column > 0 || first.trim().is_empty() => std::iter::once(first)
            .chain(lines.map(|line| line.get(column + 1..).unwrap_or("")))
            .collect::<Vec<_>>()
            .join("\n"),
        _ => text.to_owned(),
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
    fn the_stars_of_a_block_comment_go_and_those_of_a_list_stay() {
        let item = parse_quote! {
            #[doc = "\n     * One.\n     *\n     *  - two\n     "]
            struct S;
        };
        assert_eq!(text(&item).as_deref(), Some("\"One.\\n\\n - two\""));
        let item = parse_quote! {
            #[doc = "Either\n* one or\n* two"]
            struct S;
        };
        assert_eq!(
            text(&item).as_deref(),
            Some("\"Either\\n* one or\\n* two\"")
        );
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
