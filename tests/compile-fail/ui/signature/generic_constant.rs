use tooldef::tool;

#[tool(description = "Add one to a number")]
fn add<const N: u8>(n: u8) -> u8 {
    n + N
}

fn main() {}
