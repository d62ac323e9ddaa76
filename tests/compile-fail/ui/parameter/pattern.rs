use tooldef::tool;

#[tool(description = "Add one to a number")]
fn add((a, b): (u8, u8)) -> u8 {
    a + b
}

fn main() {}
