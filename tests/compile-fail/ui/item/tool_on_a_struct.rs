use tooldef::tool;

#[tool(description = "Add one to a number")]
struct Adder(u8);

type TheStructStillExists = Adder;

fn main() {}
