use tooldef::tool;

#[tool(description = "Add one to a number")]
fn add(n: u8, #[context(caller)] m: tooldef::Caller) -> u8 {
    let _ = m;
    n
}

fn main() {}
