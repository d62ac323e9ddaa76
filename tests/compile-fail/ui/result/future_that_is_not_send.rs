use tooldef::tool;

#[tool(description = "Add one to a number")]
async fn add(n: u8) -> u8 {
    let shared = std::rc::Rc::new(n);
    std::future::ready(()).await;
    *shared + 1
}

fn main() {}
