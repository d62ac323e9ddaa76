use tooldef::tool;

struct Number(u8);

#[tool(description = "Add one to a number")]
fn add(n: u8) -> Number {
    Number(n + 1)
}

fn main() {}
