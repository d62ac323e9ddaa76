use tooldef::tool;

#[tool(description = "Add one to a number")]
fn add(a: u8, #[arg(rename = "a")] b: u8) -> u8 {
    a + b
}

fn main() {}
