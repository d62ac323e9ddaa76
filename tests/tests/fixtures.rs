//! Crates that stand in a place of their own towards tooldef, built by Cargo:
//! other editions, another name for the dependency, no other dependency, every
//! lint denied, a library between.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Once;

use serde_json::Value;

static LOCKED: Once = Once::new();

/// A message of the compiler about one of the crates.
struct Message {
    crate_name: String,
    level: String,
    text: String,
}

/// Runs Cargo on the fixtures; whether it succeeded, and what the compiler said
/// about them.
fn cargo(arguments: &[&str]) -> (bool, Vec<Message>) {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    // The versions of the workspace are the ones that are surely at hand.
    LOCKED.call_once(|| {
        let lock = fixtures.join("../../Cargo.lock");
        fs::copy(lock, fixtures.join("Cargo.lock")).unwrap();
    });
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .args(["--offline", "--message-format=json", "--target-dir"])
        .arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join("fixtures"))
        .current_dir(&fixtures)
        .output()
        .unwrap();
    let lines = String::from_utf8(output.stdout).unwrap();
    let messages = lines
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter(|message| {
            message["manifest_path"]
                .as_str()
                .is_some_and(|path| Path::new(path).starts_with(&fixtures))
                && message["reason"] == "compiler-message"
        })
        .map(|message| Message {
            crate_name: message["target"]["name"].as_str().unwrap().to_owned(),
            level: message["message"]["level"].as_str().unwrap().to_owned(),
            text: message["message"]["message"].as_str().unwrap().to_owned(),
        })
        .collect();
    assert!(
        !lines.is_empty(),
        "Cargo did not get to building: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    (output.status.success(), messages)
}

#[test]
fn tools_compile_without_a_warning_wherever_they_stand() {
    let (success, messages) = cargo(&[
        "clippy",
        "--workspace",
        "--exclude=undeclared",
        "--exclude=unused",
    ]);
    let told: Vec<String> = messages
        .iter()
        .map(|message| format!("{}: {}", message.crate_name, message.text))
        .collect();
    assert!(success && told.is_empty(), "{}", told.join("\n"));
}

#[test]
fn warnings_are_about_the_users_code_and_none_is_lost() {
    let (success, messages) = cargo(&["check", "--package=unused"]);
    let mut told: Vec<&str> = messages
        .iter()
        .map(|message| message.text.as_str())
        .filter(|text| !text.contains("warnings emitted"))
        .collect();
    told.sort_unstable();
    assert!(success);
    assert_eq!(
        told,
        [
            "function `never_called_either` is never used",
            "function `never_called` is never used",
            "unused variable: `unused`",
        ]
    );
}

#[test]
fn a_missing_dependency_is_one_error_with_two_remedies() {
    let (success, messages) = cargo(&["check", "--package=undeclared"]);
    let errors: Vec<&str> = messages
        .iter()
        .filter(|message| message.level == "error")
        .map(|message| message.text.as_str())
        .filter(|text| !text.contains("aborting due to"))
        .collect();
    assert!(!success);
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].contains("cargo add tooldef"), "{}", errors[0]);
    assert!(
        errors[0].contains("crate = path::to::tooldef"),
        "{}",
        errors[0]
    );
}
