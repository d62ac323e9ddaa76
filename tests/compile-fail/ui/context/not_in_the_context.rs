use tooldef::tool;

struct Number(u8);

#[tool(description = "Add one to a number")]
fn add(n: u8, #[context] m: Number) -> u8 {
    n + m.0
}

fn main() {}
