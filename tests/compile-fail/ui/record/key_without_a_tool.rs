use tooldef::{tool, tools};

#[tool(description = "Add one to a number")]
fn add(n: u8) -> u8 {
    n + 1
}

fn set() {
    let _ = tools! { sum: };
}

fn main() {}
