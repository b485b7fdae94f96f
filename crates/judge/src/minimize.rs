//! The smallest input with which a program still fails.

use crate::case::Case;
use crate::exercise::Exercise;
use game::console::Stage;

/// A failing case with everything removed that is not needed for it to fail.
///
/// `fails` runs the program; an error of it ends the search. Expected outputs are worked out anew by our engine for every input that is
/// tried, and inputs that end the dialogue in another way than the given one are not looked at.
///
/// # Errors
/// The first error of `fails`.
pub fn minimize<E>(
    exercise: &Exercise,
    case: &Case,
    mut fails: impl FnMut(&Case) -> Result<bool, E>,
) -> Result<Case, E> {
    let mut search = Search {
        exercise,
        stage: case.stage,
        status: case.exit_status,
        best: case.clone(),
        fails: &mut fails,
    };
    loop {
        let before = search.best.input.len();
        search.drop_answers()?;
        search.drop_map_lines()?;
        search.shrink_board()?;
        if search.best.input.len() == before {
            return Ok(search.best);
        }
    }
}

/// Which words of a map's first line count which lines after it.
fn counters(exercise: &Exercise) -> &'static [usize] {
    if exercise.name == "breach" { &[0, 1] } else { &[2, 3, 4] }
}

struct Search<'a, E> {
    exercise: &'a Exercise,
    stage: Stage,
    status: u8,
    best: Case,
    fails: &'a mut dyn FnMut(&Case) -> Result<bool, E>,
}

impl<E> Search<'_, E> {
    /// Takes a smaller input if the program still fails with it.
    fn try_input(&mut self, lines: &[Vec<u8>]) -> Result<bool, E> {
        let input = lines.concat();
        let case = Case::made(self.exercise, self.stage, self.best.name.clone(), input);
        let case = Case { compare: self.best.compare, ..case };
        let is_smaller =
            case.exit_status == self.status && case.input != self.best.input && (self.fails)(&case)?;
        if is_smaller {
            self.best = case;
        }
        Ok(is_smaller)
    }

    fn lines(&self) -> Vec<Vec<u8>> {
        self.best.input.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect()
    }

    /// How many lines the map has, if it has one entry a line.
    fn map_lines(&self) -> usize {
        let lines = self.lines();
        let counts = counters(self.exercise).iter().map(|at| number(lines.first()?, *at));
        counts.sum::<Option<usize>>().map_or(0, |entries| (entries + 1).min(lines.len()))
    }

    /// Removes answers, many at once first.
    fn drop_answers(&mut self) -> Result<(), E> {
        let mut size = self.lines().len().saturating_sub(self.map_lines());
        while size > 0 {
            let mut at = self.map_lines();
            while at < self.lines().len() {
                let mut lines = self.lines();
                let end = lines.len().min(at + size);
                lines.drain(at..end);
                if !self.try_input(&lines)? {
                    at += size;
                }
            }
            size /= 2;
        }
        Ok(())
    }

    /// Removes entries of the map one by one, from the last, with their count.
    fn drop_map_lines(&mut self) -> Result<(), E> {
        for at in (1..self.map_lines()).rev() {
            let mut lines = self.lines();
            let Some(header) = header_without(&lines, counters(self.exercise), at) else { continue };
            lines[0] = header;
            lines.remove(at);
            self.try_input(&lines)?;
        }
        Ok(())
    }

    /// Takes rows and columns off the board where the map gives its size.
    fn shrink_board(&mut self) -> Result<(), E> {
        for word in 0..counters(self.exercise)[0] {
            loop {
                let mut lines = self.lines();
                let Some(header) = lines.first().and_then(|line| with_less(line, word)) else { break };
                lines[0] = header;
                if !self.try_input(&lines)? {
                    break;
                }
            }
        }
        Ok(())
    }
}

fn words(line: &[u8]) -> Vec<String> {
    String::from_utf8_lossy(line).split_whitespace().map(str::to_string).collect()
}

fn number(line: &[u8], word: usize) -> Option<usize> {
    words(line).get(word)?.parse().ok()
}

/// The line with one of its numbers made smaller by one.
fn with_less(line: &[u8], word: usize) -> Option<Vec<u8>> {
    let mut words = words(line);
    let less = words.get(word)?.parse::<usize>().ok()?.checked_sub(1)?;
    words[word] = less.to_string();
    Some((words.join(" ") + "\n").into_bytes())
}

/// The first line of a map without its entry at this line.
fn header_without(lines: &[Vec<u8>], counters: &[usize], at: usize) -> Option<Vec<u8>> {
    let mut end = 1;
    for word in counters {
        end += number(&lines[0], *word)?;
        if at < end {
            return with_less(&lines[0], *word);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::mistakes::MistakeSet;

    #[test]
    fn only_what_makes_it_fail_is_left() {
        let exercise = Exercise::find("goblins").unwrap();
        let place =
            exercise.mistakes_in(Stage::Two).find(|(_, it)| it.name == "fire-stops-at-water").unwrap().0;
        let mistake = MistakeSet::NONE.with(place);
        let input = b"5 6 3 2 2\n2 2 W\n0 5 M\n4 4 W\n2 0\n0 0\n2 4 PG\n4 0 PG\nXD\nS\nWW\nY\n";
        let case = Case::made(exercise, Stage::Two, "x", input.to_vec());
        assert!(case.exposes(exercise, mistake));
        let least = minimize(exercise, &case, |case| Ok::<_, ()>(case.exposes(exercise, mistake))).unwrap();
        assert_eq!(String::from_utf8_lossy(&least.input), "3 5 1 1 1\n2 2 W\n2 0\n2 4 PG\nXD\n");
    }
}
