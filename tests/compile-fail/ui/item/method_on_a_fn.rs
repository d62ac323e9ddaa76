use tooldef::method;

#[method(description = "Add one to a number")]
fn add(#[arg(default)] n: u8) -> u8 {
    n + 1
}

fn main() {}
