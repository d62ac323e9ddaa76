use tooldef::tool;

#[tool(description = "Add one to a number")]
fn add(_: u8) -> u8 {
    1
}

fn main() {}
