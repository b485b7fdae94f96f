//! Random small games of breach, written down as inputs.

use super::watch::{MESSAGES, MechanismWatch};
use crate::generate::{Candidate, Chance, Scope};
use crate::handout::Section;
use board::Cell;
use breach::kinds::{ATTACKS_SINCE, TURNS_SINCE};
use breach::{Kind, Order, Phase, SIZE, Setup, Side, State, Terrain};
use game::console::Stage;
use game::{Game, Seat};
use std::fmt::Write;

/// The longest game, in turns or, where there are none, in orders.
const LONGEST: usize = 8;

/// The mechanisms of a stage.
pub(super) fn mechanisms(stage: Stage, scope: Scope) -> Vec<&'static str> {
    let listed = super::watch::MECHANISMS.iter().filter(|(_, since)| *since <= stage);
    let names = listed.map(|(name, _)| *name).filter(|name| scope.allows(section_of(name)));
    let messages = MESSAGES.iter().filter(|message| message.is_in(stage, scope)).map(|message| message.name);
    names.chain(messages).collect()
}

/// Where a mechanism shows: units stand where they could not have walked, or have more HP than a
/// field has room for, in robustness cases only.
fn section_of(mechanism: &str) -> Section {
    match mechanism {
        "hit-unit-on-M" | "hp10" => Section::Robustness,
        _ => Section::Handout,
    }
}

/// A random game.
pub(super) fn candidate(stage: Stage, scope: Scope, chance: &mut Chance) -> Candidate {
    let map = map(stage, scope, chance);
    let setup = Setup::parse(map.as_bytes(), stage).unwrap_or_default();
    let mut script = Script {
        state: State::new(&setup),
        watch: MechanismWatch::new(State::new(&setup)),
        text: map,
        mistakes: if chance.percent(30) { chance.between(10, 40) } else { 0 },
        scope,
    };
    if stage >= TURNS_SINCE {
        script.turns(chance);
    } else {
        script.orders(chance);
    }
    script.finish()
}

/// A small crowd on some terrain, so that things happen soon.
fn map(stage: Stage, scope: Scope, chance: &mut Chance) -> String {
    let (rows, cols) = (chance.between(2, 8), chance.between(2, 8));
    let (top, left) = (chance.below(9 - rows), chance.below(9 - cols));
    let mut cells: Vec<(usize, usize)> =
        (0..rows * cols).map(|n| (top + n / cols, left + n % cols)).collect();
    chance.shuffle(&mut cells);
    let kinds: Vec<Kind> = Kind::ALL.into_iter().filter(|kind| kind.figures().since <= stage).collect();
    let side = |side| kinds.iter().copied().filter(|kind| kind.side() == side).collect::<Vec<_>>();
    let (ours, theirs) = (side(Side::Player), side(Side::Enemy));
    let players = chance.between(1, 3);
    let fewest = usize::from(chance.percent(90));
    let enemies = if theirs.is_empty() { 0 } else { chance.between(fewest, 4) };
    let mut units = cells.split_off(cells.len() - cells.len().min(players + enemies));
    let terrains: Vec<Terrain> =
        Terrain::NAMED.into_iter().filter(|terrain| terrain.since() <= stage).collect();
    let rough = cells.len().min(chance.below(1 + (rows * cols / 2).min(9)));
    let mut text = format!("{rough} {}\n", units.len());
    // Units may stand on terrain, so some of it goes under them.
    let under = if chance.percent(30) && scope != Scope::Graded { 1 } else { 0 };
    for (number, cell) in cells.iter().take(rough).enumerate() {
        let (row, col) = if number < under { units[chance.below(units.len())] } else { *cell };
        let letter = chance.one(&terrains).letter().map_or('M', char::from);
        let _ = writeln!(text, "{row} {col} {letter}");
    }
    chance.shuffle(&mut units);
    for (number, (row, col)) in units.iter().enumerate() {
        let kind = if number < players { chance.one(&ours) } else { chance.one(&theirs) };
        let _ = writeln!(text, "{row} {col} {}", kind.figures().letter as char);
    }
    text
}

/// An input being written, and the game it makes.
struct Script {
    state: State,
    watch: MechanismWatch,
    text: String,
    /// How many of a hundred answers are preceded by a wrong one.
    mistakes: usize,
    scope: Scope,
}

/// Wrong answers: all of them, and those that the hand-out allows.
struct Wrong {
    all: &'static [&'static str],
    numbers: &'static [&'static str],
}

const WRONG_ACTIONS: Wrong =
    Wrong { all: &["0", "5", "-1", "move", ""], numbers: &["0", "4", "7", "-1", "9"] };
const WRONG_CELLS: Wrong =
    Wrong { all: &["9 9", "one", "7 7", "0 0", "2"], numbers: &["7 7", "0 0", "3 4", "7 0", "0 7"] };

impl Script {
    /// Plays turns until the game is over or has lasted long enough.
    fn turns(&mut self, chance: &mut Chance) {
        let busy = chance.between(1, 4);
        let mut turns = 0;
        while self.state.phase() == Phase::Playing && turns < LONGEST {
            self.turn(chance, if turns < busy { 3 } else { 0 });
            self.watch.end_turn(&mut self.state);
            turns += 1;
        }
        let goes_on = self.state.phase() == Phase::Playing;
        if goes_on && self.scope != Scope::Graded && chance.percent(50) {
            self.text.push_str("n\n");
        }
    }

    /// One turn of at most so many orders.
    fn turn(&mut self, chance: &mut Chance, orders: usize) {
        for _ in 0..orders {
            if self.state.actable().is_empty() {
                return;
            }
            if chance.percent(15) {
                break;
            }
            self.text.push_str("n\n");
            if self.round_is_wasted(chance) {
                continue;
            }
            self.order(chance);
        }
        if !self.state.actable().is_empty() {
            self.text.push_str("y\n");
        }
    }

    /// Gives orders where there are no turns.
    fn orders(&mut self, chance: &mut Chance) {
        for _ in 0..chance.between(1, LONGEST) {
            if self.state.actable().is_empty() {
                break;
            }
            self.order(chance);
        }
        if self.scope == Scope::Graded {
            self.skip(chance);
        }
        // The last answer has no line feed, as in the published cases.
        self.text.pop();
    }

    /// Picks a unit for nothing, which is how the published cases without turns end.
    fn skip(&mut self, chance: &mut Chance) {
        let units: Vec<Cell> = self.state.actable().cells().collect();
        if units.is_empty() {
            return;
        }
        self.cell(chance.one(&units));
        self.line(if self.state.stage() >= ATTACKS_SINCE { "3" } else { "2" });
    }

    /// An answer after which the round starts over.
    fn round_is_wasted(&mut self, chance: &mut Chance) -> bool {
        let note_rejected = self.scope != Scope::Graded && chance.percent(self.mistakes / 2);
        if note_rejected {
            let answer = chance.one(&["8 3", "-1 0", "0 9", "three three", "4", "x", ""]);
            self.line(answer);
        }
        note_rejected
    }

    fn line(&mut self, answer: &str) {
        self.text.push_str(answer);
        self.text.push('\n');
    }

    /// The wrong answers that may be given.
    fn wrong(&self, answers: &Wrong) -> &'static [&'static str] {
        if self.scope == Scope::Graded { answers.numbers } else { answers.all }
    }

    /// Picks a unit and an action, with wrong answers on the way.
    fn order(&mut self, chance: &mut Chance) {
        let units: Vec<Cell> = self.state.actable().cells().collect();
        let unit = chance.one(&units);
        while chance.percent(self.mistakes) {
            self.wrong_unit(chance);
        }
        self.cell(unit);
        let choices = self.state.choices(unit);
        let mut actions = Vec::new();
        if !self.state.has_moved(unit) {
            actions.push(Action::Move);
        }
        if self.state.stage() >= ATTACKS_SINCE && !self.state.has_attacked(unit) {
            actions.extend([Action::Attack; 2]);
        }
        let listed = {
            let mut listed = actions.clone();
            listed.dedup();
            listed.push(Action::Skip);
            listed
        };
        let action =
            if chance.percent(12) || actions.is_empty() { Action::Skip } else { chance.one(&actions) };
        while chance.percent(self.mistakes) {
            let answer = chance.one(self.wrong(&WRONG_ACTIONS));
            self.line(answer);
        }
        let number = listed.iter().position(|listed| *listed == action).map_or(1, |at| at + 1);
        self.line(&number.to_string());
        match action {
            Action::Skip => self.watch.note("skip"),
            Action::Move => self.complete(chance, choices.moves, |to| Order::Move { unit, to }),
            Action::Attack => {
                let targets = self.worthwhile(choices.attacks, chance);
                self.complete(chance, targets, |target| Order::Attack { unit, target });
            }
        }
    }

    /// The targets where somebody is or something stands, most of the time.
    fn worthwhile(&self, targets: board::Mask8, chance: &mut Chance) -> board::Mask8 {
        let held = targets & (self.state.occupied() | !self.state.land(Terrain::Plain));
        if held.is_empty() || chance.percent(25) { targets } else { held }
    }

    fn complete(&mut self, chance: &mut Chance, choices: board::Mask8, order: impl Fn(Cell) -> Order) {
        while chance.percent(self.mistakes) {
            let answer = chance.one(self.wrong(&WRONG_CELLS));
            let numbers: Vec<i32> = answer.split(' ').filter_map(|word| word.parse().ok()).collect();
            let cell = match numbers[..] {
                [row, col] => SIZE.cell(row, col),
                _ => None,
            };
            if cell.is_none_or(|cell| self.state.check(Seat::ONLY, order(cell)).is_err()) {
                self.line(answer);
            }
        }
        let Some(cell) = choices.nth(chance.below(choices.count() as usize) as u32) else { return };
        self.cell(cell);
        self.watch.submit(&mut self.state, order(cell));
    }

    /// Picks an empty cell, an enemy or a unit that can do nothing more.
    fn wrong_unit(&mut self, chance: &mut Chance) {
        let spent = self.state.side(Side::Player) - self.state.actable();
        let choices = [!self.state.occupied(), self.state.side(Side::Enemy), spent];
        let cells = chance.one(&choices);
        if let Some(cell) = cells.nth(chance.below(cells.count() as usize) as u32) {
            self.cell(cell);
        }
    }

    fn cell(&mut self, cell: Cell) {
        let _ = writeln!(self.text, "{} {}", cell.row, cell.col);
    }

    fn finish(self) -> Candidate {
        let mut shows = self.watch.seen();
        let played = crate::exercise::Exercise::find("breach")
            .map(|exercise| exercise.play(self.state.stage(), self.text.as_bytes(), Default::default()));
        if let Some(played) = played {
            let said = String::from_utf8_lossy(&played.output).into_owned();
            shows.extend(
                MESSAGES.iter().filter(|message| said.contains(message.text)).map(|message| message.name),
            );
        }
        Candidate { input: self.text.into_bytes(), shows }
    }
}

/// What a unit can be told to do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Action {
    Move,
    Attack,
    Skip,
}
