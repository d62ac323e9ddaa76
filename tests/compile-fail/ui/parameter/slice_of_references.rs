use tooldef::tool;

#[tool(description = "Add one to a number")]
fn add(n: &[&str]) -> usize {
    n.len()
}

fn main() {}
