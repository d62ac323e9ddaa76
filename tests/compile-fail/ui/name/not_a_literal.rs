use tooldef::tool;

const NAME: &str = "add";

#[tool(description = "Add one to a number", name = NAME)]
fn add(n: u8) -> u8 {
    n + 1
}

fn main() {}
