use tooldef::toolkit;

struct Adder(u8);

#[toolkit]
impl Adder {
    const TEXT: &str = "Add one to a number";

    #[tool(description = Self::TEXT)]
    fn add(&self) -> u8 {
        self.0 + 1
    }
}

fn main() {}
