//! Integers that a `serde_json::Value` cannot hold with every digit.

/// Whether the JSON text holds an integer beyond 64 bits outside of its strings.
///
/// Such an integer becomes a float in a `Value`: what a person is shown, or a
/// pin is merged into, would not be what was sent.
pub(crate) fn has_wide_integer(json: &str) -> bool {
    let bytes = json.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => at = after_string(bytes, at),
            b'-' | b'0'..=b'9' => {
                let start = at;
                while at < bytes.len()
                    && matches!(bytes[at], b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9')
                {
                    at += 1;
                }
                let number = &json[start..at];
                let whole = !number.contains(['.', 'e', 'E']);
                if whole && number.parse::<i64>().is_err() && number.parse::<u64>().is_err() {
                    return true;
                }
            }
            _ => at += 1,
        }
    }
    false
}

/// The place after the string that begins here.
fn after_string(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::has_wide_integer;

    #[test]
    fn only_integers_outside_of_strings_that_need_more_than_64_bits_are_wide() {
        for narrow in [
            r#"{"a":18446744073709551615,"b":-9223372036854775808}"#,
            r#"{"a":"18446744073709551616","b\"18446744073709551616":1}"#,
            r#"{"a":1e300,"b":-0.5}"#,
            "",
        ] {
            assert!(!has_wide_integer(narrow), "{narrow}");
        }
        for wide in [r#"{"a":18446744073709551616}"#, "[-9223372036854775809]"] {
            assert!(has_wide_integer(wide), "{wide}");
        }
    }
}
