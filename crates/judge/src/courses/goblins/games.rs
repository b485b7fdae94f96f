//! Random small games of goblins, written down as inputs.

use super::maps::{RECIPES, Recipe, Sheet};
use super::watch::{MechanismWatch, compare_with_mistakes, mechanisms as told};
use crate::exercise::Exercise;
use crate::generate::{Candidate, Chance, Scope};
use board::Direction;
use game::console::Stage;
use goblins::kinds::{MAGES_ACT_SINCE, letter_of};
use goblins::{Order, Phase, Setup, State};

/// The longest game, in turns.
const LONGEST: usize = 4;

/// The mechanisms of a stage.
pub(super) fn mechanisms(stage: Stage, scope: Scope) -> Vec<&'static str> {
    recipes(stage, scope).map(|recipe| recipe.name).chain(told(stage, scope)).collect()
}

fn recipes(stage: Stage, scope: Scope) -> impl Iterator<Item = &'static Recipe> {
    RECIPES.iter().filter(move |recipe| recipe.since <= stage && scope.allows(recipe.section))
}

/// A random game, on a map with something special about it if chance wants it so.
pub(super) fn candidate(stage: Stage, scope: Scope, chance: &mut Chance) -> Candidate {
    let mut map = Sheet::random(stage, scope, chance);
    let share = if stage < MAGES_ACT_SINCE { 60 } else { 20 };
    let recipe = chance.percent(share).then(|| chance.one(&recipes(stage, scope).collect::<Vec<_>>()));
    if let Some(recipe) = recipe {
        (recipe.change)(&mut map, chance);
    }
    let mut script = Script { text: map.to_text().into_bytes(), watch: MechanismWatch::default(), scope };
    if stage < MAGES_ACT_SINCE {
        script.watch.look_at(&map);
    }
    let is_played = stage >= MAGES_ACT_SINCE && !recipe.is_some_and(|recipe| recipe.fails);
    if let Some(setup) = is_played.then(|| Setup::parse(&script.text, stage).ok()).flatten() {
        script.play(State::new(&setup), chance);
    }
    let shows = script.watch.seen.into_iter().chain(recipe.map(|recipe| recipe.name)).collect();
    let mut candidate = Candidate { input: script.text, shows };
    if stage == Stage::Four
        && let Some(exercise) = Exercise::find("goblins")
    {
        compare_with_mistakes(exercise, stage, &mut candidate);
    }
    candidate
}

/// An input being written, and what shows in its game.
struct Script {
    text: Vec<u8>,
    watch: MechanismWatch,
    scope: Scope,
}

/// How the symbols of a command are written down.
#[derive(Clone, Copy)]
enum Hand {
    Plain,
    Spaced,
    Odd,
    Junk,
    Nul,
    LowerCase,
}

impl Script {
    fn play(&mut self, mut state: State, chance: &mut Chance) {
        // Where the input ends is drawn beforehand: after so many commands.
        let commands = chance.below(1 + LONGEST * 2);
        let newline = chance.percent(70);
        if commands == 0 {
            self.watch.note(if newline { "eof_after_map" } else { "eof_after_map_no_newline" });
        }
        let mut given = 0;
        while state.phase() == Phase::Playing && given < commands {
            while let Some(mage) = state.mage_to_move() {
                if given >= commands && self.scope != Scope::Graded {
                    if mage != state.mages().first().unwrap_or(mage) {
                        self.watch.note("eof_middle_of_turn");
                    }
                    self.watch.submit(&mut state, Order::Done);
                    continue;
                }
                given += 1;
                self.command(&mut state, chance);
            }
            self.watch.end_turn(&mut state);
        }
        if state.phase() == Phase::Playing {
            self.last_turn(&mut state);
        } else if given >= commands && state.phase() == Phase::Won {
            self.watch.note("eof_mage_wins_next_turn");
        }
        if given == 1 {
            self.watch.note(if newline { "eof_one_command" } else { "eof_one_command_no_newline" });
        }
        if !newline && self.text.last() == Some(&b'\n') {
            self.text.pop();
        }
    }

    /// The turn in which the input has ended: nobody does anything, and the result is not told.
    fn last_turn(&mut self, state: &mut State) {
        while state.mage_to_move().is_some() {
            self.watch.submit(state, Order::Done);
        }
        self.watch.end_turn(state);
        if state.phase() == Phase::Lost {
            self.watch.note("eof_goblin_wins_silently");
        }
    }

    /// One command: steps, perhaps a spell, and perhaps what should be ignored.
    fn command(&mut self, state: &mut State, chance: &mut Chance) {
        self.watch.begin_command();
        let hand = if self.scope == Scope::Graded {
            chance.one(&[Hand::Plain, Hand::Plain, Hand::Plain, Hand::Spaced, Hand::Junk, Hand::LowerCase])
        } else {
            chance.one(&[
                Hand::Plain,
                Hand::Plain,
                Hand::Plain,
                Hand::Spaced,
                Hand::Odd,
                Hand::Junk,
                Hand::Nul,
                Hand::LowerCase,
            ])
        };
        let steps = if chance.percent(6) { 10 } else { chance.below(5) };
        let mut line = Vec::new();
        for _ in 0..steps {
            let direction = chance.one(&Direction::ALL);
            self.write_step(&mut line, direction, hand, chance);
            self.watch.submit(state, Order::Step(direction));
        }
        match chance.below(10) {
            0..4 => {
                let direction = chance.one(&Direction::ALL);
                line.push(b'X');
                self.separate(&mut line, hand, chance);
                line.push(letter_of(direction));
                self.watch.submit(state, Order::Fireball(direction));
                self.afterwards(&mut line, chance);
                if steps == 10 {
                    self.watch.note("cmd_ten_steps_then_fire");
                }
            }
            4..7 => {
                line.push(b'Y');
                self.watch.submit(state, Order::Tornado);
                self.afterwards(&mut line, chance);
            }
            7 => {
                line.push(b'X');
                // The hand-out is silent about what stands in the place of a direction.
                if self.scope != Scope::Graded && chance.percent(50) {
                    line.push(chance.one(b"QXY1s"));
                    line.push(letter_of(chance.one(&Direction::ALL)));
                }
                self.watch.submit(state, Order::Done);
                self.watch.note("cmd_fire_without_direction");
            }
            _ => self.watch.submit(state, Order::Done),
        }
        line.push(b'\n');
        self.text.extend(line);
    }

    fn write_step(&mut self, line: &mut Vec<u8>, direction: Direction, hand: Hand, chance: &mut Chance) {
        self.separate(line, hand, chance);
        match hand {
            Hand::Junk if chance.percent(50) => line.push(chance.one(b"Qz17-.")),
            Hand::Nul if chance.percent(50) => {
                line.push(0);
                self.watch.note("cmd_nul_byte");
            }
            Hand::LowerCase if chance.percent(50) => {
                let direction = letter_of(chance.one(&Direction::ALL)).to_ascii_lowercase();
                line.push(chance.one(&[direction, direction, direction, b'x', b'y']));
                self.watch.note("cmd_lower_case");
            }
            _ => {}
        }
        line.push(letter_of(direction));
    }

    fn separate(&mut self, line: &mut Vec<u8>, hand: Hand, chance: &mut Chance) {
        match hand {
            Hand::Spaced => line.push(b' '),
            Hand::Odd => {
                line.push(chance.one(b"\t\x0b\x0c "));
                self.watch.note("cmd_odd_spaces");
            }
            _ => {}
        }
    }

    /// What follows a spell means nothing.
    fn afterwards(&mut self, line: &mut Vec<u8>, chance: &mut Chance) {
        match chance.below(5) {
            0 => {
                line.extend([letter_of(chance.one(&Direction::ALL)), letter_of(chance.one(&Direction::ALL))]);
                self.watch.note("cmd_steps_after_spell");
            }
            1 => {
                line.extend(chance.one(&[&b"Y"[..], b"XW", b"XA", b"XS", b"XD"]));
                self.watch.note("cmd_two_spells");
            }
            _ => {}
        }
    }
}
