use tooldef::tool;

struct Number(u8);

#[tool(description = "Add one to a number")]
async fn add(n: u8) -> Result<Number, String> {
    Ok(Number(n + 1))
}

fn main() {}
