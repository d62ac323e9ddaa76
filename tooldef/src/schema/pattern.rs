//! The few regular expressions that can be judged without an engine for them.
//!
//! They are the ones derived schemas use for integer keys, and texts without
//! any special character.

/// Whether the text matches, or `None` when the pattern is beyond this file.
pub(crate) fn matches(pattern: &str, text: &str) -> Option<bool> {
    match pattern {
        r"^\d+$" | "^[0-9]+$" => return Some(digits(text)),
        r"^-?\d+$" | "^-?[0-9]+$" => {
            return Some(digits(text.strip_prefix('-').unwrap_or(text)));
        }
        ".*" | "^.*" => return Some(true),
        _ => {}
    }
    let (start, rest) = match pattern.strip_prefix('^') {
        Some(rest) => (true, rest),
        None => (false, pattern),
    };
    let (end, literal) = match rest.strip_suffix('$') {
        Some(literal) => (true, literal),
        None => (false, rest),
    };
    if literal.contains([
        '\\', '^', '$', '.', '|', '?', '*', '+', '(', ')', '[', ']', '{', '}',
    ]) {
        return None;
    }
    Some(match (start, end) {
        (true, true) => text == literal,
        (true, false) => text.starts_with(literal),
        (false, true) => text.ends_with(literal),
        (false, false) => text.contains(literal),
    })
}

/// Whether this pattern can be judged here.
pub(crate) fn known(pattern: &str) -> bool {
    matches(pattern, "").is_some()
}

/// Whether this pattern is one of integer keys, which their deserializers
/// enforce by themselves.
pub(crate) fn integers(pattern: &str) -> bool {
    matches!(pattern, r"^\d+$" | r"^-?\d+$")
}

fn digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn the_patterns_of_integer_keys_and_plain_texts_are_judged() {
        assert_eq!(matches(r"^\d+$", "012"), Some(true));
        assert_eq!(matches(r"^\d+$", "-1"), Some(false));
        assert_eq!(matches(r"^\d+$", ""), Some(false));
        assert_eq!(matches(r"^-?\d+$", "-1"), Some(true));
        assert_eq!(matches(r"^-?\d+$", "--1"), Some(false));
        assert_eq!(matches("^x-", "x-a"), Some(true));
        assert_eq!(matches("^x$", "xx"), Some(false));
        assert_eq!(matches("-", "a-b"), Some(true));
        assert_eq!(matches("", "anything"), Some(true));
    }

    #[test]
    fn any_other_pattern_is_left_alone() {
        for pattern in ["^[a-z]+$", r"\d", "a|b", "^.+$", "a{2}", r"^\$"] {
            assert_eq!(matches(pattern, "a"), None, "{pattern}");
        }
    }
}
