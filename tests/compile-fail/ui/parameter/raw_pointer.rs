use tooldef::tool;

#[tool(description = "Add one to a number")]
fn add(n: *const u8) -> bool {
    n.is_null()
}

fn main() {}
