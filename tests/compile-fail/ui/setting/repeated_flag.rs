use tooldef::tool;

#[tool(description = "Add one to a number", idempotent, idempotent = false)]
fn add(n: u8) -> u8 {
    n + 1
}

fn main() {}
