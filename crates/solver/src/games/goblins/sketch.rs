//! Maps of *goblins* that are being made into puzzles.

use crate::compose::{Sketch, draw, draw_many, pick};
use board::SplitMix64;
use goblins::{Setup, Stage, State};
use std::fmt::Write;

/// A map with mages and goblins on it.
#[derive(Clone, Debug)]
pub(in crate::games) struct GoblinsSketch {
    rows: usize,
    cols: usize,
    /// The letter of the terrain of every square.
    lands: Vec<u8>,
    mages: Vec<usize>,
    goblins: Vec<Goblin>,
}

#[derive(Clone, Copy, Debug)]
struct Goblin {
    at: usize,
    habit: Habit,
}

#[derive(Clone, Copy, Debug)]
enum Habit {
    Patrols { letter: u8, steps: usize },
    Tracks { sight: usize },
}

const PLAIN: u8 = b'P';
const ROUGH: [u8; 3] = *b"MMW";

impl Sketch for GoblinsSketch {
    type State = State;

    fn random(random: &mut SplitMix64, turns: u32) -> Self {
        let (mages, goblins) = match turns {
            1 => (3, 3 + draw(random, 3)),
            2 => (2 + draw(random, 2), 3 + draw(random, 3)),
            _ => (2, 3 + draw(random, 3)),
        };
        let (rows, cols) = (5 + draw(random, 4), 6 + draw(random, 4));
        let mut places = draw_many(random, mages + goblins, rows * cols);
        let goblins = places.split_off(mages);
        let goblins = goblins.into_iter().map(|at| Goblin { at, habit: Habit::random(random) }).collect();
        let one_in = 4 + draw(random, 4);
        let lands = (0..rows * cols).map(|_| match draw(random, one_in) {
            0 => pick(random, &ROUGH),
            _ => PLAIN,
        });
        let mut sketch = Self { rows, cols, lands: lands.collect(), mages: places, goblins };
        sketch.clear_under_units();
        sketch
    }

    fn change(&mut self, random: &mut SplitMix64) {
        let at = draw(random, self.lands.len());
        let is_taken = self.mages.contains(&at) || self.goblins.iter().any(|goblin| goblin.at == at);
        let mage = draw(random, self.mages.len());
        let goblin = draw(random, self.goblins.len());
        match draw(random, 8) {
            0..2 if !is_taken => self.mages[mage] = at,
            2..5 if !is_taken => self.goblins[goblin].at = at,
            5 => self.goblins[goblin].habit = Habit::random(random),
            _ if self.lands[at] == PLAIN => self.lands[at] = pick(random, &ROUGH),
            _ => self.lands[at] = PLAIN,
        }
        self.clear_under_units();
    }

    fn clear(&mut self, number: usize) -> bool {
        let mut rough = self.lands.iter_mut().filter(|land| **land != PLAIN);
        rough.nth(number).is_some_and(|land| {
            *land = PLAIN;
            true
        })
    }

    fn text(&self) -> String {
        let Self { rows, cols, .. } = self;
        let rough = || (0..self.lands.len()).filter(|at| self.lands[*at] != PLAIN);
        let (mages, goblins) = (self.mages.len(), self.goblins.len());
        let mut text = format!("{rows} {cols} {} {mages} {goblins}\n", rough().count());
        for at in rough() {
            let _ = writeln!(text, "{} {} {}", at / cols, at % cols, char::from(self.lands[at]));
        }
        for at in &self.mages {
            let _ = writeln!(text, "{} {}", at / cols, at % cols);
        }
        for Goblin { at, habit } in &self.goblins {
            let (row, col) = (at / cols, at % cols);
            let _ = match habit {
                Habit::Patrols { letter, steps } => {
                    writeln!(text, "{row} {col} PG {} {steps}", char::from(*letter))
                }
                Habit::Tracks { sight } => writeln!(text, "{row} {col} TG {sight}"),
            };
        }
        text
    }

    fn start(&self) -> Option<State> {
        Setup::parse(self.text().as_bytes(), Stage::Four).ok().map(|setup| State::new(&setup))
    }
}

impl GoblinsSketch {
    fn clear_under_units(&mut self) {
        let places = self.mages.iter().copied().chain(self.goblins.iter().map(|goblin| goblin.at));
        places.for_each(|at| self.lands[at] = PLAIN);
    }
}

impl Habit {
    fn random(random: &mut SplitMix64) -> Self {
        match draw(random, 3) {
            0 => Self::Tracks { sight: 3 + draw(random, 6) },
            _ => Self::Patrols { letter: pick(random, b"WASD"), steps: draw(random, 5) },
        }
    }
}
