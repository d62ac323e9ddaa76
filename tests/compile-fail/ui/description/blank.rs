use tooldef::tool;

#[tool(description = " \n\t ")]
fn add(n: u8) -> u8 {
    n + 1
}

fn main() {}
