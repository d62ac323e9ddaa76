use tooldef::toolkit;

struct Adder(u8);

trait Add {
    fn add(&self) -> u8;
}

#[toolkit]
impl Add for Adder {
    #[tool(description = "Add one to a number")]
    fn add(&self) -> u8 {
        self.0 + 1
    }
}

fn main() {}
