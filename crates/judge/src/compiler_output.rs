//! What compilers and linkers say, with what matters first.

/// Errors shown at the head.
const MOST_ERRORS: usize = 5;

/// Lines shown of each.
const MOST_LINES: usize = 12;

/// The first errors with what belongs to each, then in a line how much more there is.
#[must_use]
pub(crate) fn errors_first(output: &str) -> String {
    let blocks = blocks(output);
    let errors: Vec<&Vec<&str>> = blocks.iter().filter(|block| is_error(block)).collect();
    // A command that is no compiler says what is wrong in its own way.
    let is_compilers = |block: &&&Vec<&str>| !block.iter().any(|line| line.starts_with("make: ***"));
    if errors.iter().filter(is_compilers).count() == 0 {
        return output.trim_end().lines().take(40).collect::<Vec<_>>().join("\n");
    }
    let mut text: Vec<String> = Vec::new();
    for block in errors.iter().take(MOST_ERRORS) {
        text.extend(block.iter().take(MOST_LINES).map(|line| (*line).to_string()));
    }
    if errors.len() > MOST_ERRORS {
        text.push(format!("... and {} more errors", errors.len() - MOST_ERRORS));
    }
    let warnings = output.lines().filter(|line| line.contains(" warning: ")).count();
    if warnings > 0 {
        text.push(format!("({warnings} warnings are left out here; --json has everything)"));
    }
    text.join("\n")
}

/// The messages, each with the lines that belong to it: a source line, a caret, notes.
fn blocks(output: &str) -> Vec<Vec<&str>> {
    let mut blocks: Vec<Vec<&str>> = Vec::new();
    let mut lead: Vec<&str> = Vec::new();
    for line in output.lines() {
        if is_lead(line) {
            lead.push(line);
        } else if starts_message(line) {
            let mut block = std::mem::take(&mut lead);
            block.push(line);
            blocks.push(block);
        } else if let Some(block) = blocks.last_mut() {
            block.push(line);
        }
    }
    blocks
}

/// Lines that come before the message they belong to.
fn is_lead(line: &str) -> bool {
    line.starts_with("In file included from")
        || line.starts_with("                 from")
        || line.contains(": In function")
        || line.contains(": in function")
        || line.contains(": In member function")
        || line.contains(": In constructor")
        || line.contains(": In instantiation of")
        || line.contains(": At global scope")
        || line.contains(":   required from")
}

fn starts_message(line: &str) -> bool {
    let kinds =
        ["error: ", "warning: ", "undefined reference to", "multiple definition of", "ld returned", "ld: "];
    kinds.iter().any(|kind| line.contains(kind))
        || line.starts_with("make: ***")
        || line.starts_with("CMake Error")
}

fn is_error(block: &[&str]) -> bool {
    block
        .iter()
        .any(|line| starts_message(line) && !line.contains("warning: ") && !line.contains("ld returned"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_come_before_warnings() {
        let output = "a.cpp: In function 'int f()':\na.cpp:3:7: warning: unused variable 'x'\n    3 |   int x;\n      |       ^\n\
                      a.cpp: In function 'int main()':\na.cpp:9:3: error: 'retrun' was not declared\n    9 |   retrun 0;\n      |   ^~~~~~\n";
        let text = errors_first(output);
        assert!(text.starts_with("a.cpp: In function 'int main()':\na.cpp:9:3: error: 'retrun'"), "{text}");
        assert!(text.ends_with("(1 warnings are left out here; --json has everything)"), "{text}");
        assert!(!text.contains("unused variable"), "{text}");
    }

    #[test]
    fn the_linker_is_heard() {
        let output = "a.cpp:1:5: warning: w\n/usr/bin/ld: /tmp/a.o: in function `main':\na.cpp:(.text+0x5): undefined reference to `f()'\ncollect2: error: ld returned 1 exit status\n";
        let text = errors_first(output);
        assert!(text.contains("undefined reference to `f()'") && !text.contains("warning: w"), "{text}");
    }
}
