//! Calls a tool and looks at its definition, in one line each.

use pollster::block_on;
use serde_json::Value;
use tooldef::approval::Policy;
use tooldef::{Call, Caller, Dispatcher, State, Tool, ToolResult, ToolSet};

/// A state for `#[context]` parameters.
pub struct Shelf(pub u8);

/// The set's tool of this name.
pub fn tool<'s>(set: &'s ToolSet, name: &str) -> &'s Tool {
    set.get(name).expect("the set holds the tool")
}

/// What the model sees of a tool's arguments.
pub fn schema(set: &ToolSet, name: &str) -> Value {
    (*tool(set, name).definition().input_schema).clone()
}

/// The result of one call, ungated, with a shelf of seven in the context.
pub fn result(set: &ToolSet, name: &str, arguments: &Value) -> ToolResult {
    let dispatcher = Dispatcher::builder(set.clone())
        .policy(Policy::new().dangerously_ungate_everything())
        .state(Shelf(7))
        .build()
        .expect("the set is complete");
    let caller = Caller::new("ada").with_role("editor");
    let arguments = arguments.to_string();
    block_on(dispatcher.call(&caller, Call::new("1", name, arguments)))
}

/// The text of a call that must succeed.
pub fn text(set: &ToolSet, name: &str, arguments: &Value) -> String {
    let result = result(set, name, arguments);
    assert!(!result.is_error(), "{}", result.text());
    result.text().into_owned()
}

/// Reads the shelf, for tools that check what they were given.
pub fn on_shelf(shelf: &State<Shelf>) -> u8 {
    shelf.0
}
