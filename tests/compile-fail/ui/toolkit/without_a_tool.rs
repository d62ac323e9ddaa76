use tooldef::toolkit;

struct Adder(u8);

#[toolkit]
impl Adder {
    fn add(&self) -> u8 {
        self.0 + 1
    }
}

fn main() {}
