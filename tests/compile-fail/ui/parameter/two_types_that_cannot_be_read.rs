// Faults: 2

use tooldef::tool;

struct Number(u8);

#[tool(description = "Add one to a number")]
fn add(a: Number, b: Option<Number>) -> bool {
    a.0 > 1 && b.is_none()
}

fn main() {}
