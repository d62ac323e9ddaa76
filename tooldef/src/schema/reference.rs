//! What a `$ref` points to within the same document.

use std::borrow::Cow;

use serde_json::Value;

/// The schema a reference points to. `None` for a reference that leaves the
/// document, names an anchor or points to nothing.
pub(crate) fn resolve<'s>(root: &'s Value, reference: &str) -> Option<&'s Value> {
    let fragment = reference.strip_prefix('#')?;
    // JSON pointers in a fragment are percent-encoded.
    root.pointer(&decoded(fragment)?)
}

/// The schema that the `$ref` of this schema points to, if it has one that can
/// be followed.
pub(crate) fn target<'s>(root: &'s Value, schema: &Value) -> Option<&'s Value> {
    resolve(root, schema.get("$ref")?.as_str()?)
}

/// The definition a reference points to or into: the keyword it stands under
/// and its name.
pub(crate) fn definition(reference: &str) -> Option<(&'static str, String)> {
    let pointer = decoded(reference.strip_prefix('#')?)?.into_owned();
    ["$defs", "definitions"].into_iter().find_map(|keyword| {
        let rest = pointer
            .strip_prefix('/')?
            .strip_prefix(keyword)?
            .strip_prefix('/')?;
        let name = rest.split('/').next()?;
        Some((keyword, name.replace("~1", "/").replace("~0", "~")))
    })
}

fn decoded(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains('%') {
        return Some(Cow::Borrowed(text));
    }
    let bytes = text.as_bytes();
    let mut plain = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        if *byte == b'%' {
            let digits = text.get(at + 1..at + 3)?;
            plain.push(u8::from_str_radix(digits, 16).ok()?);
            at += 3;
        } else {
            plain.push(*byte);
            at += 1;
        }
    }
    String::from_utf8(plain).ok().map(Cow::Owned)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::resolve;

    #[test]
    fn references_are_followed_to_the_root_to_definitions_and_to_any_pointer() {
        let root = json!({
            "properties": {"a": {"items": {"const": 1}}},
            "$defs": {"Plain": {"const": 2}, "Größe of/a~b": {"const": 3}}
        });
        assert_eq!(resolve(&root, "#"), Some(&root));
        assert_eq!(
            resolve(&root, "#/properties/a/items"),
            Some(&json!({"const": 1}))
        );
        assert_eq!(resolve(&root, "#/$defs/Plain"), Some(&json!({"const": 2})));
        let odd = "#/$defs/Gr%C3%B6%C3%9Fe%20of~1a~0b";
        assert_eq!(resolve(&root, odd), Some(&json!({"const": 3})));
    }

    #[test]
    fn references_that_leave_the_document_or_point_nowhere_are_not_followed() {
        let root = json!({"$defs": {}});
        for reference in [
            "",
            "other.json",
            "https://x/y#/z",
            "#anchor",
            "#/$defs/A",
            "#/%zz",
            "#/%",
        ] {
            assert_eq!(resolve(&root, reference), None, "{reference}");
        }
    }
}
