use tooldef::tool;

struct Adder(u8);

impl Adder {
    #[tool(description = "Add one to a number")]
    fn add(&self, n: u8) -> u8 {
        self.0 + n
    }
}

fn main() {}
