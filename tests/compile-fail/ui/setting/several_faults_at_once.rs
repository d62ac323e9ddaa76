// Faults: 9

use tooldef::tool;

#[tool(effect = "reed", name = "a b", colour, idempotent = 2)]
unsafe fn add<T>(&(a, b): &(u8, u8), c: &mut T) {
    let _ = (a, b, c);
}

fn main() {}
