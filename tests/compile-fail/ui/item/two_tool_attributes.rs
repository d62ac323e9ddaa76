use tooldef::tool;

#[tool(description = "Add one to a number")]
#[tool(description = "Add one to a number again")]
fn add(n: u8) -> u8 {
    n + 1
}

fn main() {}
