use tooldef::tool;

#[tool(description = concat!("Add", "."))]
fn add(n: u8) -> u8 {
    n + 1
}

fn main() {}
