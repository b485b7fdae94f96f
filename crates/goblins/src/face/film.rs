//! A film of a game: one frame for everything a mage or goblin does.

use crate::event::{FireballEnd, Halt, Noun, Sentence};
use crate::kinds::{MAGE as MAGE_WORDS, PATROL as PATROL_WORDS, TRACKER as TRACKER_WORDS, direction_words};
use crate::{Event, Kind, Phase, Position, State, Terrain, Unit};
use alloc::vec;
use alloc::vec::Vec;
use board::{Cell, Direction, Size};
use face::Face;
use face::film::{
    Cast, Event as FilmEvent, Figure, Film, Form, Frame, Kind as Drawn, Measure, NONE, PieceTracker,
    Recorder, TrackedPiece, event_kinds, text,
};
use game::Game;
use game::Words;

const MAGES: u8 = 0;
const GOBLINS: u8 = 1;
const MAGE: u8 = 0;
const PATROL: u8 = 1;
const TRACKER: u8 = 2;
/// Where the facing of a patrol goblin stands among its figures.
const FACING: usize = 0;

/// Follows a game.
#[derive(Debug, Default)]
pub struct Filming {
    piece_tracker: PieceTracker,
    size: Size,
    terrain: Vec<u8>,
    turn: u32,
    goblins_act: bool,
    lost: [i64; 2],
}

impl Recorder<State> for Filming {
    fn cast(&self, state: &State) -> Cast {
        let size = state.size();
        Cast {
            game: State::NAME.into(),
            title: State::TITLE.into(),
            rows: size.rows.into(),
            cols: size.cols.into(),
            sides: vec![text("Mages", "法师"), text("Goblins", "哥布林")],
            seats: 1,
            stamp: text("Turn {a}", "第 {a} 回合"),
            terrains: vec![
                Drawn::new("plain", Terrain::Plain.words()),
                Drawn::new("water", Terrain::Water.words())
                    .about(Words("whoever is blown in dies", "被吹入者死亡")),
                Drawn::new("mountain", Terrain::Mountain.words())
                    .about(Words("stops fireballs and tornadoes", "阻挡火球与龙卷风")),
            ],
            kinds: vec![
                Drawn::new("mage", MAGE_WORDS)
                    .about(Words("three steps, then a fireball or a tornado", "走三步，再施放火球或龙卷风")),
                Drawn::new("patrol", PATROL_WORDS)
                    .about(Words("walks to and fro, kills beside it", "来回巡逻，杀死身旁的法师")),
                Drawn::new("tracker", TRACKER_WORDS)
                    .about(Words("rushes at the nearest mage it sees", "扑向看到的最近的法师")),
            ],
            figures: vec![
                Figure::new(Form::Direction, Words("faces", "朝向")).on_the_board(),
                Figure::new(Form::Number, Words("steps a turn", "每回合步数")).on_the_board(),
                Figure::new(Form::Number, Words("sight", "视野")),
            ],
            words: Direction::ALL.map(|direction| direction_words(direction).into()).to_vec(),
            events: event_kinds(Sentence::TABLE),
            measures: vec![
                Measure::new(Words("Units", "单位"), Words("units alive", "存活单位数")),
                Measure::new(Words("Lost", "损失"), Words("units lost so far", "累计损失的单位")),
            ],
            ..Cast::default()
        }
    }

    fn open(&mut self, state: &State, film: &mut Film) {
        let position = state.position();
        self.size = state.size();
        self.terrain = ground(&position, self.size);
        self.turn = position.turn;
        for unit in &position.units {
            let (kind, member) = member(unit);
            self.piece_tracker.enter(film, kind, member);
        }
        film.frames.push(self.frame(MAGES));
    }

    fn follow(&mut self, state: &State, events: &[Event], film: &mut Film) {
        let mut told: Vec<FilmEvent> = Vec::new();
        for event in events {
            if begins_a_beat(event) && told.iter().any(is_seen) {
                self.shoot(&mut told, film);
            }
            self.apply(event, &mut told);
        }
        if !told.is_empty() {
            self.shoot(&mut told, film);
        }
        self.goblins_act = false;
        self.turn = state.turn();
    }
}

/// Whether a unit begins to do something that can be seen.
fn begins_a_beat(event: &Event) -> bool {
    matches!(
        event,
        Event::Stepped { .. }
            | Event::Fireball { .. }
            | Event::Tornado { .. }
            | Event::Patrolled { .. }
            | Event::Rushed { .. }
            | Event::Struck { .. }
    )
}

/// Whether a frame is worth taking for what happened: something is drawn, or somebody turns round.
fn is_seen(told: &FilmEvent) -> bool {
    let turns = Sentence::TurnedAfterStriking as u8..=Sentence::TurnedAtUnit as u8;
    !told.cells.is_empty() || turns.contains(&told.kind)
}

impl Filming {
    fn shoot(&self, told: &mut Vec<FilmEvent>, film: &mut Film) {
        let mut frame = self.frame(if self.goblins_act { GOBLINS } else { MAGES });
        frame.events = core::mem::take(told);
        film.frames.push(frame);
    }

    fn frame(&self, mover: u8) -> Frame {
        let mut frame = Frame {
            stamp: [self.turn, 0],
            mover: Some(mover),
            terrain: self.terrain.clone(),
            measures: vec![
                [MAGES, GOBLINS].map(|side| self.piece_tracker.count(side)).to_vec(),
                self.lost.to_vec(),
            ],
            ..Frame::default()
        };
        self.piece_tracker.place(self.size, &mut frame);
        frame
    }

    /// Does to our pieces what the event says, and puts it into a sentence.
    fn apply(&mut self, event: &Event, told: &mut Vec<FilmEvent>) {
        told.extend(self.sentence(event));
        match *event {
            Event::Stepped { from, to }
            | Event::Blown { from, to, .. }
            | Event::Patrolled { from, to }
            | Event::Rushed { from, to } => self.piece_tracker.relocate(from, to),
            Event::Fireball { end: FireballEnd::Unit { at, .. }, .. } => self.lose(at, Some(at), told),
            // Who was blown into the water dies there.
            Event::Drowned { from, water, .. } => self.lose(from, Some(water), told),
            Event::Slain { mage, .. } => self.lose(mage, None, told),
            Event::TurnedRound { at, facing, .. } => {
                if let Some(member) = self.piece_tracker.at(at) {
                    member.figures[FACING] = facing as i32;
                }
            }
            Event::TurnEnded { .. } => self.goblins_act = true,
            _ => {}
        }
    }

    /// Takes a piece off the board; `shown` is where its end is drawn, if it has not been told yet.
    fn lose(&mut self, at: Cell, shown: Option<Cell>, told: &mut Vec<FilmEvent>) {
        if let Some(shown) = shown {
            let number = self.piece_tracker.number(at);
            told.push(FilmEvent::new(Sentence::Gone as u8, &[number], &[self.spot(shown)]));
        }
        if let Some(member) = self.piece_tracker.at(at) {
            self.lost[usize::from(member.side)] += 1;
        }
        self.piece_tracker.remove(at);
    }

    fn spot(&self, cell: Cell) -> u32 {
        self.size.index(cell) as u32
    }

    fn sentence(&self, event: &Event) -> Option<FilmEvent> {
        if let Event::TurnedRound { why: Halt::Struck, .. } | Event::Over { phase: Phase::Playing } = event {
            return None;
        }
        let (sentence, nouns) = event.sentence();
        let arg = |noun: &Noun| match *noun {
            Noun::Unit(_, at) => self.piece_tracker.number(at),
            Noun::Cell(at) => self.spot(at) as i32,
            Noun::Number(number) => number,
            Noun::Way(direction) => direction as i32,
            Noun::Terrain(terrain) => terrain as i32,
        };
        let args: Vec<i32> = nouns.iter().map(arg).collect();
        Some(FilmEvent::new(sentence as u8, &args, &self.cells(event)))
    }

    /// Where an event is drawn.
    fn cells(&self, event: &Event) -> Vec<u32> {
        let cells = match *event {
            Event::Stepped { from, to }
            | Event::Blown { from, to, .. }
            | Event::Drowned { from, water: to, .. }
            | Event::Patrolled { from, to }
            | Event::Rushed { from, to } => vec![from, to],
            Event::Fireball { from, direction, end } => vec![from, self.landing(from, direction, end)],
            Event::Tornado { at } | Event::Struck { at } | Event::Slain { mage: at, .. } => vec![at],
            _ => vec![],
        };
        cells.into_iter().map(|cell| self.spot(cell)).collect()
    }

    /// Where a fireball ends.
    fn landing(&self, from: Cell, direction: Direction, end: FireballEnd) -> Cell {
        match end {
            FireballEnd::Unit { at, .. } | FireballEnd::Mountain { at } => at,
            FireballEnd::Edge => {
                let mut last = from;
                while let Some(next) = self.size.step(last, direction) {
                    last = next;
                }
                last
            }
        }
    }
}

fn ground(position: &Position, size: Size) -> Vec<u8> {
    let mut ground = vec![Terrain::Plain as u8; size.area()];
    for (cell, terrain) in &position.terrain {
        ground[size.index(*cell)] = *terrain as u8;
    }
    ground
}

fn member(unit: &Unit) -> (u8, TrackedPiece) {
    let (kind, side, figures) = match unit.kind {
        Kind::Mage => (MAGE, MAGES, vec![NONE, NONE, NONE]),
        Kind::Patrol { facing, steps } => (PATROL, GOBLINS, vec![facing as i32, steps, NONE]),
        Kind::Tracker { sight } => (TRACKER, GOBLINS, vec![NONE, NONE, sight]),
    };
    (kind, TrackedPiece { piece: 0, cell: unit.cell, side, health: NONE, full: NONE, figures })
}
