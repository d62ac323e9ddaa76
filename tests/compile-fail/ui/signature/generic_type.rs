use tooldef::tool;

#[tool(description = "Add one to a number")]
fn add<T: From<u8>>(n: u8) -> T {
    n.into()
}

fn main() {}
