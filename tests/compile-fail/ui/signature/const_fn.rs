use tooldef::tool;

#[tool(description = "Add one to a number")]
const fn add(n: u8) -> u8 {
    n + 1
}

const THREE: u8 = add(2);

fn main() {}
