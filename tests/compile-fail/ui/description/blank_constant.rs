use tooldef::tool;

const TEXT: &str = "  ";

#[tool(description = TEXT)]
fn add(n: u8) -> u8 {
    n + 1
}

fn main() {}
