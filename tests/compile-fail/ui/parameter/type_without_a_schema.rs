use tooldef::tool;

#[derive(serde::Deserialize)]
struct Number(u8);

#[tool(description = "Add one to a number")]
async fn add(n: &Number) -> u8 {
    n.0 + 1
}

fn main() {}
