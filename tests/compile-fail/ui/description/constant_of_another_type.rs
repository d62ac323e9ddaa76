use tooldef::tool;

const TEXT: u8 = 5;

#[tool(description = TEXT)]
fn add(n: u8) -> u8 {
    n + 1
}

fn main() {}
