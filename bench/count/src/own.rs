//! The tools that are measured, written with tooldef.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

use tooldef::approval::{ApprovalRequest, Approver, ApproverError, Decision};
use tooldef::{BoxFuture, Call, Caller, Dispatcher, Run, Tool, ToolSet, tool};

/// Arguments of the two-integer call.
pub const TWO: &str = r#"{"a": 17, "b": 25}"#;

/// Arguments of the ten-field call.
pub const TEN: &str = r#"{"customer":"Ada Lovelace","email":"ada@example.org","quantity":3,"price":12.5,"express":true,"note":null,"tags":["gift","fragile"],"address":{"street":"Main Street 1","city":"London","zip":"N1 9GU"},"lines":[{"sku":"A-1","count":1},{"sku":"B-2","count":2}],"priority":7}"#;

/// Where to send something.
#[derive(Debug, Clone, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Address {
    pub(crate) street: String,
    pub(crate) city: String,
    pub(crate) zip: String,
}

/// One line of an order.
#[derive(Debug, Clone, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Line {
    pub(crate) sku: String,
    pub(crate) count: u32,
}

/// What the ten-field call takes.
#[derive(Debug, Clone, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Order {
    pub(crate) customer: String,
    pub(crate) email: String,
    pub(crate) quantity: u32,
    pub(crate) price: f64,
    pub(crate) express: bool,
    pub(crate) note: Option<String>,
    pub(crate) tags: Vec<String>,
    pub(crate) address: Address,
    pub(crate) lines: Vec<Line>,
    pub(crate) priority: u8,
}

/// What the ten-field call answers with.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Receipt {
    pub(crate) total: f64,
    pub(crate) city: String,
    pub(crate) items: u32,
}

impl Order {
    /// The work of the ten-field call.
    #[must_use]
    pub fn receipt(self) -> Receipt {
        Receipt {
            total: self.price * f64::from(self.quantity),
            items: self.lines.iter().map(|line| line.count).sum(),
            city: self.address.city,
        }
    }
}

/// Adds.
#[tool(description = "Add two numbers. Returns their sum.", effect = "read")]
#[must_use]
pub fn add(
    /// The first number.
    a: i64,
    /// The second number.
    b: i64,
) -> i64 {
    a + b
}

/// Adds, behind the gate.
#[tool(
    description = "Book the sum of two numbers. Returns it.",
    effect = "write"
)]
#[must_use]
pub fn book(
    /// The first number.
    a: i64,
    /// The second number.
    b: i64,
) -> i64 {
    a + b
}

/// Measures a text.
#[tool(description = "Count the bytes of a text.", effect = "read")]
#[must_use]
pub fn measure(
    /// The text.
    text: &str,
) -> usize {
    text.len()
}

/// Takes an order.
#[expect(clippy::too_many_arguments, reason = "ten fields are what is measured")]
#[tool(description = "Price an order. Returns a receipt.", effect = "read")]
#[must_use]
pub fn order(
    /// Who orders.
    customer: String,
    /// Where to write to.
    email: String,
    /// How many.
    quantity: u32,
    /// For one.
    price: f64,
    /// Whether to hurry.
    express: bool,
    /// Anything else.
    note: Option<String>,
    /// Labels.
    tags: Vec<String>,
    /// Where to send it.
    address: Address,
    /// What is in it.
    lines: Vec<Line>,
    /// From 0 to 9.
    priority: u8,
) -> Receipt {
    Order {
        customer,
        email,
        quantity,
        price,
        express,
        note,
        tags,
        address,
        lines,
        priority,
    }
    .receipt()
}

/// A set of so many tools: `add_0`, `add_1` and on.
///
/// # Panics
/// Never: the names are legal and stand once.
#[must_use]
pub fn many(count: usize) -> ToolSet {
    (0..count)
        .map(|at| Tool::of::<add>().named(format!("add_{at}")))
        .fold(ToolSet::builder(), tooldef::ToolSetBuilder::add)
        .build()
        .expect("sound tools")
}

/// Agrees at once.
struct Agree;

impl Approver for Agree {
    fn decide(&self, _: Arc<ApprovalRequest>) -> BoxFuture<'_, Result<Decision, ApproverError>> {
        Box::pin(std::future::ready(Ok(Decision::Approve)))
    }
}

/// A run over a set, with an approver that agrees at once.
///
/// # Panics
/// Never: nothing the set asks for is missing.
#[must_use]
pub fn run(tools: ToolSet) -> Run {
    Dispatcher::builder(tools)
        .approver(Agree)
        .build()
        .expect("nothing is missing")
        .run(&Caller::system())
}

/// Makes one call that succeeds.
///
/// # Panics
/// If it does not.
pub fn call(run: &Run, name: &str, arguments: &str) {
    let result = crate::now(run.call(Call::new("call-1", name, arguments)));
    assert!(!result.is_error(), "{}", result.text());
    std::hint::black_box(result.text());
}
