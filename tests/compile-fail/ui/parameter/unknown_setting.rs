// Faults: 2

use tooldef::tool;

#[tool(description = "Add one to a number")]
fn add(#[arg(defualt = 1, min = 3)] n: u8) -> u8 {
    n + 1
}

fn main() {}
