use tooldef::toolkit;

struct Adder(u8);

#[toolkit(prefix = "a_")]
impl Adder {
    #[tool(description = "Add one to a number")]
    fn add(&self) -> u8 {
        self.0 + 1
    }
}

fn main() {}
