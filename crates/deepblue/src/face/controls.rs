//! What keys and clicks mean.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use face::{CellSize, Choice, Controls, Look, Mark, Marks, Offer, Tile};
use game::{Lang, Speak, Words};

use super::scene::Scene;
use super::text;
use crate::{Amounts, Body, Kind, Level, Order, State, Team};
use board::{Cell, Size};
use game::{Game, Seat};

/// What the player has in hand. Elements are named by their indices.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Hand {
    /// Nothing.
    #[default]
    Empty,
    /// An element: where it goes or at whom it fires depends on where the player points.
    Element(i32),
    /// An element that is to fire at a place on this level, whoever is there.
    Gunner(i32, Level),
    /// An element that is to supply another.
    Supplier(i32),
    /// A base that is to repair something.
    Repairer(i32),
}

impl Hand {
    const fn element(self) -> Option<i32> {
        match self {
            Self::Empty => None,
            Self::Element(index) | Self::Gunner(index, _) | Self::Supplier(index) | Self::Repairer(index) => {
                Some(index)
            }
        }
    }
}

impl Controls for State {
    type Hand = Hand;

    const CELL_SIZES: &'static [CellSize] = &[CellSize::new(3, 1), CellSize::new(2, 1)];
    const KEYS: &'static [(&'static str, Words)] = text::KEYS;

    fn extent(&self) -> Size {
        self.chart().size
    }

    fn first_cursor(&self, seat: Seat) -> Cell {
        let own = self.own_elements(seat);
        own.iter()
            .find(|(_, body)| body.kind == Kind::Base)
            .or(own.first())
            .map_or(Cell::new(0, 0), |(_, body)| body.at)
    }

    fn movable(&self, seat: Seat) -> Vec<Cell> {
        self.own_elements(seat).iter().map(|(_, body)| body.at).collect()
    }

    fn point(&self, seat: Seat, hand: &Hand, cell: Cell, lang: Lang) -> Choice<Self> {
        let Some(unit) = hand.element() else { return self.pick_up(seat, None, cell) };
        let (row, col) = (i32::from(cell.row), i32::from(cell.col));
        match *hand {
            Hand::Empty => Choice::Nothing,
            Hand::Gunner(_, level) => {
                let order = Order::AttackPos { unit, row, col, level: level as i32 };
                Choice::order(self, seat, order, Hand::Element(unit), lang)
            }
            Hand::Supplier(_) | Hand::Repairer(_) => match self.neighbour_at(seat, unit, cell) {
                Some(target) => {
                    Choice::order(self, seat, service(*hand, unit, target), Hand::Element(unit), lang)
                }
                None => Choice::Refuse(lang.pick(text::NOBODY_HERE).into()),
            },
            Hand::Element(_) => {
                if let Some(target) = self.enemy_at(seat, unit, cell) {
                    return Choice::order(self, seat, Order::AttackUnit { unit, target }, *hand, lang);
                }
                if let taken @ Choice::Take(_) = self.pick_up(seat, Some(unit), cell) {
                    return taken;
                }
                let level = self.element(unit).map_or(1, |body| body.kind.level() as i32);
                Choice::order(self, seat, Order::ChangeDest { unit, row, col, level }, *hand, lang)
            }
        }
    }

    fn letter(&self, seat: Seat, hand: &Hand, at: Cell, letter: char, lang: Lang) -> Option<Choice<Self>> {
        if letter == 'p' {
            return Some(self.offer_products(seat, lang));
        }
        if letter == 'z' {
            let Hand::Gunner(unit, level) = *hand else { return Some(Choice::Nothing) };
            let next = Level::ALL[(level as usize + 1) % Level::ALL.len()];
            return Some(Choice::Take(Hand::Gunner(unit, next)));
        }
        if !matches!(letter, 'f' | 's' | 'x' | 'c') {
            return None;
        }
        let unit = hand.element().or_else(|| self.own_at(seat, at).first().copied());
        let Some(unit) = unit else { return Some(Choice::Refuse(lang.pick(text::CHOOSE_FIRST).into())) };
        Some(match letter {
            'f' => Choice::Take(Hand::Gunner(unit, Level::Surface)),
            's' => Choice::Take(Hand::Supplier(unit)),
            'x' => Choice::Take(Hand::Repairer(unit)),
            _ => Choice::order(self, seat, Order::Cancel { unit }, *hand, lang),
        })
    }

    fn keep_in_hand(&self, seat: Seat, hand: &Hand) -> Hand {
        let own = hand
            .element()
            .and_then(|index| self.element(index))
            .is_some_and(|body| body.team == Team::of(seat));
        if own { *hand } else { Hand::Empty }
    }

    fn mark_hand(&self, seat: Seat, hand: &Hand, cursor: Cell, marks: &mut Marks) {
        let Some((unit, body)) = hand.element().and_then(|unit| Some((unit, self.element(unit)?))) else {
            return;
        };
        marks.add_all(body.area().cells(), Mark::Chosen);
        let scene = Scene::new(self, seat);
        match *hand {
            Hand::Empty => {}
            Hand::Gunner(_, level) => {
                let in_range = |cell: &Cell| {
                    let (row, col) = (i32::from(cell.row), i32::from(cell.col));
                    self.check(seat, Order::AttackPos { unit, row, col, level: level as i32 }).is_ok()
                };
                marks.add_all(self.chart().size.cells().filter(in_range), Mark::Range);
            }
            Hand::Supplier(_) | Hand::Repairer(_) => {
                for (target, area) in scene.areas() {
                    if self.check(seat, service(*hand, unit, target)).is_ok() {
                        marks.add_all(area.cells(), Mark::Target);
                    }
                }
            }
            Hand::Element(_) => {
                marks.add_all(self.reach(seat, unit).unwrap_or_default(), Mark::Reach);
                for (target, area) in scene.areas() {
                    if self.check(seat, Order::AttackUnit { unit, target }).is_ok() {
                        marks.add_all(area.cells(), Mark::Target);
                    }
                }
                let goes_there = matches!(
                    self.point(seat, hand, cursor, Lang::En),
                    Choice::Give { orders, .. } if matches!(orders[..], [Order::ChangeDest { .. }])
                );
                if goes_there {
                    let way = self.way(seat, unit, cursor.row.into(), cursor.col.into());
                    marks.add_all(way.unwrap_or_default(), Mark::Way);
                }
            }
        }
    }

    fn tiles(&self, seat: Seat, look: &Look) -> impl Fn(Cell) -> Tile {
        let scene = Scene::new(self, seat);
        move |cell| scene.tile(cell, look)
    }

    fn facts(&self, seat: Seat, cell: Cell, look: &Look) -> Vec<String> {
        Scene::new(self, seat).facts(cell, look.lang)
    }

    fn advice(&self, seat: Seat, hand: &Hand, cursor: Cell, lang: Lang) -> Vec<String> {
        let Some(unit) = hand.element() else { return Vec::new() };
        match self.point(seat, hand, cursor, lang) {
            Choice::Give { orders, .. } => {
                orders.iter().flat_map(|order| text::advice(self, seat, unit, *order, lang)).collect()
            }
            _ => Vec::new(),
        }
    }

    fn headline(&self, _: Seat, lang: Lang) -> String {
        let (last, weather) = (self.chart().max_round, self.chart().weather);
        let round = self.turn().min(last);
        match lang {
            Lang::En => format!("round {round} of {last}, weather {weather}"),
            Lang::Zh => format!("第 {round}/{last} 轮，天气 {weather}"),
        }
    }

    fn scores(&self, seat: Seat, lang: Lang) -> Vec<(u8, String)> {
        text::scores(self, seat, lang)
    }

    fn hints(&self, _: Seat, hand: &Hand) -> Vec<(&'static str, Words)> {
        text::hints(hand)
    }
}

/// The order to do a service to an element.
const fn service(hand: Hand, unit: i32, target: i32) -> Order {
    match hand {
        Hand::Repairer(_) => Order::Fix { unit, target },
        _ => Order::Supply { unit, target, amounts: Amounts { fuel: None, ammo: None, metal: None } },
    }
}

/// What the screen asks of a state.
trait Ask {
    fn own_elements(&self, seat: Seat) -> Vec<(i32, Body)>;
    fn own_at(&self, seat: Seat, cell: Cell) -> Vec<i32>;
    fn enemy_at(&self, seat: Seat, unit: i32, cell: Cell) -> Option<i32>;
    fn neighbour_at(&self, seat: Seat, unit: i32, cell: Cell) -> Option<i32>;
    fn pick_up(&self, seat: Seat, after: Option<i32>, cell: Cell) -> Choice<State>;
    fn offer_products(&self, seat: Seat, lang: Lang) -> Choice<State>;
}

impl Ask for State {
    fn own_elements(&self, seat: Seat) -> Vec<(i32, Body)> {
        let own = self.elements().filter(|(_, body)| body.team == Team::of(seat));
        own.map(|(index, body)| (index, *body)).collect()
    }

    fn own_at(&self, seat: Seat, cell: Cell) -> Vec<i32> {
        let here = |body: &Body| body.area().cells().any(|other| other == cell);
        self.own_elements(seat).into_iter().filter(|(_, body)| here(body)).map(|(index, _)| index).collect()
    }

    /// What of somebody else's at a cell this element would fire at: of several, what it would hurt most.
    fn enemy_at(&self, seat: Seat, unit: i32, cell: Cell) -> Option<i32> {
        let from = self.element(unit)?.at;
        let scene = Scene::new(self, seat);
        let targets = scene.indices_at(cell).filter(|target| {
            self.element(*target).is_some_and(|body| body.team != Team::of(seat) && !body.kind.is_resource())
        });
        targets.max_by_key(|target| {
            self.forecast(seat, unit, from, *target).map_or(-1, |forecast| forecast.damage())
        })
    }

    /// Another element of the seat's own at a cell.
    fn neighbour_at(&self, seat: Seat, unit: i32, cell: Cell) -> Option<i32> {
        self.own_at(seat, cell).into_iter().find(|other| *other != unit)
    }

    /// Takes what the seat has on a cell; of several the one after that which is in hand.
    fn pick_up(&self, seat: Seat, after: Option<i32>, cell: Cell) -> Choice<State> {
        let own = self.own_at(seat, cell);
        let at = after.and_then(|index| own.iter().position(|other| *other == index));
        match own.get(at.map_or(0, |at| (at + 1) % own.len().max(1))) {
            Some(index) => Choice::Take(Hand::Element(*index)),
            None => Choice::Nothing,
        }
    }

    fn offer_products(&self, seat: Seat, lang: Lang) -> Choice<State> {
        let offer = |kind: Kind| {
            let order = Order::Produce { kind: kind as i32 };
            let refused = self.check(seat, order).err().map(|refusal| refusal.said_in(lang));
            Offer { label: text::product(&self.chart().rules, kind, lang), order, refused }
        };
        let title = lang.pick(Words("Produce", "生产")).into();
        Choice::Ask { title, offers: Kind::UNITS.map(offer).into() }
    }
}
