//! Which mechanisms of breach show in a game.

use crate::generate::Scope;
use crate::handout::Section;
use board::Cell;
use breach::event::Obstacle;
use breach::kinds::Domain;
use breach::{Event, Kind, Order, Side, State, Terrain};
use game::console::Stage;
use game::{Game, Seat};
use std::collections::{BTreeMap, BTreeSet};

/// The mechanisms that events tell of, with the stage in which each can first show.
#[rustfmt::skip]
pub(super) const MECHANISMS: &[(&str, Stage)] = {
    use Stage::{Four, One, Three, Two};
    &[
        ("skip", One), ("move", One), ("move-to-own-cell", One), ("move-far", One), ("move-among-obstacles", One),
        ("death", Two), ("enemy-choice", Three), ("enemy-no-foes", Three), ("enemy-dead-before-acting", Four),
        ("heal", Four), ("hp10", Four), ("suicide", Four),
        ("hit-unit-on-M", Two), ("hit-unit-on-O", Two), ("hit-unit-on-W", Four),
        ("tank-empty-P", Two), ("tank-empty-M", Two), ("tank-empty-O", Two), ("tank-empty-W", Four),
        ("push-P-land", Two), ("push-P-air", Two), ("push-P-dead-land", Two), ("push-P-dead-air", Two),
        ("push-edge-land", Two), ("push-edge-air", Two), ("push-edge-dead-land", Two), ("push-edge-dead-air", Two),
        ("push-M-land", Two), ("push-M-air", Two), ("push-M-dead-land", Two), ("push-M-dead-air", Two),
        ("push-O-land", Two), ("push-O-air", Two), ("push-O-dead-land", Two), ("push-O-dead-air", Two),
        ("push-W-land", Four), ("push-W-air", Four), ("push-W-dead-land", Four), ("push-W-dead-air", Four),
        ("push-unit-land", Two), ("push-unit-air", Two), ("push-unit-dead-land", Two), ("push-unit-dead-air", Two),
        ("push-unit-land-kills", Two), ("push-unit-air-kills", Two), ("push-unit-dead-land-kills", Two), ("push-unit-dead-air-kills", Two),
    ]
};

/// A message of the dialogue that is a mechanism of its own.
#[derive(Debug)]
pub(super) struct Message {
    pub(super) name: &'static str,
    pub(super) text: &'static str,
    since: Stage,
    section: Section,
}

impl Message {
    pub(super) fn is_in(&self, stage: Stage, scope: Scope) -> bool {
        self.since <= stage && scope.allows(self.section)
    }
}

#[rustfmt::skip]
pub(super) const MESSAGES: &[Message] = {
    use Section::{Handout, Robustness};
    use Stage::{One, Three, Two};
    &[
        Message { name: "No-unit-at", text: "No unit at", since: One, section: Handout },
        Message { name: "is-an-enemy", text: "is an enemy!", since: Two, section: Handout },
        Message { name: "not-actable", text: "is not actable!", since: Three, section: Handout },
        Message { name: "out-of-bound", text: "is out of bound", since: Three, section: Robustness },
        Message { name: "Incorrect-input", text: "Incorrect input!", since: One, section: Robustness },
        Message { name: "Invalid-action", text: "Invalid action!", since: One, section: Handout },
        Message { name: "Not-a-valid-dest", text: "Not a valid destination", since: One, section: Handout },
        Message { name: "Not-a-valid-target", text: "Not a valid target", since: Two, section: Handout },
        Message { name: "No-more-actable", text: "No more actable units.", since: Three, section: Handout },
        Message { name: "Won", text: "Won", since: Three, section: Handout },
        Message { name: "Failed", text: "Failed", since: Three, section: Handout },
        Message { name: "Read-line-failed", text: "Read line failed!", since: Three, section: Robustness },
    ]
};

/// Follows a game and takes note of what shows.
#[derive(Debug)]
pub(super) struct MechanismWatch {
    board: BTreeMap<Cell, Kind>,
    seen: BTreeSet<&'static str>,
}

impl MechanismWatch {
    pub(super) fn new(state: State) -> Self {
        let board = state.position().units.into_iter().map(|unit| (unit.cell, unit.kind)).collect();
        Self { board, seen: BTreeSet::new() }
    }

    /// The mechanisms that have shown.
    pub(super) fn seen(&self) -> Vec<&'static str> {
        self.seen.iter().copied().collect()
    }

    /// Takes note of a mechanism, if its name is known.
    pub(super) fn note(&mut self, name: &str) {
        self.seen.extend(MECHANISMS.iter().map(|(known, _)| *known).find(|known| *known == name));
    }

    /// Gives an order and watches what it does.
    pub(super) fn submit(&mut self, state: &mut State, order: Order) {
        let before = *state;
        let mut events = Vec::new();
        let _ = state.submit(Seat::ONLY, order, &mut events);
        match order {
            Order::Move { unit, to } => self.note_move(&before, unit, to),
            Order::Attack { unit, target } => self.note_aim(&before, unit, target),
        }
        self.follow(&before, &events);
    }

    /// Ends the turn and watches what follows.
    pub(super) fn end_turn(&mut self, state: &mut State) {
        let before = *state;
        let mut events = Vec::new();
        state.end_turn(Seat::ONLY, &mut events);
        self.note_enemies(&before, &events);
        self.follow(&before, &events);
    }

    fn note_move(&mut self, before: &State, unit: Cell, to: Cell) {
        let Some(kind) = before.kind(unit) else { return };
        self.note("move");
        if unit == to {
            self.note("move-to-own-cell");
        }
        if unit.manhattan(to) == kind.figures().movement {
            self.note("move-far");
        }
        let near = |cell: &Cell| cell.manhattan(unit) <= kind.figures().movement;
        if breach::SIZE.cells().filter(near).any(|cell| !before.reach(unit).has(cell)) {
            self.note("move-among-obstacles");
        }
    }

    fn note_aim(&mut self, before: &State, unit: Cell, target: Cell) {
        if before.kind(unit) == Some(Kind::Tank) && before.kind(target).is_none() {
            self.note(&format!("tank-empty-{}", letter(before.terrain(target))));
        }
    }

    /// Enemies that die before their turn, or have nobody left to go for.
    fn note_enemies(&mut self, before: &State, events: &[Event]) {
        let acted = |event: &&Event| match event {
            Event::Moved { kind, .. } | Event::Stayed { kind, .. } => kind.side() == Side::Enemy,
            _ => false,
        };
        let mut waiting: BTreeSet<Cell> = before.side(Side::Enemy).cells().collect();
        for event in events {
            match event {
                Event::Moved { from, .. } | Event::Stayed { at: from, .. } => {
                    waiting.remove(from);
                }
                Event::Died { kind, at } if kind.side() == Side::Enemy && waiting.remove(at) => {
                    self.note("enemy-dead-before-acting");
                }
                _ => {}
            }
        }
        if !waiting.is_empty() && events.iter().any(|event| acted(&event)) {
            self.note("enemy-no-foes");
        }
    }

    /// Goes through events in their order.
    fn follow(&mut self, before: &State, events: &[Event]) {
        let mut dying = None;
        let mut attacker = None;
        for (number, event) in events.iter().enumerate() {
            match *event {
                Event::Attacked { kind, from, target } => {
                    attacker = Some(from);
                    self.note_attack(before, kind, from, target);
                }
                Event::Hurt { at, hp, .. } => dying = (hp <= 0).then_some(at),
                Event::Healed { hp, .. } => {
                    self.note("heal");
                    if hp >= 10 {
                        self.note("hp10");
                    }
                }
                Event::Died { at, .. } => {
                    self.note("death");
                    if attacker == Some(at) {
                        self.note("suicide");
                    }
                }
                _ => {}
            }
            self.note_push(before, *event, dying, &events[number + 1..]);
            self.keep_up(*event);
        }
    }

    fn note_attack(&mut self, before: &State, kind: Kind, from: Cell, target: Cell) {
        let ground = before.terrain(target);
        if self.board.contains_key(&target) && ground != Terrain::Plain {
            self.note(&format!("hit-unit-on-{}", letter(ground)));
        }
        let near = |cell: &&Cell| cell.manhattan(from) == 1;
        let victims = self.board.iter().filter(|(_, kind)| kind.side() == Side::Player).map(|(cell, _)| cell);
        if kind.side() == Side::Enemy && victims.filter(near).count() > 1 {
            self.note("enemy-choice");
        }
    }

    fn note_push(&mut self, before: &State, event: Event, dying: Option<Cell>, later: &[Event]) {
        let (at, kind, against, killed) = match event {
            Event::Pushed { kind, from, to } => (from, kind, letter(before.terrain(to)), false),
            Event::Held { kind, at, why: Obstacle::Edge } => (at, kind, "edge", false),
            Event::Held { kind, at, why: Obstacle::Forest } => (at, kind, "W", false),
            Event::HitMountain { kind, at, .. } => (at, kind, "M", false),
            Event::Drowned { kind, at, .. } => (at, kind, "O", false),
            Event::Bumped { kind, at, into_at, .. } => (at, kind, "unit", is_killed(into_at, later)),
            _ => return,
        };
        let dead = if dying == Some(at) { "-dead" } else { "" };
        let domain = match kind.figures().domain {
            Domain::Land => "land",
            Domain::Air => "air",
        };
        self.note(&format!("push-{against}{dead}-{domain}{}", if killed { "-kills" } else { "" }));
    }

    fn keep_up(&mut self, event: Event) {
        match event {
            Event::Moved { from, to, .. } | Event::Pushed { from, to, .. } => {
                if let Some(kind) = self.board.remove(&from) {
                    self.board.insert(to, kind);
                }
            }
            Event::Died { at, .. } => {
                self.board.remove(&at);
            }
            _ => {}
        }
    }
}

/// Whether the next wound of the unit on this cell is its last.
fn is_killed(cell: Cell, later: &[Event]) -> bool {
    let wound = later.iter().find_map(|event| match event {
        Event::Hurt { at, hp, .. } if *at == cell => Some(*hp),
        _ => None,
    });
    wound.is_some_and(|hp| hp <= 0)
}

fn letter(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Plain => "P",
        Terrain::Mountain => "M",
        Terrain::Ocean => "O",
        Terrain::Forest => "W",
    }
}
