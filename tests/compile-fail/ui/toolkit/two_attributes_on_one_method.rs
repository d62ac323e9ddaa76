use tooldef::toolkit;

struct Adder(u8);

#[toolkit]
impl Adder {
    #[tool(description = "Add one to a number")]
    #[method(description = "Add one to a number")]
    fn add(&self) -> u8 {
        self.0 + 1
    }
}

fn main() {}
