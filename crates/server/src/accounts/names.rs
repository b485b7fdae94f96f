//! What people and bots may be called.

/// A name that can stand in a list, an address and a sentence: letters, digits, `-`, `_` and `.`,
/// beginning with a letter or digit.
///
/// Letters of all scripts count; what looks like nothing (spaces, marks of direction) does not.
pub(crate) fn is_name(name: &str) -> bool {
    const LONGEST: usize = 32;
    let begins = name.chars().next().is_some_and(char::is_alphanumeric);
    let fits = |letter: char| letter.is_alphanumeric() || "-_.".contains(letter);
    begins && name.chars().count() <= LONGEST && name.chars().all(fits) && !name.starts_with("deleted-")
}

#[cfg(test)]
mod tests {
    use super::is_name;

    #[test]
    fn names_are_words() {
        for name in ["a", "Ann-2", "沙盘", "x.y_z", "0day"] {
            assert!(is_name(name), "{name}");
        }
        let long = "a".repeat(33);
        for name in ["", "-a", "a b", "a/b", "<b>", "a\u{202e}b", "..", "a\n", "deleted-4", &long] {
            assert!(!is_name(name), "{name}");
        }
    }
}
