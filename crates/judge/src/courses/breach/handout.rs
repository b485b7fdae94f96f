//! What the course grades in breach.

use crate::case::Case;
use crate::handout::{digits, lines, words};
use game::conform::bare_lines;
use game::console::Stage;
use std::collections::BTreeSet;

/// Whether the course could grade this case: a plain map, one plain answer for each question, and a
/// regular end.
pub(super) fn is_within(case: &Case) -> bool {
    let lines = lines(&case.input);
    let Some(answers) = map(&lines).and_then(|length| lines.get(length..)) else { return false };
    let printed = bare_lines(&case.expected);
    let questions: Vec<Question> = printed.iter().filter_map(|line| Question::read(line)).collect();
    case.exit_status == 0
        && questions.len() == answers.len()
        && questions.iter().zip(answers).all(|(question, answer)| question.takes(answer, case.stage))
        && ends_regularly(&printed)
        && !printed.iter().any(|line| has_large_hp(line))
}

/// The number of lines of a map that is in order.
fn map(lines: &[&[u8]]) -> Option<usize> {
    let header = words(lines.first()?)?;
    let &[terrains, units] = &header[..] else { return None };
    let (terrains, units) = (digits(terrains)? as usize, digits(units)? as usize);
    let entries = lines.get(1..1 + terrains + units)?;
    let entries: Vec<(i32, i32, &str)> = entries.iter().map(|line| entry(line)).collect::<Option<_>>()?;
    let (terrains, units) = entries.split_at(terrains);
    let cells = |entries: &[(i32, i32, &str)]| -> BTreeSet<(i32, i32)> {
        entries.iter().map(|(row, col, _)| (*row, *col)).collect()
    };
    let each_once = cells(terrains).len() == terrains.len() && cells(units).len() == units.len();
    let known = terrains.iter().all(|(_, _, letter)| ["M", "O", "W"].contains(letter))
        && units.iter().all(|(_, _, letter)| ["S", "T", "B", "F", "H"].contains(letter));
    let stands = units.iter().all(|(row, col, unit)| {
        let ground = terrains.iter().find(|(r, c, _)| (r, c) == (row, col)).map(|(_, _, letter)| *letter);
        can_stand(unit, ground)
    });
    (each_once && known && stands).then_some(1 + entries.len())
}

fn entry(line: &[u8]) -> Option<(i32, i32, &str)> {
    let words = words(line)?;
    let &[row, col, letter] = &words[..] else { return None };
    Some((on_board(row)?, on_board(col)?, letter))
}

fn on_board(word: &str) -> Option<i32> {
    digits(word).filter(|number| (0..8).contains(number))
}

/// Whether a unit could have walked there.
fn can_stand(unit: &str, ground: Option<&str>) -> bool {
    let flies = matches!(unit, "B" | "F");
    match ground {
        None => true,
        Some("O") => flies,
        Some("W") => !flies,
        Some(_) => false,
    }
}

#[derive(Clone, Copy)]
enum Question {
    YesOrNo,
    Cell,
    Destination,
    Number,
}

impl Question {
    fn read(line: &[u8]) -> Option<Self> {
        match line {
            b"End this turn (y,n)?" => Some(Self::YesOrNo),
            b"Please select a unit:" | b"Please enter your target:" => Some(Self::Cell),
            b"Please enter your destination:" => Some(Self::Destination),
            b"Select your action:" => Some(Self::Number),
            _ => None,
        }
    }

    fn takes(self, answer: &[u8], stage: Stage) -> bool {
        let words = words(answer).unwrap_or_default();
        match (self, &words[..]) {
            (Self::YesOrNo, _) => answer == b"y" || answer == b"n",
            // The hand-out keeps to the board, but one of its own cases of stage 1 sends a unit
            // just beyond the right edge.
            (Self::Destination, [row, "8"]) if stage == Stage::One => on_board(row).is_some(),
            (Self::Cell | Self::Destination, [row, col]) => {
                on_board(row).is_some() && on_board(col).is_some()
            }
            (Self::Number, [number]) => digits(number.strip_prefix('-').unwrap_or(number)).is_some(),
            _ => false,
        }
    }
}

/// Whether the game is over or, where there are no turns, the dialogue ends after an action was
/// chosen.
fn ends_regularly(printed: &[&[u8]]) -> bool {
    matches!(printed.last(), Some(&(b"Won" | b"Failed" | b"Select your action:")))
}

/// Whether a drawing shows a unit with more than one digit of HP: no graded case does.
fn has_large_hp(line: &[u8]) -> bool {
    line.first() == Some(&b' ')
        && line
            .windows(3)
            .any(|at| b"STFbh".contains(&at[0]) && at[1].is_ascii_digit() && at[2].is_ascii_digit())
}
