//! The turns of a dialogue from which a shorter game could begin.

use crate::exercise::Opening;

/// The boards that open turns in a dialogue.
pub(super) fn openings(printed: &[Vec<u8>]) -> Vec<Opening> {
    let mut found = Vec::new();
    let mut answered = 0;
    for (at, line) in printed.iter().enumerate() {
        let is_question = line.ends_with(b":") && line.first() != Some(&b' ') || line.ends_with(b"(y,n)?");
        answered += usize::from(is_question);
        let is_board = line.starts_with(b"    0   1");
        let follows = |line: Option<&Vec<u8>>| line.is_some_and(|line| line.starts_with(b"    0   1"));
        // A board that opens a turn is followed by the same board with marks.
        if is_board && follows(printed.get(at + 20)) {
            let rows = printed[at + 2..].iter().step_by(2).take(8);
            let (terrain, units) = on_board(rows);
            found.push(Opening { answered, entries: vec![terrain, units] });
        }
    }
    found
}

fn on_board<'a>(rows: impl Iterator<Item = &'a Vec<u8>>) -> (Vec<String>, Vec<String>) {
    let (mut terrain, mut units) = (Vec::new(), Vec::new());
    for (row, line) in rows.enumerate() {
        let fields = line.split(|byte| *byte == b'|').skip(1).take(8);
        for (col, field) in fields.enumerate() {
            let field = String::from_utf8_lossy(field);
            match field.trim() {
                "" => {}
                "/\\" => terrain.push(format!("{row} {col} M")),
                "~~" => terrain.push(format!("{row} {col} O")),
                "\\/" => terrain.push(format!("{row} {col} W")),
                unit => units.push(format!("{row} {col} {}", unit[..1].to_ascii_uppercase())),
            }
        }
    }
    (terrain, units)
}
