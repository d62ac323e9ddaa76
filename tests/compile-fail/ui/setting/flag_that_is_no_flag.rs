// Faults: 2

use tooldef::tool;

#[tool(description = "Add one to a number", idempotent = "yes", open_world = 1)]
fn add(n: u8) -> u8 {
    n + 1
}

fn main() {}
