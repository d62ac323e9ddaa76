//! One thing that is wrong with the arguments, and all of them in one line.

use std::fmt::{self, Write as _};

use super::show::escaped;

/// No more problems than this are written out.
const MOST: usize = 20;
/// No more text than this is written out, in bytes, apart from the first problem.
const LONGEST: usize = 4000;
/// Longer parts of one problem are cut, in characters.
const PART: usize = 300;

/// One thing that is wrong with the arguments of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// Where it is: a dotted path such as `tags.0`. The whole is `(root)`.
    pub path: String,
    /// What was expected there and what was sent, without the names in
    /// the list of near names.
    pub message: String,
    /// Names of fields the message ends with, if any.
    pub(crate) names: Option<Names>,
}

/// Names of fields that help to put something right. They are kept apart from
/// the message because a pinned field must not be named to the model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Names {
    /// What the names are.
    pub(crate) meaning: Meaning,
    /// The dotted path of the object whose fields they are.
    pub(crate) above: String,
    /// The names, which need not be plain.
    pub(crate) list: Vec<String>,
}

/// What the names beside a problem are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// They are close to an unknown name.
    Near,
    /// One of them is expected.
    OneOf,
}

impl Problem {
    /// A problem at a place.
    pub fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            message: message.into(),
            names: None,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", one_line(&self.path), one_line(&self.message))?;
        let Some(Names { meaning, list, .. }) = &self.names else {
            return Ok(());
        };
        let (intro, end) = match meaning {
            Meaning::Near => (", did you mean ", "?"),
            Meaning::OneOf => (", expected one of the fields ", ""),
        };
        for (index, name) in list.iter().enumerate() {
            let separator = match index {
                0 => intro,
                _ if index + 1 == list.len() => " or ",
                _ => ", ",
            };
            write!(f, "{separator}{}", escaped(name, 64))?;
        }
        f.write_str(if list.is_empty() { "" } else { end })
    }
}

/// The text a model gets for a call whose arguments do not fit:
/// `Invalid arguments for <tool>: <path>: <problem>; …`, on one line.
pub(crate) fn invalid_arguments(tool: &str, problems: &[Problem]) -> String {
    let list = listed(problems, "; ");
    format!("Invalid arguments for {}: {list}", one_line(tool))
}

/// Writes problems one after the other, each without a line break.
///
/// At most 20 problems and about 4,000 bytes are written out; then it says how
/// many more there are.
pub(crate) fn listed(problems: &[Problem], separator: &str) -> String {
    let mut text = String::new();
    for (index, problem) in problems.iter().enumerate() {
        let line = problem.to_string();
        if index > 0 {
            text.push_str(separator);
        }
        if index > 0 && (index == MOST || text.len() + line.len() > LONGEST) {
            let rest = problems.len() - index;
            let noun = if rest == 1 { "problem" } else { "problems" };
            // Writing to a text cannot fail.
            let _ = write!(text, "and {rest} more {noun}");
            break;
        }
        text.push_str(&line);
    }
    text
}

/// Escapes what would break the line and cuts what would fill it.
fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len().min(PART));
    for (count, character) in text.chars().enumerate() {
        if count == PART {
            line.push('…');
            break;
        }
        let breaks = character.is_control() || matches!(character, '\u{2028}' | '\u{2029}');
        if breaks {
            line.extend(character.escape_debug());
        } else {
            line.push(character);
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::{Meaning, Names, Problem, invalid_arguments};

    #[test]
    fn all_problems_stand_on_one_line_under_the_name_of_the_tool() {
        let problems = [
            Problem::new("(root)", "first"),
            Problem::new("tags.0", "expected integer,\ngot string \"x\""),
        ];
        assert_eq!(
            invalid_arguments("save", &problems),
            "Invalid arguments for save: (root): first; tags.0: expected integer,\\ngot string \"x\""
        );
    }

    #[test]
    fn many_and_long_problems_are_counted_instead_of_written() {
        let many = vec![Problem::new("a", "b"); 50];
        assert!(invalid_arguments("t", &many).ends_with("; a: b; and 30 more problems"));
        let long = vec![Problem::new("a".repeat(5000), "b".repeat(100_000)); 20];
        let text = invalid_arguments("t", &long);
        assert!(
            text.len() < 5000 && text.contains("more problems"),
            "{text}"
        );
        let one_over = vec![Problem::new("a", "b"); 21];
        assert!(invalid_arguments("t", &one_over).ends_with("; and 1 more problem"));
    }

    #[test]
    fn names_are_quoted_after_the_message() {
        let with = |list: &[&str]| Problem {
            names: Some(Names {
                meaning: Meaning::Near,
                above: "(root)".to_owned(),
                list: list.iter().map(|&name| name.to_owned()).collect(),
            }),
            ..Problem::new("limt", "unknown argument")
        };
        assert_eq!(
            with(&["limit", "li\nmit"]).to_string(),
            "limt: unknown argument, did you mean \"limit\" or \"li\\nmit\"?"
        );
        assert_eq!(with(&[]).to_string(), "limt: unknown argument");
    }
}
