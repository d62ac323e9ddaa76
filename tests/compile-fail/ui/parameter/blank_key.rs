use tooldef::tool;

#[tool(description = "Add one to a number")]
fn add(#[arg(rename = "")] n: u8) -> u8 {
    n + 1
}

fn main() {}
