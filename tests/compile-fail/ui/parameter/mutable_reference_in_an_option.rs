use tooldef::tool;

#[tool(description = "Add one to a number")]
fn add(n: Option<&mut u8>) {
    let _ = n;
}

fn main() {}
