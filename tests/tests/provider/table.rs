//! The table of what each dialect makes of each construct.
//!
//! `README.md` holds it. The test fails when it is out of date;
//! with `TOOLDEF_WRITE_DOCS=1` in the environment it writes the file instead.

use std::fmt::Write as _;
use std::path::PathBuf;

use serde_json::Value;
use tooldef::Definition;
use tooldef::provider::{Dialect, NoteKind};
use tooldef_tests::corpus;

use crate::support::{claims_strict, schema_of};

const BEGIN: &str = "<!-- dialects: begin -->";
const END: &str = "<!-- dialects: end -->";

/// What stands in the table, and a type of the corpus that shows it.
const CONSTRUCTS: [(&str, &str); 27] = [
    ("no arguments", "no_arguments"),
    ("text, number, bool", "string"),
    ("integer with bounds (`u8`)", "u8"),
    ("text lengths, pattern", "limits"),
    ("one character (`char`)", "char"),
    ("date and time", "date_time"),
    ("URL", "url"),
    ("optional (`Option<T>`)", "optional_string"),
    ("optional record", "optional_record"),
    ("default value", "defaults"),
    ("list", "list"),
    ("set", "set"),
    ("array, tuple of one type", "array"),
    ("tuple of several types", "pair_of_two_types"),
    ("map", "map"),
    ("map with integer keys", "map_with_integer_keys"),
    ("nested record, one type twice", "one_type_twice"),
    ("enum of unit variants", "unit_enum"),
    ("the same, documented", "documented_enum"),
    ("enum as integers", "integer_enum"),
    ("enum, internally tagged", "internal"),
    ("enum, adjacently tagged", "adjacent"),
    ("enum, externally tagged", "holds_enums"),
    ("enum, untagged", "untagged_records"),
    ("recursion through an option", "recursive"),
    ("recursion through a list", "recursive_list"),
    ("any JSON (`Value`)", "any_json"),
];

/// Dialects that make the same of a schema share a column.
const COLUMNS: [(&str, Dialect); 6] = [
    ("OpenAI, Anthropic, Bedrock, Ollama", Dialect::OpenAiChat),
    ("OpenAI strict", Dialect::OpenAiChatStrict),
    ("Anthropic strict", Dialect::AnthropicStrict),
    ("Gemini", Dialect::Gemini),
    ("Gemini `parameters`", Dialect::GeminiParameters),
    ("MCP", Dialect::Mcp),
];

const LEGEND: &str = "\
- **yes**: kept, with the same meaning.
- **yes, in words**: kept but for a limit the dialect has no keyword for; that
  stands in the description, a note says so, and the tool enforces it.
- **not strict**: offered with the full schema and without the provider's
  guarantee; a note says why.
- **refused**: an error that names the tool, the path and the keyword.
";

fn cell(dialect: Dialect, definition: &Definition) -> &'static str {
    let Ok(rendering) = dialect.render_with_notes([definition]) else {
        return "refused";
    };
    if dialect.is_strict() && !claims_strict(dialect, &rendering.tools, 0) {
        return "not strict";
    }
    if rendering
        .notes
        .iter()
        .any(|note| note.kind == NoteKind::InWords)
    {
        return "yes, in words";
    }
    "yes"
}

fn table() -> String {
    let mut out = String::from("| construct |");
    for (name, _) in COLUMNS {
        let _ = write!(out, " {name} |");
    }
    out.push_str("\n|---|");
    out.push_str(&"---|".repeat(COLUMNS.len()));
    out.push('\n');
    for (construct, sample) in CONSTRUCTS {
        let definition = corpus::definition(sample);
        let _ = write!(out, "| {construct} |");
        for (_, dialect) in COLUMNS {
            let _ = write!(out, " {} |", cell(dialect, &definition));
        }
        out.push('\n');
    }
    out.push('\n');
    out.push_str(LEGEND);
    out
}

#[test]
fn the_table_in_the_readme_is_up_to_date() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../README.md");
    let readme = std::fs::read_to_string(&path).expect("there is a README");
    let (before, rest) = readme.split_once(BEGIN).expect("a beginning");
    let (_, after) = rest.split_once(END).expect("an end");
    let wanted = format!("{before}{BEGIN}\n{}{END}{after}", table());
    if std::env::var_os("TOOLDEF_WRITE_DOCS").is_some() {
        std::fs::write(&path, &wanted).expect("the file is written");
        return;
    }
    assert!(
        readme == wanted,
        "the table in README.md is out of date; run this test with TOOLDEF_WRITE_DOCS=1"
    );
}

#[test]
fn dialects_that_share_a_column_make_the_same_of_every_schema() {
    for sample in corpus::all() {
        let shown = |dialect: Dialect| -> Value {
            let tools = dialect.render([&sample.definition]).expect(sample.name);
            schema_of(dialect, &tools, 0).clone()
        };
        for dialect in [
            Dialect::OpenAiResponses,
            Dialect::Anthropic,
            Dialect::Bedrock,
            Dialect::Ollama,
        ] {
            assert_eq!(
                shown(dialect),
                shown(Dialect::OpenAiChat),
                "{} for {dialect}",
                sample.name
            );
        }
    }
}
