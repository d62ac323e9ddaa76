use tooldef::tool;

/// Adds one to a number.
#[tool(effect = "read")]
fn add(n: u8) -> u8 {
    n + 1
}

fn main() {}
