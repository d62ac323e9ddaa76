use tooldef::tool;

#[tool(description = "Add one to a number")]
fn add(n: Vec<impl Into<u8>>) -> usize {
    n.len()
}

fn main() {}
