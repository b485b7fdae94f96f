//! Laying out comments.

/// A description as comment lines of at most `width` columns, each with the mark of a comment in
/// front.
pub(super) fn comment(about: &str, mark: &str, width: usize) -> String {
    let room = width.saturating_sub(mark.chars().count());
    let mut lines = Vec::new();
    for paragraph in about.split("\n\n").filter(|paragraph| !paragraph.is_empty()) {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.extend(wrapped(paragraph, room));
    }
    lines.iter().map(|line| format!("{}\n", format!("{mark}{line}").trim_end())).collect()
}

fn wrapped(paragraph: &str, room: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in paragraph.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_filled_and_paragraphs_kept() {
        assert_eq!(comment("one two three\n\nfour", "// ", 10), "// one two\n// three\n//\n// four\n");
        assert_eq!(comment("", "// ", 10), "");
    }
}
