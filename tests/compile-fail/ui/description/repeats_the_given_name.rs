use tooldef::tool;

#[tool(name = "plus-one", description = "Plus One")]
fn add(n: u8) -> u8 {
    n + 1
}

fn main() {}
