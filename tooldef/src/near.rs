//! stub
pub(crate) fn near<'a>(_: &str, _: impl Iterator<Item = &'a str>, _: usize) -> Vec<&'a str> {
    vec![]
}
pub(crate) fn near_clause<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    let n = near(name, known, 3);
    if n.is_empty() {
        String::new()
    } else {
        format!("; did you mean {}?", n.join(" or "))
    }
}
