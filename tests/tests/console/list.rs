//! `list`: for people, and for each provider.

use serde_json::Value;
use tooldef::provider::Dialect;

use crate::app::run;

#[test]
fn people_see_every_tool_with_effect_parameters_and_description() {
    let said = run(&["list"]);
    let table = said.result();
    let line = |name: &str| {
        table
            .lines()
            .find(|line| line.starts_with(name))
            .expect(name)
    };
    assert!(line("add ").contains("read"));
    assert!(line("add ").ends_with("a: integer, b: integer"));
    assert!(line("mark").contains("write"));
    assert!(line("everything").contains("not stated"));
    assert!(table.contains("Add two integers and return the sum."));
    assert!(table.contains("needs the role editor"));
}

#[test]
fn every_format_prints_one_json_array_in_the_tools_order() {
    for dialect in Dialect::ALL {
        let said = run(&["list", "--format", dialect.as_str()]);
        assert_eq!(said.code, 0, "{dialect}: {}", said.err);
        let Value::Array(tools) = said.json() else {
            panic!("{dialect}: {}", said.out);
        };
        let expected = match dialect {
            Dialect::Gemini | Dialect::GeminiParameters => 1,
            _ => 10,
        };
        assert_eq!(tools.len(), expected, "{dialect}");
        let place = |name: &str| said.out.find(&format!("\"{name}\"")).expect(name);
        assert!(
            place("say") < place("add") && place("add") < place("mark"),
            "{dialect}"
        );
    }
}

#[test]
fn mcp_definitions_are_closed_objects_without_noise() {
    let Value::Array(tools) = run(&["list", "--format", "mcp"]).json() else {
        panic!("an array");
    };
    for tool in tools {
        let schema = &tool["inputSchema"];
        assert_eq!(schema["type"], "object", "{tool}");
        assert_eq!(schema["additionalProperties"], false, "{tool}");
        assert!(schema["properties"].is_object(), "{tool}");
        assert!(
            schema.get("title").is_none() && schema.get("$schema").is_none(),
            "{tool}"
        );
    }
}

#[test]
fn two_runs_print_the_same_bytes() {
    let words = ["list", "--format", "openai-strict"];
    assert_eq!(run(&words).out, run(&words).out);
}
