use tooldef::tool;

#[tool(description = "Add one to a number")]
fn add(n: fn(u8) -> u8) -> u8 {
    n(1)
}

fn main() {}
