use tooldef::tool;

#[tool(description = "save_note")]
fn save_note(text: String) -> usize {
    text.len()
}

fn main() {}
