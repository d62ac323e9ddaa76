//! What the attributes make of ordinary fns: names, parameters, defaults and
//! methods, seen through definitions and calls.

use std::borrow::Cow;
use std::sync::Arc;

use serde_json::{Value, json};
use tooldef::{Caller, State, Tool, ToolSet, tool, toolkit, tools};

#[tool(
    description = "Save a note. Returns its id.",
    effect = "write",
    idempotent,
    roles("editor"),
    timeout = 0.5
)]
async fn save_note(
    /// The note's full text.
    text: &str,
    /// Labels to file it under.
    #[arg(default)]
    labels: Vec<String>,
    #[arg(default = 3, rename = "howOften")] times: u8,
    o: Option<&str>,
    s: &[u8],
    c: Cow<'_, str>,
    #[context] caller: Caller,
    #[context] n: &State<u8>,
) -> Result<String, std::io::Error> {
    let _ = (caller, n);
    Ok(format!("{text} {labels:?} {times} {o:?} {s:?} {c}"))
}

#[tool(description = "Move a thing by x")]
fn r#move(mut x: i32) -> i32 {
    x += 1;
    x
}

struct Vendors(u8);

#[toolkit]
impl Vendors {
    #[tool(description = "Give the number back")]
    async fn number(&self, add: u8) -> u8 {
        self.0 + add
    }
    #[tool(description = "Static one for all")]
    fn fixed(self: Arc<Self>) -> u8 {
        self.0
    }
    #[method(description = "Contact a vendor.", roles("editor"))]
    async fn contact(self: &Arc<Self>) -> String {
        "x".to_owned()
    }
}

fn set() -> ToolSet {
    let v = Arc::new(Vendors(3));
    let _ = v.methods();
    tools! { save_note, other: r#move, ..v.toolkit() }.unwrap()
}

#[test]
fn smoke() {
    let set = set();
    for tool in set.iter() {
        println!("{:#?}", tool.definition());
    }
}
