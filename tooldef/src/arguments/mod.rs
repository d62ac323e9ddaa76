//! stub
use serde_json::{Map, Value};
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    pub bytes: usize,
    pub depth: usize,
}
impl Default for Limits {
    fn default() -> Self {
        Self {
            bytes: 1 << 20,
            depth: 64,
        }
    }
}
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    pub path: String,
    pub message: String,
}
impl Problem {
    pub fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            message: message.into(),
        }
    }
}
pub(crate) enum Coverage {
    Deserializer,
    Checked,
    Unenforced { path: String, keyword: String },
}
pub(crate) fn coverage(_: &Value) -> Coverage {
    Coverage::Deserializer
}
pub(crate) fn check(_: &Value, _: &Value) -> Vec<Problem> {
    vec![]
}
pub(crate) fn repair(_: &Value, _: &mut Value) -> bool {
    false
}
pub(crate) fn parse_object(t: &str, _: &Limits) -> Result<Map<String, Value>, serde_json::Error> {
    if t.trim().is_empty() {
        return Ok(Map::new());
    }
    serde_json::from_str(t)
}
pub(crate) fn invalid_arguments(n: &str, p: &[Problem]) -> String {
    format!(
        "Invalid arguments for {n}: {}",
        p.iter()
            .map(|p| format!("{}: {}", p.path, p.message))
            .collect::<Vec<_>>()
            .join("; ")
    )
}
pub(crate) fn dotted(steps: &[&str]) -> String {
    steps.join(".")
}
