use tooldef::tool;

#[tool(description = "Add one to a number")]
fn add(#[arg(default = String::new())] n: &str) -> usize {
    n.len()
}

fn main() {}
