//! Finds the path by which the annotated crate reaches tooldef.

use std::path::Path;

use proc_macro2::Span;

use crate::manifest::{Dependency, entries};
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
            let is_root = entries(&text).any(|entry| entry.is_of_workspace());
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
