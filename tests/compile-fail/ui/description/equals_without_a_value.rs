use tooldef::tool;

#[tool(description = , effect = "read")]
fn add(n: u8) -> u8 {
    n + 1
}

fn main() {}
