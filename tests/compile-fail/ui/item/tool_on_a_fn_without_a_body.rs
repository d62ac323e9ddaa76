use tooldef::tool;

trait Add {
    #[tool(description = "Add one to a number")]
    fn add(&self) -> u8;
}

fn main() {}
