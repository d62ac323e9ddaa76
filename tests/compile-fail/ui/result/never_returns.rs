use tooldef::tool;

#[tool(description = "Add one to a number")]
fn add(n: u8) -> ! {
    std::process::exit(i32::from(n))
}

fn main() {}
