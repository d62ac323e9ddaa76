use tooldef::toolkit;

#[toolkit]
struct Adder(u8);

fn main() {}
