//! What keys and clicks mean.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use face::{CellSize, Choice, Controls, Ground, Ink, Look, Mark, Marks, NoStanding, Tile, Viewpoint};
use game::{Lang, Speak, Words};

use crate::event::FireballEnd;
use crate::kinds::{Kind, Terrain};
use crate::{Event, Order, Refusal, State};
use board::{Cell, Direction, Size};
use game::{Game, Seat, Silent};

/// What the mage whose turn it is shall do next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Hand {
    /// Walk.
    #[default]
    Walk,
    /// Throw a fireball in a direction still to be given.
    Fireball,
}

impl Controls for State {
    type Hand = Hand;
    type Standing = NoStanding;

    const CELL_SIZES: &'static [CellSize] =
        &[CellSize::new(5, 2), CellSize::new(4, 2), CellSize::new(3, 1), CellSize::new(2, 1)];
    const KEYS: &'static [(&'static str, Words)] = &[
        ("w a s d", Words("the mage takes a step", "法师走一步")),
        (
            "x, then wasd",
            Words(
                "a fireball in that direction: w a s d, an arrow or a click",
                "火球术，再给方向：w a s d、方向键或点击",
            ),
        ),
        ("y", Words("a tornado around the mage", "龙卷风，吹开四周")),
        (".", Words("the mage is done; the next one's turn", "此法师结束，轮到下一位")),
    ];

    fn extent(&self) -> Size {
        self.size()
    }

    fn first_cursor(&self, _: Seat) -> Cell {
        self.mage_to_move().unwrap_or(Cell::new(0, 0))
    }

    fn waiting(&self, _: Seat, _: &[NoStanding]) -> Vec<(Cell, Hand)> {
        self.mage_to_move().map(|mage| (mage, Hand::Walk)).into_iter().collect()
    }

    fn point(&self, from: &Viewpoint<'_, ()>, hand: &Hand, cell: Cell) -> Choice<Self> {
        let (seat, lang) = (from.seat, from.lang());
        let Some(mage) = self.mage_to_move() else { return Choice::Refuse(nobody(lang)) };
        match hand {
            Hand::Walk if cell == mage => Choice::Nothing,
            Hand::Walk => match self.way_to(seat, cell) {
                Some(orders) => Choice::Give { orders, then: Hand::Walk },
                None => Choice::Refuse(lang.pick(OUT_OF_REACH).into()),
            },
            Hand::Fireball => match direction_of(mage, cell) {
                Some(direction) => Choice::order(self, from, Order::Fireball(direction), Hand::Walk),
                None => Choice::Refuse(lang.pick(STRAIGHT_ONLY).into()),
            },
        }
    }

    fn letter(&self, from: &Viewpoint<'_, ()>, hand: &Hand, _: Cell, letter: char) -> Option<Choice<Self>> {
        let direction = match letter.to_ascii_lowercase() {
            'w' => Some(Direction::Up),
            'a' => Some(Direction::Left),
            's' => Some(Direction::Down),
            'd' => Some(Direction::Right),
            _ => None,
        };
        let order = match (direction, letter.to_ascii_lowercase(), hand) {
            (Some(direction), _, Hand::Walk) => Order::Step(direction),
            (Some(direction), _, Hand::Fireball) => Order::Fireball(direction),
            (None, 'x', _) if self.mage_to_move().is_none() => {
                return Some(Choice::Refuse(nobody(from.lang())));
            }
            (None, 'x', _) => return Some(Choice::Take(Hand::Fireball)),
            (None, 'y', _) => Order::Tornado,
            (None, '.', _) => Order::Done,
            _ => return None,
        };
        Some(Choice::order(self, from, order, Hand::Walk))
    }

    fn arrow(&self, hand: &Hand, direction: Direction) -> Option<Choice<Self>> {
        let throws = *hand == Hand::Fireball && self.mage_to_move().is_some();
        throws.then(|| Choice::Give { orders: vec![Order::Fireball(direction)], then: Hand::Walk })
    }

    fn keep_in_hand(&self, _: Seat, hand: &Hand) -> Hand {
        if self.mage_to_move().is_some() { *hand } else { Hand::Walk }
    }

    fn mark_hand(&self, seat: Seat, hand: &Hand, cursor: Cell, marks: &mut Marks) {
        let Some(mage) = self.mage_to_move() else { return };
        marks.add(mage, Mark::Chosen);
        match hand {
            Hand::Walk => {
                marks.add_all(self.reach().cells(), Mark::Reach);
                let mut walker = self.clone();
                for step in self.way_to(seat, cursor).unwrap_or_default() {
                    walker.play(seat, step, &mut Silent);
                    marks.add_all(walker.mage_to_move(), Mark::Way);
                }
            }
            Hand::Fireball => {
                for direction in Direction::ALL {
                    self.mark_flight(seat, mage, direction, marks);
                }
            }
        }
    }

    fn mark_preview(event: &Event, marks: &mut Marks) {
        match *event {
            Event::Fireball { end: FireballEnd::Unit { at, .. }, .. } => marks.add(at, Mark::Change),
            Event::Blown { from, to, .. } => marks.add_all([from, to], Mark::Change),
            Event::Drowned { from, water, .. } => marks.add_all([from, water], Mark::Change),
            _ => {}
        }
    }

    fn mark_foresight(&self, event: &Event, marks: &mut Marks) {
        match *event {
            Event::Patrolled { to, .. } | Event::Rushed { to, .. } => marks.add(to, Mark::Ghost),
            Event::Slain { mage, .. } => marks.add(mage, Mark::Danger),
            _ => {}
        }
    }

    fn tiles(&self, _: Seat, look: &Look) -> impl Fn(Cell) -> Tile {
        move |cell| self.tile(cell, look)
    }

    fn facts(&self, from: &Viewpoint<'_, ()>, cell: Cell) -> Vec<String> {
        let (lang, look) = (from.lang(), &from.look);
        let mut lines = vec![format!("{cell} {}", lang.pick(self.terrain(cell).words()))];
        lines.extend(self.kind(cell).map(|kind| describe(kind, look)));
        if Some(cell) == self.mage_to_move() {
            lines.push(format!(
                "{} {}",
                lang.pick(Words("to move; steps left:", "轮到此法师；剩余行动力：")),
                self.points()
            ));
        }
        lines
    }

    fn advice(&self, from: &Viewpoint<'_, ()>, hand: &Hand, _: Cell) -> Vec<String> {
        if *hand == Hand::Walk || self.mage_to_move().is_none() {
            return Vec::new();
        }
        let told = |direction| {
            let events = game::preview(self, from.seat, Order::Fireball(direction)).unwrap_or_default();
            events.first().map(|event| event.said_in(from.lang()))
        };
        Direction::ALL.into_iter().filter_map(told).collect()
    }

    fn headline(&self, from: &Viewpoint<'_, ()>) -> String {
        let (mages, goblins) = (self.mages().cells().count(), self.goblins().cells().count());
        match from.lang() {
            Lang::En => format!("turn {}, mages: {mages}, goblins: {goblins}", self.turn()),
            Lang::Zh => format!("第 {} 回合，法师 {mages}，哥布林 {goblins}", self.turn()),
        }
    }

    fn hints(&self, _: Seat, hand: &Hand) -> Vec<(&'static str, Words)> {
        match hand {
            _ if self.mage_to_move().is_none() => vec![],
            Hand::Walk => vec![
                ("Enter", Words("walk", "走")),
                ("wasd", Words("step", "走一步")),
                ("x", Words("fireball", "火球术")),
                ("y", Words("tornado", "龙卷风")),
                (".", Words("done", "结束此法师")),
            ],
            Hand::Fireball => {
                vec![("wasd / arrows", Words("throw", "投掷方向")), ("Esc", Words("no fireball", "取消"))]
            }
        }
    }
}

/// What the screen asks of a state.
trait Ask {
    fn way_to(&self, seat: Seat, cell: Cell) -> Option<Vec<Order>>;
    fn mark_flight(&self, seat: Seat, mage: Cell, direction: Direction, marks: &mut Marks);
    fn tile(&self, cell: Cell, look: &Look) -> Tile;
}

impl Ask for State {
    /// The steps that take the mage to a square, found by trying: as few as possible.
    fn way_to(&self, seat: Seat, cell: Cell) -> Option<Vec<Order>> {
        if !self.size().contains(cell) || !self.reach().has(cell) {
            return None;
        }
        let mut tried = vec![(self.clone(), Vec::new())];
        let mut at = 0;
        while let Some((state, way)) = tried.get(at).cloned() {
            at += 1;
            if state.mage_to_move() == Some(cell) {
                return Some(way);
            }
            for direction in Direction::ALL {
                let mut next = state.clone();
                let step = Order::Step(direction);
                if next.submit(seat, step, &mut Silent).is_ok() {
                    tried.push((next, [way.as_slice(), &[step]].concat()));
                }
            }
        }
        None
    }

    /// Marks the squares that a fireball would fly over, and whom it would burn.
    fn mark_flight(&self, seat: Seat, mage: Cell, direction: Direction, marks: &mut Marks) {
        let events = game::preview(self, seat, Order::Fireball(direction)).unwrap_or_default();
        let Some(Event::Fireball { end, .. }) = events.first() else { return };
        let stop = match *end {
            FireballEnd::Unit { at, .. } | FireballEnd::Mountain { at } => Some(at),
            FireballEnd::Edge => None,
        };
        let mut next = self.size().step(mage, direction);
        while let Some(cell) = next.filter(|cell| Some(*cell) != stop) {
            marks.add(cell, Mark::Range);
            next = self.size().step(cell, direction);
        }
        if let FireballEnd::Unit { at, .. } = *end {
            marks.add(at, Mark::Target);
        }
    }

    fn tile(&self, cell: Cell, look: &Look) -> Tile {
        let (ground, sign) = match self.terrain(cell) {
            Terrain::Plain => (Ground::Plain, " "),
            Terrain::Mountain => (Ground::Rock, look.sign("▲", "^")),
            Terrain::Water => (Ground::Water, look.sign("≈", "~")),
        };
        let Some(kind) = self.kind(cell) else { return Tile::ground(ground, sign) };
        let (short, note, ink) = match kind {
            Kind::Mage if Some(cell) == self.mage_to_move() => {
                (format!("@{}", self.points()), look.lang.pick(Words("you", "你")).to_string(), Ink::Own)
            }
            Kind::Mage => ("@".to_string(), String::new(), Ink::Spent),
            Kind::Patrol { facing, steps } => {
                let arrow = direction_sign(facing, look);
                (format!("p{arrow}"), format!("{steps}{arrow}"), Ink::Enemy)
            }
            Kind::Tracker { sight } => ("t".to_string(), format!("({sight})"), Ink::Enemy),
        };
        Tile { long: short.clone(), short, note, owner: None, ground, ink }
    }
}

const OUT_OF_REACH: Words =
    Words("the mage cannot get there with the steps it has left", "剩余行动力到不了那里");
const STRAIGHT_ONLY: Words = Words(
    "a fireball flies straight: point at a square in the mage's row or column",
    "火球只能直飞：请指向法师同行或同列的格子",
);

fn nobody(lang: Lang) -> String {
    Refusal::NobodyToMove.said_in(lang)
}

/// The way from a square to another in the same row or column.
fn direction_of(from: Cell, to: Cell) -> Option<Direction> {
    match (to.row.cmp(&from.row), to.col.cmp(&from.col)) {
        (core::cmp::Ordering::Less, core::cmp::Ordering::Equal) => Some(Direction::Up),
        (core::cmp::Ordering::Greater, core::cmp::Ordering::Equal) => Some(Direction::Down),
        (core::cmp::Ordering::Equal, core::cmp::Ordering::Less) => Some(Direction::Left),
        (core::cmp::Ordering::Equal, core::cmp::Ordering::Greater) => Some(Direction::Right),
        _ => None,
    }
}

const fn direction_sign(direction: Direction, look: &Look) -> &'static str {
    match direction {
        Direction::Up => look.sign("↑", "^"),
        Direction::Down => look.sign("↓", "v"),
        Direction::Left => look.sign("←", "<"),
        Direction::Right => look.sign("→", ">"),
    }
}

fn describe(kind: Kind, look: &Look) -> String {
    let lang = look.lang;
    let name = lang.pick(kind.words());
    match kind {
        Kind::Mage => name.into(),
        Kind::Patrol { facing, steps } => {
            let arrow = direction_sign(facing, look);
            format!("{name} {arrow}  {} {steps}", lang.pick(Words("steps a turn:", "每回合步数：")))
        }
        Kind::Tracker { sight } => format!("{name}  {} {sight}", lang.pick(Words("sight:", "视野："))),
    }
}
