// Faults: 3

use tooldef::tool;

#[tool(description = "Add one to a number")]
unsafe extern "C" fn add(n: u8, rest: ...) -> u8 {
    n + 1
}

fn main() {}
