use tooldef::tool;

struct Adder(u8);

#[tool(description = "Add one to a number")]
impl Adder {
    fn add(&self) -> u8 {
        self.0 + 1
    }
}

fn main() {}
