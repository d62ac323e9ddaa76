use tooldef::tool;

#[tool(description = "Save note.")]
fn save_note(text: String) -> usize {
    text.len()
}

fn main() {}
