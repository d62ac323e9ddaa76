//! Holds the paths of a call to their counts of instructions, so that a slowdown is
//! seen before anybody times anything.
//!
//! The count of one call is the difference of two runs under callgrind, one
//! longer than the other: what a program does once falls out of it. The
//! recorded counts are in `bench/count/instructions.txt`; on purpose changed ones
//! are written with `TOOLDEF_RECORD_INSTRUCTIONS=1 cargo test -p tooldef-tests
//! --test instructions`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How far a count may be above the recorded one. C libraries and processors
/// differ in how they copy and allocate.
const TOLERANCE: f64 = 1.15;

/// What is counted: two integers and ten fields, beside the same by hand; a
/// pinned argument; and a gate whose approver agrees at once.
const SUBJECTS: [&str; 6] = [
    "tooldef-two",
    "by-hand-two",
    "tooldef-ten",
    "by-hand-ten",
    "tooldef-pin",
    "tooldef-gate",
];

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Builds the program that makes calls, with optimization.
fn program() -> PathBuf {
    let built = Command::new(env!("CARGO"))
        .args(["build", "--release", "--quiet", "-p", "bench-count"])
        .current_dir(workspace())
        .status()
        .expect("cargo can be run");
    assert!(built.success(), "the program that makes calls can be built");
    let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    let target = target.unwrap_or_else(|| PathBuf::from("target"));
    workspace().join(target).join("release/bench-count")
}

/// Instructions of a whole run with so many calls.
fn run(program: &Path, subject: &str, times: u64) -> u64 {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .args([subject, &times.to_string()])
        .output()
        .expect("valgrind can be run");
    let told = String::from_utf8_lossy(&output.stderr);
    told.lines()
        .find_map(|line| line.split("Collected :").nth(1)?.trim().parse().ok())
        .unwrap_or_else(|| panic!("callgrind tells a count: {told}"))
}

fn a_call(program: &Path, subject: &str) -> u64 {
    const MORE: u64 = 500;
    (run(program, subject, 100 + MORE) - run(program, subject, 100)) / MORE
}

#[test]
fn a_call_takes_no_more_instructions_than_recorded() {
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("skipped: valgrind is not installed");
        return;
    }
    let program = program();
    let file = workspace().join("bench/count/instructions.txt");
    let counts = SUBJECTS.map(|subject| (subject, a_call(&program, subject)));
    if std::env::var_os("TOOLDEF_RECORD_INSTRUCTIONS").is_some() {
        let lines = counts.map(|(subject, count)| format!("{subject} {count}\n"));
        fs::write(&file, lines.concat()).expect("the record can be written");
    }
    let recorded = fs::read_to_string(&file).expect("the record can be read");
    for (subject, count) in counts {
        let before: f64 = recorded
            .lines()
            .find_map(|line| line.strip_prefix(subject)?.trim().parse().ok())
            .expect("a recorded count");
        #[expect(clippy::cast_precision_loss, reason = "a small count")]
        let ratio = count as f64 / before;
        println!("{subject}: {count} instructions a call, {before} recorded");
        assert!(
            ratio <= TOLERANCE,
            "{subject}: {count} instructions a call where {before} are recorded; if that is meant, record it anew"
        );
    }
}
