//! Near names: what somebody probably meant by a name that does not exist.

/// Longer names are not compared: the work grows with the square of the length.
const LONGEST: usize = 128;

/// Near names as the end of an error message: nothing, or a question.
pub(crate) fn near_clause<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    match near(name, known, 3).as_slice() {
        [] => String::new(),
        names => format!("; did you mean {}?", names.join(" or ")),
    }
}

/// Gives at most `most` of the `known` names that are close to `name`, the
/// closest first, equally close ones in alphabetical order.
///
/// Letter case, `-` and `_` do not count. Two names are close when about a
/// third of the shorter one would have to change.
pub(crate) fn near<'a>(
    name: &str,
    mut known: impl Iterator<Item = &'a str>,
    most: usize,
) -> Vec<&'a str> {
    closest(name, &mut known, most)
}

/// As [`near`], compiled once whatever the names come from.
fn closest<'a>(name: &str, known: &mut dyn Iterator<Item = &'a str>, most: usize) -> Vec<&'a str> {
    let wanted = folded(name);
    if wanted.is_empty() || wanted.len() > LONGEST {
        return Vec::new();
    }
    // In order, and each once.
    let mut found: Vec<(usize, &str)> = Vec::new();
    for candidate in known {
        let other = folded(candidate);
        if other.is_empty() || other.len() > LONGEST {
            continue;
        }
        let allowed = wanted.len().min(other.len()).div_ceil(3);
        // The distance is at least the difference in length.
        if wanted.len().abs_diff(other.len()) > allowed {
            continue;
        }
        let one = (distance(&wanted, &other), candidate);
        if one.0 <= allowed
            && let Err(place) = found.binary_search(&one)
        {
            found.insert(place, one);
            found.truncate(most);
        }
    }
    found.into_iter().map(|(_, candidate)| candidate).collect()
}

fn folded(name: &str) -> Vec<char> {
    let mut folded = Vec::new();
    for c in name.chars().filter(|c| !matches!(c, '-' | '_' | ' ')) {
        folded.extend(c.to_lowercase());
        if folded.len() > LONGEST {
            break;
        }
    }
    folded
}

/// How many insertions, removals, replacements and swaps of neighbours turn
/// one text into the other.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = Vec::with_capacity(b.len() + 1);
        row.push(i + 1);
        for (j, y) in b.iter().enumerate() {
            let mut cost = (last[j] + usize::from(x != y))
                .min(last[j + 1] + 1)
                .min(row[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                cost = cost.min(before_last[j - 1] + 1);
            }
            row.push(cost);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::near;

    fn names<'a>(name: &str, known: &[&'a str]) -> Vec<&'a str> {
        near(name, known.iter().copied(), 3)
    }

    #[test]
    fn a_slip_of_the_finger_is_found_and_a_different_word_is_not() {
        let known = ["limit", "offset", "query"];
        assert_eq!(names("limt", &known), ["limit"]);
        assert_eq!(names("lmiit", &known), ["limit"]);
        assert!(names("banana", &known).is_empty());
    }

    #[test]
    fn letter_case_hyphens_and_underscores_do_not_count() {
        let known = ["get_weather", "send_mail"];
        assert_eq!(names("getWeather", &known), ["get_weather"]);
        assert_eq!(names("GET-WEATHER", &known), ["get_weather"]);
    }

    #[test]
    fn the_closest_come_first_then_the_alphabet_whatever_the_order_given() {
        assert_eq!(
            names("file_c", &["file_b", "file_c1", "file_a"]),
            ["file_a", "file_b", "file_c1"]
        );
        assert_eq!(names("files", &["filer", "files_"]), ["files_", "filer"]);
    }

    #[test]
    fn empty_and_endless_names_are_near_to_nothing() {
        assert!(names("", &["a"]).is_empty());
        let endless = "a".repeat(1_000_000);
        assert!(names(&endless, &["a", endless.as_str()]).is_empty());
    }

    #[test]
    fn no_more_are_given_than_asked_for() {
        assert_eq!(near("aa", ["aa", "ab", "ac"].into_iter(), 2), ["aa", "ab"]);
    }
}
