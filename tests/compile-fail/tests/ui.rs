//! What the compiler says about a faulty tool: each case stands in the folder
//! of its kind, and the file beside it holds every word of the answer.

use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn every_fault_is_told_at_the_users_token_with_its_remedy() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("ui/*/*.rs");
}

/// The cases, each with the answer that is expected to it.
fn cases() -> Vec<(PathBuf, String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui");
    let mut cases = Vec::new();
    for folder in fs::read_dir(root).unwrap() {
        for file in fs::read_dir(folder.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "rs") {
                let code = fs::read_to_string(&path).unwrap();
                let answer = fs::read_to_string(path.with_extension("stderr")).unwrap();
                cases.push((path, code, answer));
            }
        }
    }
    assert!(cases.len() >= 100, "only {} cases were found", cases.len());
    cases
}

#[test]
fn a_fault_is_one_error_and_brings_no_other() {
    for (path, code, answer) in cases() {
        let faults = code
            .lines()
            .find_map(|line| line.strip_prefix("// Faults: "))
            .map_or(1, |count| count.parse().unwrap());
        let told = answer
            .lines()
            .filter(|line| line.starts_with("error") || line.starts_with("warning"))
            .count();
        assert_eq!(told, faults, "{}", path.display());
    }
}

#[test]
fn the_macros_own_errors_are_short_sentences_in_lower_case() {
    for (path, _, answer) in cases() {
        let own = answer
            .lines()
            .filter_map(|line| line.strip_prefix("error: "));
        for message in own {
            let first = message.chars().next().unwrap();
            assert!(!first.is_uppercase(), "{}: {message}", path.display());
            assert!(!message.ends_with('.'), "{}: {message}", path.display());
        }
    }
}
