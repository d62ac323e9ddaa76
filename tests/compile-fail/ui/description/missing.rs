use tooldef::{tool, tools};

#[tool(effect = "read")]
fn add(n: u8) -> u8 {
    n + 1
}

fn the_fn_still_exists() {
    let _ = add(1);
    let _ = tools! { add };
}

fn main() {}
