//! Finds the word that was probably meant.

/// The candidate nearest to `word`, if one is near enough to be a slip of the
/// keyboard or a spelling of the same word.
pub(crate) fn nearest<'c>(word: &str, candidates: &[&'c str]) -> Option<&'c str> {
    let plain = plain(word);
    if plain.is_empty() {
        return None;
    }
    candidates
        .iter()
        .map(|candidate| (distance(&plain, &self::plain(candidate)), *candidate))
        .filter(|(distance, candidate)| *distance <= 1 + candidate.len() / 4)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// A remark to put behind an error message, empty where nothing is near.
pub(crate) fn did_you_mean(word: &str, candidates: &[&str]) -> String {
    nearest(word, candidates).map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

/// The word without case and separators.
fn plain(word: &str) -> String {
    word.chars()
        .filter(|c| !matches!(c, '_' | '-' | ' '))
        .flat_map(char::to_lowercase)
        .collect()
}

/// How many letters must be added, removed or replaced to get from `a` to `b`.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(from != *to);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_slip_or_another_spelling_finds_the_word_and_anything_else_does_not() {
        let keys = ["description", "effect", "read_only", "open_world"];
        assert_eq!(nearest("desciption", &keys), Some("description"));
        assert_eq!(nearest("readOnly", &keys), Some("read_only"));
        assert_eq!(nearest("desc", &keys), None);
        assert_eq!(nearest("", &keys), None);
        assert_eq!(nearest("colour", &keys), None);
    }
}
