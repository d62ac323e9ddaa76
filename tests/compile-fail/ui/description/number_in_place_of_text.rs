use tooldef::tool;

#[tool(description = 5)]
fn add(n: u8) -> u8 {
    n + 1
}

fn main() {}
