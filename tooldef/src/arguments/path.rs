//! Where in the arguments something stands, kept on the stack while walking
//! and written as text only when there is something to report.

use super::show::escaped;

/// How the arguments as a whole are called.
pub(crate) const ROOT: &str = "(root)";

/// Longer keys are cut when shown.
const KEY_LIMIT: usize = 64;

/// A place: a step from the place above it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Path<'a> {
    above: Option<&'a Path<'a>>,
    step: Step<'a>,
}

#[derive(Debug, Clone, Copy)]
enum Step<'a> {
    Root,
    Key(&'a str),
    Index(usize),
}

impl<'a> Path<'a> {
    /// The arguments as a whole.
    pub(crate) const fn root() -> Self {
        Self {
            above: None,
            step: Step::Root,
        }
    }

    /// A field of the object at this place.
    pub(crate) fn key(&'a self, key: &'a str) -> Self {
        Self {
            above: Some(self),
            step: Step::Key(key),
        }
    }

    /// An item of the array at this place, counted from 0.
    pub(crate) fn index(&'a self, index: usize) -> Self {
        Self {
            above: Some(self),
            step: Step::Index(index),
        }
    }

    /// The place above this one; the whole is above itself.
    pub(crate) fn above(&'a self) -> &'a Self {
        self.above.unwrap_or(self)
    }

    /// The dotted path, such as `tags.0`; `(root)` for the whole.
    pub(crate) fn render(&self) -> String {
        let mut steps = Vec::new();
        let mut place = Some(self);
        while let Some(here) = place {
            steps.push(here.step);
            place = here.above;
        }
        let mut text = String::new();
        for step in steps.into_iter().rev() {
            match step {
                Step::Root => {}
                Step::Key(key) => text = join(&text, key),
                Step::Index(index) => text = join(&text, &index.to_string()),
            }
        }
        if text.is_empty() {
            ROOT.to_owned()
        } else {
            text
        }
    }
}

/// Puts a key after a dotted path; `above` is empty or `(root)` for a key of
/// the arguments themselves.
///
/// Keys of letters, digits, `_`, `-`, `$` and `@` stand as they are. Any other
/// is quoted and escaped, so that the path stays on one line and a dot in a key
/// is not taken for a step.
pub(crate) fn join(above: &str, key: &str) -> String {
    let plain = !key.is_empty()
        && key.len() <= KEY_LIMIT
        && key
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '$' | '@'));
    let step = if plain {
        key.to_owned()
    } else {
        escaped(key, KEY_LIMIT)
    };
    if above.is_empty() || above == ROOT {
        step
    } else {
        format!("{above}.{step}")
    }
}

/// The dotted path of these steps; `(root)` for none.
pub(crate) fn dotted(steps: &[&str]) -> String {
    let path = steps
        .iter()
        .fold(String::new(), |above, step| join(&above, step));
    if path.is_empty() {
        ROOT.to_owned()
    } else {
        path
    }
}

#[cfg(test)]
mod tests {
    use super::{Path, join};

    #[test]
    fn a_path_is_dotted_and_the_whole_is_called_root() {
        let root = Path::root();
        assert_eq!(root.render(), "(root)");
        let tags = root.key("tags");
        assert_eq!(tags.index(0).key("größe").render(), "tags.0.größe");
    }

    #[test]
    fn odd_keys_are_quoted_and_stay_on_one_line() {
        assert_eq!(join("", "a.b"), "\"a.b\"");
        assert_eq!(join("q", ""), "q.\"\"");
        assert_eq!(
            join("q", "x\n\u{2028}\u{7}\"y"),
            "q.\"x\\n\\u{2028}\\u{7}\\\"y\""
        );
        assert_eq!(join("", "(root)"), "\"(root)\"");
    }

    #[test]
    fn an_endless_key_is_cut() {
        assert!(join("", &"k".repeat(10_000)).len() < 100);
    }
}
