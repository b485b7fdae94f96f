//! Maps of *breach* that are being made into puzzles.

use crate::compose::{Sketch, draw, draw_many, pick};
use board::SplitMix64;
use breach::{Setup, Stage, State};
use std::fmt::Write;

/// A map: an island, a valley or a field, with units on it.
#[derive(Clone, Debug)]
pub(in crate::games) struct BreachSketch {
    /// The letter of the terrain of every cell; a point is plain.
    lands: [u8; CELLS],
    units: Vec<Unit>,
    /// Whether a cell is inside: only there something changes.
    inside: [bool; CELLS],
}

#[derive(Clone, Copy, Debug)]
struct Unit {
    at: usize,
    letter: u8,
}

const SIDE: usize = 8;
const CELLS: usize = SIDE * SIDE;
const PLAIN: u8 = b'.';
const OWN: [u8; 5] = *b"SSTTF";
const FOES: [u8; 5] = *b"BBHHH";
/// What is scattered.
const ROUGH: [u8; 6] = *b"MMMOOW";

impl Sketch for BreachSketch {
    type State = State;

    fn random(random: &mut SplitMix64, turns: u32) -> Self {
        let (own, foes) = match turns {
            1 => (3, 3 + draw(random, 3)),
            2 => (2 + draw(random, 2), 2 + draw(random, 3)),
            _ => (2, 2 + draw(random, 3)),
        };
        // The longer the game, the smaller the field: a person has to see through it.
        let most = [7, 7, 6][turns.clamp(1, 3) as usize - 1];
        let (rows, cols) = (most - draw(random, 2), most - draw(random, 2));
        let (top, left) = (draw(random, SIDE + 1 - rows), draw(random, SIDE + 1 - cols));
        let inside = std::array::from_fn(|at| {
            (top..top + rows).contains(&(at / SIDE)) && (left..left + cols).contains(&(at % SIDE))
        });
        let around = pick(random, b"OOMM");
        let lands = std::array::from_fn(|at| match inside[at] {
            true if draw(random, 6) == 0 => pick(random, &ROUGH),
            true => PLAIN,
            false => around,
        });
        let cells: Vec<usize> = (0..CELLS).filter(|at| inside[*at]).collect();
        let places = draw_many(random, own + foes, cells.len());
        let units = places.into_iter().enumerate().map(|(number, place)| {
            let letters = if number < own { &OWN } else { &FOES };
            Unit { at: cells[place], letter: pick(random, letters) }
        });
        let mut sketch = Self { lands, units: units.collect(), inside };
        sketch.clear_under_units();
        sketch
    }

    fn change(&mut self, random: &mut SplitMix64) {
        let cells: Vec<usize> = (0..CELLS).filter(|at| self.inside[*at]).collect();
        let at = pick(random, &cells);
        let is_taken = self.units.iter().any(|unit| unit.at == at);
        let number = draw(random, self.units.len());
        let unit = &mut self.units[number];
        match draw(random, 8) {
            0..4 if !is_taken => unit.at = at,
            4 => unit.letter = pick(random, if OWN.contains(&unit.letter) { &OWN } else { &FOES }),
            _ if self.lands[at] == PLAIN => self.lands[at] = pick(random, &ROUGH),
            _ => self.lands[at] = PLAIN,
        }
        self.clear_under_units();
    }

    fn clear(&mut self, number: usize) -> bool {
        let is_rough = |at: &usize| self.inside[*at] && self.lands[*at] != PLAIN;
        let found = (0..CELLS).filter(is_rough).nth(number);
        found.is_some_and(|at| {
            self.lands[at] = PLAIN;
            true
        })
    }

    fn text(&self) -> String {
        let rough = || (0..CELLS).filter(|at| self.lands[*at] != PLAIN);
        let mut text = format!("{} {}\n", rough().count(), self.units.len());
        let lines = rough().map(|at| (at, self.lands[at]));
        for (at, letter) in lines.chain(self.units.iter().map(|unit| (unit.at, unit.letter))) {
            let _ = writeln!(text, "{} {} {}", at / SIDE, at % SIDE, char::from(letter));
        }
        text
    }

    fn start(&self) -> Option<State> {
        Setup::parse(self.text().as_bytes(), Stage::Four).ok().map(|setup| State::new(&setup))
    }
}

impl BreachSketch {
    fn clear_under_units(&mut self) {
        self.units.iter().for_each(|unit| self.lands[unit.at] = PLAIN);
    }
}
