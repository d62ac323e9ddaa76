//! rig's tool set.
#![allow(missing_docs, reason = "a peer's own terms")]

use rig_agent::tool::{Tool, ToolContext, ToolSet};
use serde::Deserialize;

use crate::own::{Order, Receipt};

#[derive(Deserialize)]
pub struct AddArguments {
    a: i64,
    b: i64,
}

pub struct Add;

impl Tool for Add {
    const NAME: &'static str = "add";
    type Args = AddArguments;
    type Output = i64;
    type Error = std::convert::Infallible;

    fn description(&self) -> String {
        "Add two numbers. Returns their sum.".to_owned()
    }

    fn parameters(&self) -> serde_json::Value {
        serde_json::json!({
            "type": "object",
            "properties": { "a": { "type": "integer" }, "b": { "type": "integer" } },
            "required": ["a", "b"],
        })
    }

    async fn call(&self, _: &mut ToolContext, args: AddArguments) -> Result<i64, Self::Error> {
        Ok(args.a + args.b)
    }
}

pub struct Price;

impl Tool for Price {
    const NAME: &'static str = "order";
    type Args = Order;
    type Output = Receipt;
    type Error = std::convert::Infallible;

    fn description(&self) -> String {
        "Price an order. Returns a receipt.".to_owned()
    }

    fn parameters(&self) -> serde_json::Value {
        serde_json::to_value(schemars::schema_for!(Order)).unwrap_or_default()
    }

    async fn call(&self, _: &mut ToolContext, order: Order) -> Result<Receipt, Self::Error> {
        Ok(order.receipt())
    }
}

#[must_use]
pub fn set() -> ToolSet {
    let mut set = ToolSet::default();
    set.add_tool(Add);
    set.add_tool(Price);
    set
}

/// Makes one call that succeeds.
///
/// # Panics
/// If it does not.
pub fn call(set: &ToolSet, context: &mut ToolContext, name: &str, arguments: &str) {
    let result = crate::measure::now(set.execute(name, arguments, context));
    assert!(!result.output().render().is_empty());
    std::hint::black_box(result);
}
