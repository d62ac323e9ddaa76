use tooldef::tool;

#[tool(description = "Add one to a number", roles("editor" "admin"))]
fn add(n: u8) -> u8 {
    n + 1
}

fn main() {}
