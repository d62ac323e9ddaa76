use tooldef::tool;

#[tool(description = "Add one to a number", description = "Something else")]
fn add(n: u8) -> u8 {
    n + 1
}

fn main() {}
