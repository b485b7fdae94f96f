//! The smallest input with which a program still fails in the same way.

mod failure;

pub use failure::Failure;

use crate::case::Case;
use crate::exercise::{Answers, Exercise, Opening};
use crate::map_text::{MapText, place};
use crate::verdict::Judged;
use game::conform::bare_lines;
use std::time::Instant;

/// A search for a smaller case.
pub struct Search<'a, E> {
    /// The exercise.
    pub exercise: &'static Exercise,
    /// Runs the program; an error of it ends the search.
    pub run: &'a mut dyn FnMut(&Case) -> Result<Judged, E>,
    /// When to stop with what is found by then.
    pub until: Instant,
    /// Told after every success: lines left and runs so far.
    pub progress: &'a mut dyn FnMut(usize, usize),
}

impl<E> std::fmt::Debug for Search<'_, E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Search").field("exercise", &self.exercise.name).finish_non_exhaustive()
    }
}

/// A failing case with everything removed that is not needed for it to fail in the same way.
///
/// Expected outputs are worked out anew by our engine for every input that is tried.
///
/// # Errors
/// The first error of a run.
pub fn minimize<'a, E>(search: Search<'a, E>, case: &Case, failure: &'a Failure) -> Result<Case, E> {
    let mut work = Work { search, failure, best: case.clone(), runs: 0 };
    while !work.is_out_of_time() {
        let before = work.size(&work.best.input);
        work.restart_later()?;
        work.cut_the_end()?;
        work.drop_rounds()?;
        work.drop_answers()?;
        work.drop_entries()?;
        work.shrink_board()?;
        work.shorten_commands()?;
        if work.size(&work.best.input) == before {
            break;
        }
    }
    Ok(work.best)
}

struct Work<'a, E> {
    search: Search<'a, E>,
    failure: &'a Failure,
    best: Case,
    runs: usize,
}

impl<E> Work<'_, E> {
    fn is_out_of_time(&self) -> bool {
        Instant::now() >= self.search.until
    }

    /// Takes a smaller input if the program still fails in the same way with it.
    fn try_input(&mut self, input: Vec<u8>) -> Result<bool, E> {
        if self.size(&input) >= self.size(&self.best.input) || self.is_out_of_time() {
            return Ok(false);
        }
        let case = Case::made(self.search.exercise, self.best.stage, self.best.name.clone(), input);
        let case = Case { compare: self.best.compare, ..case };
        self.runs += 1;
        let judged = (self.search.run)(&case)?;
        let same = self.failure.is_same(self.search.exercise, &case, &judged);
        if same {
            self.best = case;
            let lines = self.best.input.split_inclusive(|byte| *byte == b'\n').count();
            (self.search.progress)(lines, self.runs);
        }
        Ok(same)
    }

    /// How large an input is: by its length, then by its board.
    fn size(&self, input: &[u8]) -> (usize, usize) {
        let map = MapText::read(self.search.exercise, input);
        (input.len(), map.and_then(|map| map.size).map_or(0, |(rows, cols)| rows * cols))
    }

    fn map(&self) -> Option<MapText> {
        MapText::read(self.search.exercise, &self.best.input)
    }

    fn try_map(&mut self, map: &MapText) -> Result<bool, E> {
        self.try_input(map.to_input())
    }

    /// Starts the game with the board as it is drawn when a later turn begins.
    fn restart_later(&mut self) -> Result<(), E> {
        let Some(map) = self.map() else { return Ok(()) };
        let printed: Vec<Vec<u8>> = bare_lines(&self.best.expected).into_iter().map(<[u8]>::to_vec).collect();
        let Some(openings) = self.search.exercise.openings else { return Ok(()) };
        for Opening { answered, entries } in openings(&printed).into_iter().rev() {
            if answered == 0 || answered > map.answers.len() {
                continue;
            }
            let mut later = map.clone();
            later.sorts = entries;
            later.answers.drain(..answered);
            if self.try_map(&later)? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Cuts off as many answers at the end as possible.
    fn cut_the_end(&mut self) -> Result<(), E> {
        let Some(map) = self.map() else { return Ok(()) };
        let (mut too_few, mut enough) = (0, map.answers.len());
        while too_few < enough {
            let half = usize::midpoint(too_few, enough);
            let mut cut = map.clone();
            cut.answers.truncate(half);
            if self.try_map(&cut)? {
                enough = half;
            } else {
                too_few = half + 1;
            }
        }
        Ok(())
    }

    /// Removes whole rounds of the dialogue: what follows one yes or no up to the next.
    fn drop_rounds(&mut self) -> Result<(), E> {
        let starts = |map: &MapText| -> Vec<usize> {
            let is_start = |answer: &Vec<u8>| answer == b"n" || answer == b"y";
            (0..map.answers.len()).filter(|at| is_start(&map.answers[*at])).collect()
        };
        let mut at = 0;
        while let Some(map) = self.map() {
            let starts = starts(&map);
            let Some(start) = starts.get(at) else { break };
            let end = starts.get(at + 1).copied().unwrap_or(map.answers.len());
            let mut less = map.clone();
            less.answers.drain(*start..end);
            if !self.try_map(&less)? {
                at += 1;
            }
        }
        Ok(())
    }

    /// Removes answers, many at once first.
    fn drop_answers(&mut self) -> Result<(), E> {
        let mut size = self.map().map_or(0, |map| map.answers.len() / 2).max(1);
        loop {
            let mut at = 0;
            while let Some(map) = self.map().filter(|map| at < map.answers.len()) {
                let mut less = map.clone();
                let end = map.answers.len().min(at + size);
                less.answers.drain(at..end);
                if !self.try_map(&less)? {
                    at += size;
                }
            }
            if size == 1 {
                return Ok(());
            }
            size /= 2;
        }
    }

    /// Removes entries of the map: all of a sort at once, then one by one.
    fn drop_entries(&mut self) -> Result<(), E> {
        let sorts = self.map().map_or(0, |map| map.sorts.len());
        for sort in 0..sorts {
            if let Some(map) = self.map().filter(|map| map.has_sort(sort)) {
                self.try_map(&map.without_sort(sort))?;
            }
        }
        let mut at = self.map().map_or(0, |map| map.entries());
        while at > 0 {
            at -= 1;
            if let Some(map) = self.map().filter(|map| at < map.entries()) {
                self.try_map(&map.without(at))?;
            }
        }
        Ok(())
    }

    /// Takes rows and columns off the board where the map gives its size.
    fn shrink_board(&mut self) -> Result<(), E> {
        for side in [Side::Bottom, Side::Right, Side::Top, Side::Left] {
            while let Some(smaller) = self.map().and_then(|map| without_side(&map, side)) {
                if !self.try_map(&smaller)? {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Removes symbols of commands one by one, where a command is a line of symbols.
    fn shorten_commands(&mut self) -> Result<(), E> {
        if self.search.exercise.answers == Answers::Lines {
            return Ok(());
        }
        let count = self.map().map_or(0, |map| map.answers.len());
        for number in 0..count {
            let mut at = self.map().and_then(|map| map.answers.get(number).map(Vec::len)).unwrap_or(0);
            while at > 0 {
                at -= 1;
                if let Some(mut map) = self.map()
                    && let Some(answer) = map.answers.get_mut(number).filter(|answer| at < answer.len())
                {
                    answer.remove(at);
                    self.try_map(&map)?;
                }
            }
        }
        Ok(())
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Top,
    Bottom,
    Left,
    Right,
}

/// The board without one of its outer rows or columns, if nothing stands there.
fn without_side(map: &MapText, side: Side) -> Option<MapText> {
    let (rows, cols) = map.size?;
    let mut smaller = map.clone();
    let (less, shift) = match side {
        Side::Top => ((rows.checked_sub(1)?, cols), (1, 0)),
        Side::Bottom => ((rows.checked_sub(1)?, cols), (0, 0)),
        Side::Left => ((rows, cols.checked_sub(1)?), (0, 1)),
        Side::Right => ((rows, cols.checked_sub(1)?), (0, 0)),
    };
    smaller.size = Some(less);
    for entry in smaller.sorts.iter_mut().flatten() {
        let (row, col) = place(entry)?;
        let (row, col) = (row.checked_sub(shift.0)?, col.checked_sub(shift.1)?);
        if row >= less.0 || col >= less.1 {
            return None;
        }
        let rest: Vec<&str> = entry.split_whitespace().skip(2).collect();
        *entry =
            [vec![row.to_string(), col.to_string()], rest.iter().map(|word| (*word).to_string()).collect()]
                .concat()
                .join(" ");
    }
    Some(smaller)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verdict::{CaseVerdict, judge};
    use game::console::Stage;
    use game::mistakes::MistakeSet;
    use sandbox::{Ending, Finished};
    use std::time::Duration;

    fn smallest(game: &str, stage: Stage, mistake: &str, input: &str) -> String {
        let exercise = Exercise::find(game).unwrap();
        let place = exercise.mistakes_in(stage).find(|(_, it)| it.name == mistake).unwrap().0;
        let mut run = |case: &Case| {
            let played = exercise.play(stage, &case.input, MistakeSet::NONE.with(place));
            let finished = Finished {
                ending: Ending::Exited(i32::from(played.status)),
                stdout: played.output,
                stderr: Vec::new(),
                cpu: Duration::ZERO,
                wall: Duration::ZERO,
                peak_memory: 0,
            };
            Ok::<_, ()>(judge(case, finished))
        };
        let case = Case::made(exercise, stage, "x", input.as_bytes().to_vec());
        let judged = run(&case).unwrap();
        assert_ne!(judged.verdict, CaseVerdict::Correct);
        let failure = Failure::of(exercise, &case, &judged);
        let until = Instant::now() + Duration::from_secs(600);
        let search = Search { exercise, run: &mut run, until, progress: &mut |_, _| {} };
        String::from_utf8(minimize(search, &case, &failure).unwrap().input).unwrap()
    }

    #[test]
    fn only_what_makes_it_fail_is_left() {
        let input = "5 6 3 2 2\n2 2 W\n0 5 M\n4 4 W\n2 0\n0 0\n2 4 PG\n4 0 PG\nXD\nS\nWW\nY\n";
        let least = smallest("goblins", Stage::Two, "fire-stops-at-water", input);
        assert_eq!(least, "1 5 1 1 1\n0 2 W\n0 0\n0 4 PG\nXD\n");
    }

    #[test]
    fn a_long_game_starts_later() {
        let waiting = "y\n".repeat(40);
        let input = format!("4 2\n6 7 O\n7 6 O\n6 6 O\n5 5 W\n7 7 S\n0 0 H\n{waiting}");
        let least = smallest("breach", Stage::Four, "growth-diamond", &input);
        assert!(least.lines().count() <= 8, "{least}");
    }
}
