use tooldef::toolkit;

#[toolkit]
fn add(n: u8) -> u8 {
    n + 1
}

fn main() {}
