//! A film of a game: one frame for everything a unit does.

use crate::event::{Noun, Sentence};
use crate::{Event, Kind, Position, SIZE, Side, State, Terrain, Unit};
use alloc::vec;
use alloc::vec::Vec;
use board::Cell;
use face::Face;
use face::film::{
    Cast, Event as FilmEvent, Figure, Film, Form, Frame, Kind as Drawn, Measure, PieceTracker, Recorder,
    TrackedPiece, event_kinds, text,
};
use game::Game;
use game::Words;

const PLAYER: u8 = 0;
const ENEMY: u8 = 1;

/// Follows a game.
#[derive(Debug, Default)]
pub struct Filming {
    piece_tracker: PieceTracker,
    terrain: Vec<u8>,
    turn: u32,
    enemy_acts: bool,
    lost: [i64; 2],
    /// Who drowned in this frame, and where: by the cell that they were pushed from.
    drowned: Vec<(Cell, Cell)>,
}

impl Recorder<State> for Filming {
    fn cast(&self, _: &State) -> Cast {
        Cast {
            game: State::NAME.into(),
            title: State::TITLE.into(),
            rows: SIZE.rows.into(),
            cols: SIZE.cols.into(),
            sides: vec![text("Player", "己方"), text("Enemy", "敌方")],
            seats: 1,
            stamp: text("Turn {a}", "第 {a} 回合"),
            terrains: terrains(),
            kinds: kinds(),
            figures: vec![
                Figure::new(Form::Number, Words("attack", "攻击力")),
                Figure::new(Form::Number, Words("movement", "移动力")),
            ],
            events: event_kinds(Sentence::TABLE),
            measures: vec![
                Measure::new(Words("Units", "单位"), Words("units on the board", "场上单位数")),
                Measure::new(
                    Words("Health", "生命"),
                    Words("HP of all units together", "所有单位的生命总和"),
                ),
                Measure::new(Words("Lost", "损失"), Words("units lost so far", "累计损失的单位")),
            ],
            ..Cast::default()
        }
    }

    fn open(&mut self, state: &State, film: &mut Film) {
        let position = state.position();
        self.terrain = ground(&position);
        self.turn = position.turn;
        for unit in &position.units {
            self.piece_tracker.enter(film, unit.kind as u8, member(unit));
        }
        film.frames.push(self.frame(PLAYER));
    }

    fn follow(&mut self, state: &State, events: &[Event], film: &mut Film) {
        let mut told: Vec<FilmEvent> = Vec::new();
        for event in events {
            if begins_a_beat(event) && told.iter().any(|before| before.kind != Sentence::TurnEnded as u8) {
                self.shoot(&mut told, film);
            }
            self.apply(event, &mut told);
        }
        if !told.is_empty() {
            self.shoot(&mut told, film);
        }
        self.settle(state);
    }
}

/// Whether a unit begins to do something.
fn begins_a_beat(event: &Event) -> bool {
    matches!(event, Event::Moved { .. } | Event::Attacked { .. })
}

impl Filming {
    fn shoot(&mut self, told: &mut Vec<FilmEvent>, film: &mut Film) {
        let mut frame = self.frame(if self.enemy_acts { ENEMY } else { PLAYER });
        frame.events = core::mem::take(told);
        film.frames.push(frame);
        self.drowned.clear();
    }

    fn frame(&self, mover: u8) -> Frame {
        let sides = [PLAYER, ENEMY];
        let mut frame = Frame {
            stamp: [self.turn, 0],
            mover: Some(mover),
            terrain: self.terrain.clone(),
            measures: vec![
                sides.map(|side| self.piece_tracker.count(side)).to_vec(),
                sides.map(|side| self.piece_tracker.health(side)).to_vec(),
                self.lost.to_vec(),
            ],
            ..Frame::default()
        };
        self.piece_tracker.place(SIZE, &mut frame);
        frame
    }

    /// Puts the event into a sentence, and does to our pieces what it says.
    fn apply(&mut self, event: &Event, told: &mut Vec<FilmEvent>) {
        let (sentence, nouns) = event.sentence();
        let arg = |noun: &Noun| match *noun {
            Noun::Unit(_, at) => self.piece_tracker.number(at),
            Noun::Cell(at) => SIZE.index(at) as i32,
            Noun::Number(number) => number,
        };
        let mut args: Vec<i32> = nouns.iter().map(arg).collect();
        if let Event::Hurt { hp, .. } = event {
            args[2] = (*hp).max(0);
        }
        told.push(FilmEvent::new(sentence as u8, &args, &self.cells(event)));
        self.change(event);
    }

    fn change(&mut self, event: &Event) {
        match *event {
            Event::Moved { from, to, .. } | Event::Pushed { from, to, .. } => {
                self.piece_tracker.relocate(from, to)
            }
            Event::Hurt { at, hp, .. } | Event::Healed { at, hp, .. } => {
                if let Some(member) = self.piece_tracker.at(at) {
                    member.health = hp;
                }
            }
            Event::Died { at, .. } => {
                if let Some(member) = self.piece_tracker.at(at) {
                    self.lost[usize::from(member.side)] += 1;
                }
                self.piece_tracker.remove(at);
            }
            Event::HitMountain { mountain: at, .. } | Event::Flattened { mountain: at } => {
                self.terrain[SIZE.index(at)] = Terrain::Plain as u8;
            }
            Event::Drowned { at, ocean, .. } => self.drowned.push((at, ocean)),
            Event::TurnEnded { .. } => self.enemy_acts = true,
            _ => {}
        }
    }

    /// Gets ready for the next turn. What the events led to is what the state says: a test compares
    /// them.
    fn settle(&mut self, state: &State) {
        self.enemy_acts = false;
        self.turn = state.turn();
        for member in &mut self.piece_tracker.members {
            member.full = member.full.max(member.health);
        }
    }

    /// Where an event is drawn.
    fn cells(&self, event: &Event) -> Vec<u32> {
        let cells = match *event {
            Event::Moved { from, to, .. } | Event::Pushed { from, to, .. } => vec![from, to],
            Event::Attacked { from, target, .. } => vec![from, target],
            Event::Bumped { into_at, .. } => vec![into_at],
            Event::HitMountain { mountain, .. } | Event::Flattened { mountain } => vec![mountain],
            Event::Drowned { at, ocean, .. } => vec![at, ocean],
            // Who was pushed into the ocean dies there.
            Event::Died { at, .. } => {
                vec![self.drowned.iter().find(|(from, _)| *from == at).map_or(at, |(_, ocean)| *ocean)]
            }
            Event::Hurt { at, .. } | Event::Held { at, .. } | Event::Healed { at, .. } => vec![at],
            Event::Stayed { .. } | Event::TurnEnded { .. } | Event::Over { .. } => vec![],
        };
        cells.into_iter().map(|cell: Cell| SIZE.index(cell) as u32).collect()
    }
}

fn ground(position: &Position) -> Vec<u8> {
    let mut ground = vec![Terrain::Plain as u8; SIZE.area()];
    for (cell, terrain) in &position.terrain {
        ground[SIZE.index(*cell)] = *terrain as u8;
    }
    ground
}

fn member(unit: &Unit) -> TrackedPiece {
    let figures = unit.kind.figures();
    TrackedPiece {
        piece: 0,
        cell: unit.cell,
        side: if unit.kind.side() == Side::Player { PLAYER } else { ENEMY },
        health: unit.hp,
        full: figures.hp.max(unit.hp),
        figures: vec![figures.attack, figures.movement as i32],
    }
}

/// In the order of [`Terrain`].
fn terrains() -> Vec<Drawn> {
    [
        (Terrain::Plain, "plain", Words("", "")),
        (Terrain::Mountain, "mountain", Words("nobody enters; crumbles when hit", "不可进入，受击后崩塌")),
        (Terrain::Ocean, "ocean", Words("land units drown here", "地面单位落入即阵亡")),
        (Terrain::Forest, "forest", Words("heals the units around it", "为周围单位恢复生命")),
    ]
    .map(|(terrain, key, about)| Drawn::new(key, terrain.words()).about(about))
    .to_vec()
}

/// In the order of [`Kind`].
fn kinds() -> Vec<Drawn> {
    Kind::ALL.map(|kind| Drawn::new(kind.words().0, kind.words()).about(about(kind))).to_vec()
}

const fn about(kind: Kind) -> Words {
    match kind {
        Kind::Soldier => Words("attacks the next cell", "攻击相邻格"),
        Kind::Tank => Words("shoots straight and pushes", "直线射击并击退目标"),
        Kind::Fighter => Words("flies; its bomb pushes all around", "可飞行，炸弹击退四周单位"),
        Kind::Bee => Words("flies at the nearest unit", "飞向最近的单位"),
        Kind::Hydralisk => Words("bites and pushes", "撕咬并击退目标"),
    }
}
