use tooldef::toolkit;

struct Adder(u8);

#[toolkit]
impl Adder {
    #[tool(description = "Add one to a number")]
    fn add(&self) -> u8 {
        self.0 + 1
    }

    #[tool(description = "Add two to a number", name = "add")]
    fn add_two(&self) -> u8 {
        self.0 + 2
    }
}

fn main() {}
