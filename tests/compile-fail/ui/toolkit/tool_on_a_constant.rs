use tooldef::toolkit;

struct Adder(u8);

#[toolkit]
impl Adder {
    #[tool(description = "Add one to a number")]
    const ONE: u8 = 1;

    #[tool(description = "Add one to a number")]
    fn add(&self) -> u8 {
        self.0 + Self::ONE
    }
}

fn main() {}
