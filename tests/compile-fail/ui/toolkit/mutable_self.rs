use tooldef::toolkit;

struct Adder(u8);

#[toolkit]
impl Adder {
    #[tool(description = "Add one to a number")]
    fn add(&mut self) -> u8 {
        self.0 += 1;
        self.0
    }
}

fn its_callers_still_compile(adder: std::sync::Arc<Adder>) {
    let _ = adder.toolkit();
}

fn main() {}
