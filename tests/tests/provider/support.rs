//! Short ways to the part of a rendering that a test is about.

use serde_json::{Value, json};
use tooldef::Definition;
use tooldef::provider::{Dialect, Rendering};

/// A tool with one parameter `value` of this schema, which it requires.
pub(crate) fn taking(schema: Value) -> Definition {
    let mut root = json!({ "properties": {}, "required": ["value"] });
    root["properties"]["value"] = schema;
    with_root(root)
}

/// A tool whose arguments are described by `root`.
pub(crate) fn with_root(root: Value) -> Definition {
    named("probe", root)
}

/// The same under a name.
pub(crate) fn named(name: &'static str, root: Value) -> Definition {
    Definition::new(name, "A probe. Takes what it is given.", root)
}

/// The rendering of one tool.
pub(crate) fn render(dialect: Dialect, definition: &Definition) -> Rendering {
    dialect
        .render_with_notes([definition])
        .unwrap_or_else(|error| panic!("{error}"))
}

/// Where a dialect puts a tool's schema, in the list of tools.
pub(crate) fn schema_of(dialect: Dialect, tools: &Value, index: usize) -> &Value {
    let pointer = match dialect {
        Dialect::OpenAiChat | Dialect::OpenAiChatStrict | Dialect::Ollama => {
            format!("/{index}/function/parameters")
        }
        Dialect::OpenAiResponses | Dialect::OpenAiResponsesStrict => {
            format!("/{index}/parameters")
        }
        Dialect::Anthropic | Dialect::AnthropicStrict => format!("/{index}/input_schema"),
        Dialect::Gemini => format!("/0/functionDeclarations/{index}/parametersJsonSchema"),
        Dialect::GeminiParameters => format!("/0/functionDeclarations/{index}/parameters"),
        Dialect::Bedrock => format!("/{index}/toolSpec/inputSchema/json"),
        Dialect::Mcp => format!("/{index}/inputSchema"),
        other => panic!("no place known for {other}"),
    };
    tools
        .pointer(&pointer)
        .unwrap_or_else(|| panic!("nothing at {pointer} in {tools}"))
}

/// The schema a dialect shows for one tool.
pub(crate) fn schema(dialect: Dialect, definition: &Definition) -> Value {
    schema_of(dialect, &render(dialect, definition).tools, 0).clone()
}

/// The schema a dialect shows for the parameter `value` of one tool.
pub(crate) fn parameter(dialect: Dialect, definition: &Definition) -> Value {
    schema(dialect, definition)["properties"]["value"].clone()
}

/// Whether a rendering of one tool claims to be strict.
pub(crate) fn claims_strict(dialect: Dialect, tools: &Value, index: usize) -> bool {
    let pointer = match dialect {
        Dialect::OpenAiChatStrict => format!("/{index}/function/strict"),
        _ => format!("/{index}/strict"),
    };
    tools.pointer(&pointer) == Some(&Value::Bool(true))
}

/// Calls `visit` for every schema in `schema`, and for nothing else.
pub(crate) fn each_schema(schema: &Value, visit: &mut dyn FnMut(&Value)) {
    visit(schema);
    let Some(object) = schema.as_object() else {
        return;
    };
    for (keyword, held) in object {
        match (keyword.as_str(), held) {
            ("items" | "additionalProperties" | "not" | "propertyNames", schema) => {
                each_schema(schema, visit);
            }
            ("anyOf" | "oneOf" | "allOf" | "prefixItems", Value::Array(all)) => {
                for schema in all {
                    each_schema(schema, visit);
                }
            }
            ("properties" | "$defs" | "patternProperties", Value::Object(all)) => {
                for schema in all.values() {
                    each_schema(schema, visit);
                }
            }
            _ => {}
        }
    }
}
