use tooldef::tool;

struct Number(u8);

#[tool(description = "Add one to a number")]
fn add(n: Number) -> u8 {
    n.0 + 1
}

fn main() {}
