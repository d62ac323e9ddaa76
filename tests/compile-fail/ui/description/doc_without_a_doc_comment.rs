use tooldef::tool;

#[tool(description = doc)]
fn add(n: u8) -> u8 {
    n + 1
}

fn main() {}
