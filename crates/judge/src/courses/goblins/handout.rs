//! What the course grades in goblins.

use crate::case::Case;
use crate::handout::{digits, lines, words};
use game::conform::bare_lines;
use game::console::Stage;
use goblins::kinds::{GOBLINS_ACT_SINCE, MAGES_ACT_SINCE};
use std::collections::BTreeSet;

/// Whether the course could grade this case: a map that is in order or plainly broken, printable
/// commands, and an end of the input between turns.
pub(super) fn is_within(case: &Case) -> bool {
    let lines = lines(&case.input);
    let mut map = Map { stage: case.stage, size: (0, 0), units: BTreeSet::new(), terrain: BTreeSet::new() };
    if lines.is_empty() {
        return false;
    }
    match map.read(&lines) {
        Ok(length) if case.stage < MAGES_ACT_SINCE => length == lines.len(),
        Ok(length) => commands_are_plain(&lines[length..], case),
        Err(Broken::Plainly) => lines.iter().all(|line| words(line).is_some()),
        Err(Broken::Oddly) => false,
    }
}

/// What is wrong with a map.
enum Broken {
    /// A line or field is missing, a letter stands for a number, or a word is unknown.
    Plainly,
    /// Something the hand-out does not speak of.
    Oddly,
}

struct Map {
    stage: Stage,
    size: (i32, i32),
    units: BTreeSet<(i32, i32)>,
    terrain: BTreeSet<(i32, i32)>,
}

impl Map {
    /// The number of lines of the map.
    fn read(&mut self, lines: &[&[u8]]) -> Result<usize, Broken> {
        let mut lines = lines.iter();
        let mut next = || fields(lines.next().ok_or(Broken::Plainly)?);
        let header = next()?;
        let [rows, cols, terrains, mages, goblins] = numbers::<5>(&header, 5)?;
        if !(1..=20).contains(&rows) || !(1..=20).contains(&cols) {
            return Err(Broken::Oddly);
        }
        self.size = (rows, cols);
        for _ in 0..terrains {
            self.terrain(&next()?)?;
        }
        for _ in 0..mages {
            let cell = self.cell(&next()?, 2)?;
            self.place(cell)?;
        }
        for _ in 0..goblins {
            self.goblin(&next()?)?;
        }
        Ok((1 + terrains + mages + goblins) as usize)
    }

    fn terrain(&mut self, fields: &[&str]) -> Result<(), Broken> {
        let cell = self.cell(fields, 3)?;
        known_word(fields.get(2), &["W", "M"])?;
        // The hand-out does not say which of two entries for one square counts.
        if self.terrain.insert(cell) { Ok(()) } else { Err(Broken::Oddly) }
    }

    fn goblin(&mut self, fields: &[&str]) -> Result<(), Broken> {
        let most = match fields.get(2) {
            Some(&"TG") => 4,
            _ if self.stage >= GOBLINS_ACT_SINCE => 5,
            _ => 3,
        };
        let known: &[&str] = if self.stage == Stage::Four { &["PG", "TG"] } else { &["PG"] };
        let word = known_word(fields.get(2), known);
        let cell = self.cell(fields, if word.is_ok() { most } else { usize::MAX })?;
        word?;
        if fields[2] == "TG" {
            number(fields.get(3))?;
        } else if self.stage >= GOBLINS_ACT_SINCE {
            match fields.get(3) {
                None => return Err(Broken::Plainly),
                Some(&("W" | "A" | "S" | "D")) => {}
                Some(_) => return Err(Broken::Oddly),
            }
            number(fields.get(4))?;
        }
        self.place(cell)
    }

    fn cell(&self, fields: &[&str], most: usize) -> Result<(i32, i32), Broken> {
        let [row, col] = numbers::<2>(fields, most)?;
        if row < self.size.0 && col < self.size.1 { Ok((row, col)) } else { Err(Broken::Oddly) }
    }

    fn place(&mut self, cell: (i32, i32)) -> Result<(), Broken> {
        if self.units.insert(cell) { Ok(()) } else { Err(Broken::Oddly) }
    }
}

/// The fields of a line. An empty line is no line of a map that anybody would write.
fn fields(line: &[u8]) -> Result<Vec<&str>, Broken> {
    words(line).filter(|words| !words.is_empty()).ok_or(Broken::Oddly)
}

/// The first numbers of a line with at most so many fields.
fn numbers<const N: usize>(fields: &[&str], most: usize) -> Result<[i32; N], Broken> {
    let mut found = [0; N];
    for (at, place) in found.iter_mut().enumerate() {
        *place = number(fields.get(at))?;
    }
    if fields.len() > most { Err(Broken::Oddly) } else { Ok(found) }
}

fn number(field: Option<&&str>) -> Result<i32, Broken> {
    let field = field.ok_or(Broken::Plainly)?;
    let letters = field.bytes().all(|byte| byte.is_ascii_alphabetic());
    if letters { Err(Broken::Plainly) } else { digits(field).ok_or(Broken::Oddly) }
}

/// An unknown word breaks a map plainly; one that is nearly right does so oddly.
fn known_word(field: Option<&&str>, known: &[&str]) -> Result<(), Broken> {
    let field = field.ok_or(Broken::Plainly)?;
    let nearly = |word: &&str| {
        let (word, field) = (word.to_ascii_uppercase(), field.to_ascii_uppercase());
        field.starts_with(&word)
    };
    if known.contains(field) {
        Ok(())
    } else if ["P", "TG"].contains(field) || known.iter().any(nearly) {
        Err(Broken::Oddly)
    } else {
        Err(Broken::Plainly)
    }
}

/// Whether commands are printable, fireballs have directions, and the input ends between turns.
fn commands_are_plain(commands: &[&[u8]], case: &Case) -> bool {
    let printed = bare_lines(&case.expected);
    let is_question = |line: &&[u8]| line.starts_with(b"Please move the unit at");
    let is_over = matches!(printed.last(), Some(&(b"You Win!" | b"You Lose!" | b"A Draw!")));
    let last_turn = printed.iter().rposition(|line| line.starts_with(b"Turn ")).unwrap_or(0);
    let asked_before = printed[..last_turn].iter().copied().filter(|line| is_question(line)).count();
    let ends_between_turns =
        is_over && commands.len() >= asked_before || commands.len() == asked_before && asked_before > 0;
    ends_between_turns && commands.iter().all(|command| is_plain(command))
}

fn is_plain(command: &[u8]) -> bool {
    let symbols: String = words(command).map(|words| words.concat()).unwrap_or_default();
    let after_fire = symbols.find(['X', 'Y']).filter(|at| symbols[*at..].starts_with('X'));
    let direction = after_fire.and_then(|at| symbols[at + 1..].chars().next());
    words(command).is_some() && direction.is_none_or(|letter| "WASD".contains(letter))
}
