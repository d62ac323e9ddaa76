//! The rule for tool names, and the comparison that tells a description from
//! the name said again.

/// The longest legal name, in bytes. The runtime's limit; a test holds the two
/// together.
const NAME_LIMIT: usize = 64;

/// The rule, as the end of a sentence.
pub(crate) const RULE: &str = "a name is 1 to 64 of `A-Z a-z 0-9 _ -`";

/// Why `name` is not a legal tool name, as the end of a sentence; nothing for
/// a legal one.
pub(crate) fn fault(name: &str) -> Option<String> {
    if name.is_empty() {
        return Some("it is empty".to_owned());
    }
    if let Some(character) = name
        .chars()
        .find(|c| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-')))
    {
        return Some(format!("{character:?} cannot stand in it"));
    }
    (name.len() > NAME_LIMIT).then(|| format!("it is {} characters long", name.len()))
}

/// Whether `text` is nothing but `name` again, whatever the case, the
/// separators and the closing full stop.
pub(crate) fn says_only(text: &str, name: &str) -> bool {
    fn letters(text: &str) -> impl Iterator<Item = char> + '_ {
        text.trim()
            .trim_end_matches('.')
            .chars()
            .filter(|c| !(matches!(c, '_' | '-') || c.is_whitespace()))
            .flat_map(char::to_lowercase)
    }
    letters(text).eq(letters(name))
}

/// The runtime's own rule, read from its source.
#[cfg(test)]
#[path = "../../tooldef/src/name.rs"]
#[allow(dead_code, unreachable_pub)]
mod runtime;

#[cfg(test)]
mod tests {
    use super::runtime;

    #[test]
    fn the_rule_is_the_one_of_the_runtime() {
        let long = "a".repeat(64);
        let too_long = "a".repeat(65);
        let single = (0_u8..128).map(|byte| char::from(byte).to_string());
        let others = [
            "",
            "a.b",
            "a b",
            "é",
            "a\u{301}",
            "get_weather",
            &long,
            &too_long,
        ];
        for name in single.chain(others.map(str::to_owned)) {
            assert_eq!(
                super::fault(&name).is_none(),
                runtime::check_name(&name).is_ok(),
                "{name:?}"
            );
        }
    }

    #[test]
    fn a_description_is_the_name_again_in_any_spelling() {
        for same in ["save_note", "Save note.", " SAVE-NOTE ", "saveNote"] {
            assert!(super::says_only(same, "save_note"), "{same}");
        }
        assert!(!super::says_only("Save a note.", "save_note"));
    }
}
