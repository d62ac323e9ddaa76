use tooldef::tool;

#[derive(serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
struct Number(u8);

#[tool(description = "Add one to a number")]
fn add(#[arg(default)] n: Number) -> u8 {
    n.0 + 1
}

fn main() {}
