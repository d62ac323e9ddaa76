//! Finds the path by which the annotated crate reaches tooldef.

use std::path::Path;

use proc_macro2::Span;

use crate::runtime::Runtime;

/// What a manifest says about tooldef.
#[derive(Debug, PartialEq, Eq)]
enum Found {
    /// A dependency under its own name.
    Plain,
    /// A dependency under another name.
    Renamed(String),
    /// No dependency at all.
    Missing,
}

/// The path of tooldef: the one the user gave, or the one the manifest shows.
///
/// # Errors
/// The crate depends on tooldef under no name that the manifest shows.
pub(crate) fn resolve(given: Option<&syn::Path>) -> Result<Runtime, syn::Error> {
    if let Some(path) = given {
        return Ok(Runtime::given(path));
    }
    // The manifest is read anew each time: that takes microseconds, and a
    // remembered answer would be wrong in a process that expands the macros of
    // many crates, as editors do.
    let found = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or(Found::Plain, |directory| look_up(Path::new(&directory)));
    match found {
        Found::Plain => Ok(Runtime::dependency("tooldef")),
        Found::Renamed(name) => Ok(Runtime::dependency(&name)),
        Found::Missing if std::env::var("CARGO_PKG_NAME").is_ok_and(|name| name == "tooldef") => {
            Ok(Runtime::dependency("tooldef"))
        }
        Found::Missing => Err(syn::Error::new(
            Span::call_site(),
            "this crate does not depend on tooldef: run `cargo add tooldef`, or say where it is \
             re-exported with `crate = path::to::tooldef`",
        )),
    }
}

/// Reads the manifest in `directory`, and the workspace's where it refers there.
fn look_up(directory: &Path) -> Found {
    // Without a readable manifest the build is not Cargo's, and whoever runs it
    // names the crate.
    let Ok(manifest) = std::fs::read_to_string(directory.join("Cargo.toml")) else {
        return Found::Plain;
    };
    scan(&manifest, || {
        directory.ancestors().find_map(|ancestor| {
            let text = std::fs::read_to_string(ancestor.join("Cargo.toml")).ok()?;
            let is_root = entries(&text)
                .any(|entry| entry.path.first().is_some_and(|part| part == "workspace"));
            is_root.then_some(text)
        })
    })
}

/// Looks for tooldef in a manifest. `workspace` gives the text of the workspace
/// root's manifest, which is asked for only when a dependency is inherited.
fn scan(manifest: &str, workspace: impl FnOnce() -> Option<String>) -> Found {
    let mut renamed = None;
    let mut inherited = Vec::new();
    for entry in entries(manifest) {
        let Some(dependency) = Dependency::of(&entry, false) else {
            continue;
        };
        match dependency.package() {
            Some("tooldef") if dependency.key != "tooldef" => {
                renamed.get_or_insert(dependency.key.to_owned());
            }
            Some("tooldef") => return Found::Plain,
            None if dependency.key == "tooldef" => return Found::Plain,
            None if dependency.is_inherited() => inherited.push(dependency.key.to_owned()),
            Some(_) | None => {}
        }
    }
    if renamed.is_none()
        && !inherited.is_empty()
        && let Some(root) = workspace()
    {
        renamed = entries(&root)
            .filter_map(|entry| {
                let dependency = Dependency::of(&entry, true)?;
                (dependency.package() == Some("tooldef")).then(|| dependency.key.to_owned())
            })
            .find(|key| inherited.contains(key));
    }
    renamed.map_or(Found::Missing, |key| Found::Renamed(key.replace('-', "_")))
}

/// One `key = value` line of a manifest, its key under the heading's.
struct Entry {
    path: Vec<String>,
    value: String,
}

/// What an entry says about one dependency.
struct Dependency<'e> {
    key: &'e str,
    rest: &'e [String],
    value: &'e str,
}

impl<'e> Dependency<'e> {
    /// The dependency an entry speaks of, in the tables of the workspace or in
    /// those of a package.
    fn of(entry: &'e Entry, workspace: bool) -> Option<Self> {
        let is_workspace = entry.path.first().is_some_and(|part| part == "workspace");
        if is_workspace != workspace {
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
    fn package(&self) -> Option<&'e str> {
        match self.rest {
            [] => inline_value(self.value, "package").map(unquoted),
            [field] if field == "package" => Some(unquoted(self.value)),
            _ => None,
        }
    }

    /// Whether the entry is taken from the workspace.
    fn is_inherited(&self) -> bool {
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
fn entries(manifest: &str) -> impl Iterator<Item = Entry> + '_ {
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

#[cfg(test)]
mod tests {
    use super::{Found, scan};

    fn alone(manifest: &str) -> Found {
        scan(manifest, || None)
    }

    #[test]
    fn a_dependency_under_its_own_name_is_found_in_every_table_and_form() {
        for manifest in [
            "[dependencies]\ntooldef = \"1\"",
            "[dependencies]\ntooldef.workspace = true",
            "[dependencies.tooldef]\nversion = \"1\"",
            "[dev-dependencies]\n\"tooldef\" = { path = \"..\" }",
            "[target.'cfg(unix)'.dependencies]\ntooldef = \"1\" # why",
            "[target.\"cfg(target_os = \\\"linux\\\")\".dependencies.tooldef]\nversion = \"1\"",
            "dependencies.tooldef = \"1\"",
            "[dependencies]\ntk = { package = \"tooldef\" }\ntooldef = \"1\"",
        ] {
            assert_eq!(alone(manifest), Found::Plain, "{manifest}");
        }
    }

    #[test]
    fn a_renamed_dependency_is_found_in_every_table_and_form() {
        for manifest in [
            "[dependencies]\ntool-kit = { version = \"1\", package = \"tooldef\" }",
            "[dependencies]\ntool-kit = {\n  version = \"1\", # why\n  package = 'tooldef',\n}",
            "[dependencies.tool-kit]\nversion = \"1\"\npackage = \"tooldef\"",
            "[target.'cfg(unix)'.dependencies]\ntool-kit.package = \"tooldef\"",
            "[build-dependencies]\n\"tool-kit\" = { package = \"tooldef\", features = [\"a\"] }",
        ] {
            assert_eq!(
                alone(manifest),
                Found::Renamed("tool_kit".to_owned()),
                "{manifest}"
            );
        }
    }

    #[test]
    fn a_renamed_dependency_is_found_through_the_workspace() {
        let root = "[workspace]\nmembers = []\n[workspace.dependencies]\nother = \"1\"\n\
                    tk = { package = \"tooldef\", version = \"1\" }";
        for manifest in [
            "[dependencies]\ntk.workspace = true",
            "[dependencies]\ntk = { workspace = true, features = [] }",
            "[dependencies.tk]\nworkspace = true",
        ] {
            let found = scan(manifest, || Some(root.to_owned()));
            assert_eq!(found, Found::Renamed("tk".to_owned()), "{manifest}");
        }
        let unused = scan("[dependencies]\nother.workspace = true", || {
            Some(root.to_owned())
        });
        assert_eq!(unused, Found::Missing);
    }

    #[test]
    fn a_mention_that_is_no_dependency_does_not_count() {
        for manifest in [
            "[package]\nname = \"tooldef\"",
            "[dependencies]\n# tooldef = \"1\"",
            "[dependencies]\nserde = { features = [\"tooldef\"] }",
            "[features]\ntooldef = []",
            "[workspace.dependencies]\ntooldef = \"1\"",
            "[dependencies]\ntooldef-macros = \"1\"",
        ] {
            assert_eq!(alone(manifest), Found::Missing, "{manifest}");
        }
    }
}
