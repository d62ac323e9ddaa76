// Faults: 2

use tooldef::tool;

#[tool(descripton = "Add one to a number", readOnly)]
fn add(n: u8) -> u8 {
    n + 1
}

fn main() {}
