use tooldef::tool;

#[tool(description = "Add one to a number")]
fn add(n: Box<dyn Fn(u8) -> u8>) -> u8 {
    n(1)
}

fn main() {}
