//! Reads a manifest line by line, as far as dependencies are concerned. A whole
//! TOML parser would be the heaviest part of the crate.

/// One `key = value` line of a manifest, its key under the heading's.
pub(crate) struct Entry {
    path: Vec<String>,
    value: String,
}

impl Entry {
    /// Whether the entry belongs to a workspace, and not to a package.
    pub(crate) fn is_of_workspace(&self) -> bool {
        self.path.first().is_some_and(|part| part == "workspace")
    }
}

/// What an entry says about one dependency.
pub(crate) struct Dependency<'e> {
    pub(crate) key: &'e str,
    rest: &'e [String],
    value: &'e str,
}

impl<'e> Dependency<'e> {
    /// The dependency an entry speaks of, in the tables of the workspace or in
    /// those of a package.
    pub(crate) fn of(entry: &'e Entry, workspace: bool) -> Option<Self> {
        if entry.is_of_workspace() != workspace {
            return None;
        }
        let table = entry.path.iter().position(|part| {
            matches!(
                part.as_str(),
                "dependencies" | "dev-dependencies" | "build-dependencies"
            )
        })?;
        Some(Self {
            key: entry.path.get(table + 1)?,
            rest: &entry.path[table + 2..],
            value: &entry.value,
        })
    }

    /// The package the entry names, if it names one.
    pub(crate) fn package(&self) -> Option<&'e str> {
        match self.rest {
            [] => inline_value(self.value, "package").map(unquoted),
            [field] if field == "package" => Some(unquoted(self.value)),
            _ => None,
        }
    }

    /// Whether the entry is taken from the workspace.
    pub(crate) fn is_inherited(&self) -> bool {
        match self.rest {
            [] => inline_value(self.value, "workspace") == Some("true"),
            [field] => field == "workspace" && self.value == "true",
            _ => false,
        }
    }
}

/// The entries of a manifest; a value that spans lines counts only by its
/// first, save for inline tables, which are joined. A heading without entries
/// counts as one without a value.
pub(crate) fn entries(manifest: &str) -> impl Iterator<Item = Entry> + '_ {
    let mut heading: Vec<String> = Vec::new();
    let mut lines = manifest.lines();
    std::iter::from_fn(move || {
        loop {
            let line = uncommented(lines.next()?).trim();
            if let Some(inner) = line.strip_prefix('[') {
                heading = key_parts(inner.trim_matches(['[', ']']));
                return Some(Entry {
                    path: heading.clone(),
                    value: String::new(),
                });
            }
            let Some((key, value)) = split_outside_quotes(line, '=') else {
                continue;
            };
            let mut value = value.trim().to_owned();
            if value.starts_with('{') {
                while !value.ends_with('}') {
                    let Some(next) = lines.next() else { break };
                    value.push(' ');
                    value.push_str(uncommented(next).trim());
                }
            }
            let mut path = heading.clone();
            path.extend(key_parts(key));
            return Some(Entry { path, value });
        }
    })
}

/// The parts of a dotted key, unquoted.
fn key_parts(key: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut rest = key;
    while let Some((part, behind)) = split_outside_quotes(rest, '.') {
        parts.push(unquoted(part.trim()).to_owned());
        rest = behind;
    }
    parts.push(unquoted(rest.trim()).to_owned());
    parts
}

/// The value of a field of an inline table.
fn inline_value<'v>(table: &'v str, field: &str) -> Option<&'v str> {
    let mut rest = table.strip_prefix('{')?.trim_end_matches('}');
    loop {
        let (pair, behind) = split_outside_quotes(rest, ',').unwrap_or((rest, ""));
        if let Some((key, value)) = split_outside_quotes(pair, '=')
            && unquoted(key.trim()) == field
        {
            return Some(value.trim());
        }
        if behind.is_empty() {
            return None;
        }
        rest = behind;
    }
}

/// The text before and behind the first `at` that stands in no quotes.
fn split_outside_quotes(text: &str, at: char) -> Option<(&str, &str)> {
    let mut quote = None;
    for (index, character) in text.char_indices() {
        match quote {
            Some(open) if open == character => quote = None,
            None if matches!(character, '"' | '\'') => quote = Some(character),
            None if character == at => {
                return Some((&text[..index], &text[index + at.len_utf8()..]));
            }
            Some(_) | None => {}
        }
    }
    None
}

/// A line without its comment.
fn uncommented(line: &str) -> &str {
    split_outside_quotes(line, '#').map_or(line, |(code, _)| code)
}

/// A text without the quotes around it.
fn unquoted(text: &str) -> &str {
    text.trim_matches(['"', '\''])
}
