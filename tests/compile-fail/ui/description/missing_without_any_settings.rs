use tooldef::tool;

#[tool]
fn add(n: u8) -> u8 {
    n + 1
}

fn main() {}
