use tooldef::tool;

struct TooMuch;

#[tool(description = "Add one to a number")]
async fn add(n: u8) -> Result<u8, TooMuch> {
    n.checked_add(1).ok_or(TooMuch)
}

fn main() {}
