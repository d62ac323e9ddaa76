use tooldef::tool;

#[tool(description = "Add one to a number")]
fn add(n: impl Into<u8>) -> u8 {
    n.into() + 1
}

fn main() {}
