use tooldef::toolkit;

struct Adder(std::cell::Cell<u8>);

#[toolkit]
impl Adder {
    #[tool(description = "Add one to a number")]
    fn add(&self) -> u8 {
        self.0.get()
    }
}

fn main() {}
