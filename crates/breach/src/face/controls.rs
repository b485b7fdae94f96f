//! What keys and clicks mean.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use face::{CellSize, Choice, Controls, Ground, Ink, Look, Mark, Marks, NoStanding, Tile, Viewpoint};
use game::{Lang, Speak, Words};

use crate::kinds::{Domain, Effect, Range};
use crate::{Event, Kind, Order, Phase, Refusal, SIZE, Side, State, Terrain};
use board::{Cell, Size};
use game::{Game, Seat, Silent};

/// What the player has in hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Hand {
    /// Nothing.
    #[default]
    Empty,
    /// A unit: what it does depends on where the player points.
    Unit(Cell),
    /// A unit that is to attack, be it an empty cell.
    Attacker(Cell),
}

impl Hand {
    const fn unit(self) -> Option<Cell> {
        match self {
            Self::Empty => None,
            Self::Unit(at) | Self::Attacker(at) => Some(at),
        }
    }
}

impl Controls for State {
    type Hand = Hand;
    type Standing = NoStanding;

    const CELL_SIZES: &'static [CellSize] = &[CellSize::new(7, 3), CellSize::new(5, 2), CellSize::new(3, 1)];
    const KEYS: &'static [(&'static str, Words)] = &[
        (
            "a",
            Words(
                "attack with the unit in hand: any marked cell, also an empty one",
                "用手中的单位攻击：任何标记的格子，空格也行",
            ),
        ),
        ("m", Words("back from attacking to moving", "从攻击改回移动")),
    ];

    fn extent(&self) -> Size {
        SIZE
    }

    fn first_cursor(&self, seat: Seat) -> Cell {
        self.waiting(seat, &[]).first().map_or(Cell::new(4, 4), |(cell, _)| *cell)
    }

    fn waiting(&self, seat: Seat, _: &[NoStanding]) -> Vec<(Cell, Hand)> {
        if self.phase() != Phase::Playing {
            return Vec::new();
        }
        self.actable().cells().map(|cell| (cell, self.keep_in_hand(seat, &Hand::Unit(cell)))).collect()
    }

    fn point(&self, from: &Viewpoint<'_, ()>, hand: &Hand, cell: Cell) -> Choice<Self> {
        let lang = from.lang();
        let Some(unit) = hand.unit() else { return self.pick_up(cell, lang) };
        let choices = self.choices(unit);
        let attack = Order::Attack { unit, target: cell };
        let movement = Order::Move { unit, to: cell };
        match hand {
            Hand::Unit(_) if choices.moves.has(cell) && cell != unit => {
                Choice::Give { orders: vec![movement], then: Hand::Unit(cell) }
            }
            Hand::Unit(_) if self.is_own(cell) => self.pick_up(cell, lang),
            Hand::Attacker(_) if choices.attacks.has(cell) => {
                Choice::Give { orders: vec![attack], then: Hand::Unit(unit) }
            }
            // What is out of range and one's own is meant to be taken in hand.
            Hand::Attacker(_) if self.is_own(cell) => self.pick_up(cell, lang),
            Hand::Unit(_) if choices.attacks.has(cell) && self.is_worth_a_shot(cell) => {
                Choice::Give { orders: vec![attack], then: Hand::Unit(unit) }
            }
            Hand::Unit(_) if !choices.moves.is_empty() => Choice::order(self, from, movement, *hand),
            _ => Choice::order(self, from, attack, *hand),
        }
    }

    fn letter(&self, from: &Viewpoint<'_, ()>, hand: &Hand, at: Cell, letter: char) -> Option<Choice<Self>> {
        let lang = from.lang();
        let unit = hand.unit().or_else(|| self.is_own(at).then_some(at));
        Some(match (letter, unit) {
            ('a' | 'm', None) => Choice::Refuse(lang.pick(CHOOSE_FIRST).into()),
            ('a', Some(unit)) if self.choices(unit).attacks.is_empty() => {
                Choice::Refuse(Refusal::HasAttacked(unit).said_in(lang))
            }
            ('m', Some(unit)) if self.choices(unit).moves.is_empty() => {
                Choice::Refuse(Refusal::HasMoved(unit).said_in(lang))
            }
            ('a', Some(unit)) => Choice::Take(Hand::Attacker(unit)),
            ('m', Some(unit)) => Choice::Take(Hand::Unit(unit)),
            _ => return None,
        })
    }

    fn keep_in_hand(&self, _: Seat, hand: &Hand) -> Hand {
        let Some(unit) = hand.unit() else { return Hand::Empty };
        let choices = self.choices(unit);
        match (choices.moves.is_empty(), choices.attacks.is_empty()) {
            (true, true) => Hand::Empty,
            (true, false) => Hand::Attacker(unit),
            (false, true) => Hand::Unit(unit),
            (false, false) => *hand,
        }
    }

    fn hand_name(&self, from: &Viewpoint<'_, ()>, hand: &Hand) -> Option<String> {
        let at = hand.unit()?;
        let name = from.lang().pick(self.unit(at)?.kind.words());
        Some(format!("{name} {at}"))
    }

    fn mark_hand(&self, seat: Seat, hand: &Hand, cursor: Cell, marks: &mut Marks) {
        let Some(unit) = hand.unit() else { return };
        let choices = self.choices(unit);
        marks.add(unit, Mark::Chosen);
        if let Hand::Attacker(_) = hand {
            return marks.add_all(choices.attacks.cells(), Mark::Target);
        }
        marks.add_all(choices.moves.cells(), Mark::Reach);
        marks.add_all(choices.attacks.cells().filter(|cell| self.is_worth_a_shot(*cell)), Mark::Target);
        if choices.moves.has(cursor) && cursor != unit {
            let mut there = *self;
            there.play(seat, Order::Move { unit, to: cursor }, &mut Silent);
            marks.add_all(there.choices(cursor).attacks.cells(), Mark::Range);
        }
    }

    fn mark_preview(event: &Event, marks: &mut Marks) {
        let cell = match *event {
            Event::Hurt { at, .. } | Event::Died { at, .. } | Event::Drowned { at, .. } => at,
            Event::Pushed { to, .. } => to,
            Event::HitMountain { mountain, .. } | Event::Flattened { mountain } => mountain,
            _ => return,
        };
        marks.add(cell, Mark::Change);
    }

    fn mark_foresight(&self, event: &Event, marks: &mut Marks) {
        match *event {
            Event::Moved { kind, to, .. } if kind.side() == Side::Enemy => marks.add(to, Mark::Ghost),
            Event::Hurt { kind, at, .. } | Event::Died { kind, at } | Event::Drowned { kind, at, .. }
                if kind.side() == Side::Player =>
            {
                marks.add(at, Mark::Danger);
            }
            _ => {}
        }
    }

    fn tiles(&self, _: Seat, look: &Look) -> impl Fn(Cell) -> Tile {
        move |cell| self.tile(cell, look)
    }

    fn facts(&self, from: &Viewpoint<'_, ()>, cell: Cell) -> Vec<String> {
        let lang = from.lang();
        let mut lines = vec![format!("{cell} {}", lang.pick(self.terrain(cell).words()))];
        if let Some(unit) = self.unit(cell) {
            let figures = unit.kind.figures();
            lines.push(format!(
                "{}  {} {}  {} {}  {} {}",
                lang.pick(unit.kind.words()),
                lang.pick(Words("HP", "生命")),
                unit.hp,
                lang.pick(Words("attack", "攻击")),
                figures.attack,
                lang.pick(Words("moves", "移动")),
                figures.movement,
            ));
            lines.push(lang.pick(abilities(unit.kind)).into());
            if unit.kind.side() == Side::Player {
                lines.push(lang.pick(readiness(unit.moved, unit.attacked)).into());
            }
        }
        lines
    }

    fn headline(&self, from: &Viewpoint<'_, ()>) -> String {
        let (own, enemies) = (self.side(Side::Player).count(), self.side(Side::Enemy).count());
        match from.lang() {
            Lang::En => format!("turn {}, your units: {own}, enemies: {enemies}", self.turn()),
            Lang::Zh => format!("第 {} 回合，己方 {own}，敌方 {enemies}", self.turn()),
        }
    }

    fn hints(&self, _: Seat, hand: &Hand) -> Vec<(&'static str, Words)> {
        match hand {
            Hand::Empty if self.actable().is_empty() => vec![],
            Hand::Empty => {
                vec![("Enter", Words("choose a unit", "选取单位")), ("Tab", Words("next unit", "下一个"))]
            }
            Hand::Unit(_) => vec![
                ("Enter", Words("go / attack", "移动/攻击")),
                ("a", Words("attack", "攻击")),
                ("Esc", Words("put down", "取消")),
            ],
            Hand::Attacker(_) => vec![("Enter", Words("attack", "攻击")), ("Esc", Words("put down", "取消"))],
        }
    }
}

/// What the screen asks of a state.
trait Ask {
    fn is_own(&self, cell: Cell) -> bool;
    fn is_worth_a_shot(&self, cell: Cell) -> bool;
    fn pick_up(&self, cell: Cell, lang: Lang) -> Choice<State>;
    fn tile(&self, cell: Cell, look: &Look) -> Tile;
}

impl Ask for State {
    fn is_own(&self, cell: Cell) -> bool {
        self.side(Side::Player).has(cell)
    }

    /// Whether an attack on the cell is likely to be meant: something is there that it could
    /// change.
    fn is_worth_a_shot(&self, cell: Cell) -> bool {
        self.side(Side::Enemy).has(cell) || self.terrain(cell) == Terrain::Mountain
    }

    fn pick_up(&self, cell: Cell, lang: Lang) -> Choice<State> {
        if !self.is_own(cell) {
            return if self.occupied().has(cell) {
                Choice::Refuse(Refusal::EnemyUnit(cell).said_in(lang))
            } else {
                Choice::Nothing
            };
        }
        match self.keep_in_hand(Seat::ONLY, &Hand::Unit(cell)) {
            Hand::Empty => Choice::Refuse(lang.pick(ALL_DONE).into()),
            hand => Choice::Take(hand),
        }
    }

    fn tile(&self, cell: Cell, look: &Look) -> Tile {
        let (ground, sign) = match self.terrain(cell) {
            Terrain::Plain => (Ground::Plain, " "),
            Terrain::Mountain => (Ground::Rock, look.sign("▲", "^")),
            Terrain::Ocean => (Ground::Water, look.sign("≈", "~")),
            Terrain::Forest => (Ground::Wood, look.sign("♣", "&")),
        };
        let Some(unit) = self.unit(cell) else { return Tile::ground(ground, sign) };
        let letter = unit.kind.figures().letter as char;
        let (letter, ink) = match unit.kind.side() {
            Side::Player if unit.moved && unit.attacked => (letter, Ink::Spent),
            Side::Player => (letter, Ink::Own),
            Side::Enemy => (letter.to_ascii_lowercase(), Ink::Enemy),
        };
        let left = |used: bool, sign: &'static str| if used { "-" } else { sign };
        let note = match unit.kind.side() {
            Side::Player => format!("{}{sign}{}", left(unit.moved, "m"), left(unit.attacked, "a")),
            Side::Enemy => sign.repeat(3),
        };
        let heart = if unit.hp < 10 { look.sign("♥", " ") } else { "" };
        let short = if unit.hp < 10 { format!("{letter}{}", unit.hp) } else { format!("{letter}+") };
        Tile { short, long: format!("{letter}{heart}{}", unit.hp), note, owner: None, ground, ink }
    }
}

const CHOOSE_FIRST: Words = Words("choose one of your units first", "请先选取一个己方单位");
const ALL_DONE: Words =
    Words("this unit has moved and attacked this turn", "这个单位本回合已经移动并攻击过了");

/// How a kind moves and attacks, from its figures.
fn abilities(kind: Kind) -> Words {
    let figures = kind.figures();
    match (figures.domain, figures.range, figures.effect) {
        (Domain::Land, Range::Melee, Effect::None) => Words("walks; hits beside it", "陆行；攻击相邻格"),
        (Domain::Land, Range::Melee, _) => {
            Words("walks; hits beside it and pushes", "陆行；攻击相邻格并击退")
        }
        (Domain::Land, Range::Line, _) => Words("drives; shoots in a line, pushes", "陆行；直线射击并击退"),
        (Domain::Land, Range::Jump, _) => Words("walks; hits two cells away", "陆行；攻击两格外"),
        (Domain::Air, Range::Jump, _) => {
            Words("flies; hits two cells away, pushes around it", "飞行；攻击两格外，击退其四周")
        }
        (Domain::Air, _, _) => Words("flies; hits beside it", "飞行；攻击相邻格"),
    }
}

const fn readiness(moved: bool, attacked: bool) -> Words {
    match (moved, attacked) {
        (false, false) => Words("can move and attack", "可移动、可攻击"),
        (false, true) => Words("can move; has attacked", "可移动；已攻击"),
        (true, false) => Words("has moved; can attack", "已移动；可攻击"),
        (true, true) => Words("has moved and attacked", "已移动、已攻击"),
    }
}
