//! Breaking text into lines.

/// How many characters a line of a description has at most, unless one word is
/// longer.
const WIDTH: usize = 76;

/// The text in lines of at most [`WIDTH`] characters, broken at spaces. Its own
/// line ends stay.
pub(super) fn wrapped(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        let mut width = 0;
        for word in paragraph.split_whitespace() {
            let length = word.chars().count();
            if width > 0 && width + 1 + length > WIDTH {
                lines.push(std::mem::take(&mut line));
                width = 0;
            }
            if width > 0 {
                line.push(' ');
                width += 1;
            }
            line.push_str(word);
            width += length;
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::{WIDTH, wrapped};

    #[test]
    fn breaks_at_spaces_and_loses_no_word() {
        let text = "one two three ".repeat(20);
        let lines = wrapped(&text);
        assert!(lines.len() > 1);
        assert!(lines.iter().all(|line| line.chars().count() <= WIDTH));
        assert_eq!(lines.join(" "), text.trim());
    }

    #[test]
    fn keeps_a_long_word_whole_and_empty_lines() {
        let long = "x".repeat(WIDTH + 5);
        let lines = wrapped(&format!("a {long} b\n\nc"));
        assert_eq!(lines, ["a", &long, "b", "", "c"]);
    }
}
