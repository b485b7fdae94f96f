//! What keys and clicks mean.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use face::{
    CellSize, Choice, Controls, Face, Ink, Look, Mark, Marks, Offer, OrderArrow, Progress, StandingFacts,
    Tile, Viewpoint,
};
use game::{Lang, Words};

use super::names::{Names, name_and_place};
use super::scene::Scene;
use super::standing::{self, Standing};
use super::{arrows, supply, text};
use crate::{Amounts, Body, Kind, Level, Order, Refusal, State, Team};
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
    type Standing = Standing;

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

    fn waiting(&self, seat: Seat, standing: &[Standing]) -> Vec<(Cell, Hand)> {
        let at = |index: i32| self.element(index).map(|body| (body.at, Hand::Element(index)));
        standing::waiting(self, seat, standing).into_iter().filter_map(at).collect()
    }

    fn point(&self, from: &Viewpoint<'_, Names>, hand: &Hand, cell: Cell) -> Choice<Self> {
        let seat = from.seat;
        let Some(unit) = hand.element() else { return self.pick_up(seat, None, cell) };
        let (row, col) = (i32::from(cell.row), i32::from(cell.col));
        match *hand {
            Hand::Empty => Choice::Nothing,
            Hand::Gunner(_, level) => {
                let order = Order::AttackPos { unit, row, col, level: level as i32 };
                Choice::order(self, from, order, Hand::Element(unit))
            }
            Hand::Supplier(_) | Hand::Repairer(_) => match self.neighbour_at(seat, *hand, cell) {
                Some(target) if matches!(hand, Hand::Supplier(_)) => supply::offer(self, from, unit, target),
                Some(target) => Choice::order(self, from, Order::Fix { unit, target }, Hand::Element(unit)),
                None => Choice::Refuse(from.lang().pick(text::NOBODY_HERE).into()),
            },
            Hand::Element(_) => {
                if let Some(target) = self.enemy_at(seat, unit, cell) {
                    return Choice::order(self, from, Order::AttackUnit { unit, target }, *hand);
                }
                if let taken @ Choice::Take(_) = self.pick_up(seat, Some(unit), cell) {
                    return taken;
                }
                let level = self.element(unit).map_or(1, |body| body.kind.level() as i32);
                Choice::order(self, from, Order::ChangeDest { unit, row, col, level }, *hand)
            }
        }
    }

    fn letter(
        &self,
        from: &Viewpoint<'_, Names>,
        hand: &Hand,
        at: Cell,
        letter: char,
    ) -> Option<Choice<Self>> {
        if letter == 'p' {
            return Some(self.offer_products(from));
        }
        if letter == 'z' {
            let Hand::Gunner(unit, level) = *hand else { return Some(Choice::Nothing) };
            let next = Level::ALL[(level as usize + 1) % Level::ALL.len()];
            return Some(Choice::Take(Hand::Gunner(unit, next)));
        }
        if !matches!(letter, 'f' | 'a' | 's' | 'x' | 'c' | '.') {
            return None;
        }
        let unit = hand.element().or_else(|| self.own_at(from.seat, at).first().copied());
        let Some(unit) = unit else {
            return Some(Choice::Refuse(from.lang().pick(text::CHOOSE_FIRST).into()));
        };
        Some(match letter {
            'f' => Choice::Take(Hand::Gunner(unit, Level::Surface)),
            'a' => self.fire_at_will(from, unit),
            's' => Choice::Take(Hand::Supplier(unit)),
            'x' => Choice::Take(Hand::Repairer(unit)),
            '.' => Choice::Stand { standing: Standing::Rest(unit), then: Hand::Empty },
            // Where nothing is ordered for this round, what is in force longer is dropped.
            _ if self.pending_orders(Team::of(from.seat)).all(|order| order.unit() != Some(unit)) => {
                return None;
            }
            _ => Choice::order(self, from, Order::Cancel { unit }, *hand),
        })
    }

    fn keep_in_hand(&self, seat: Seat, hand: &Hand) -> Hand {
        let own = hand
            .element()
            .and_then(|index| self.element(index))
            .is_some_and(|body| body.team == Team::of(seat));
        if own { *hand } else { Hand::Empty }
    }

    fn hand_name(&self, from: &Viewpoint<'_, Names>, hand: &Hand) -> Option<String> {
        name_and_place(hand.element()?, self, from)
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
                    if self.check(seat, service(*hand, target)).is_ok() {
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
                if self.goes_to(seat, unit, cursor) {
                    let way = self.way(seat, unit, cursor.row.into(), cursor.col.into());
                    marks.add_all(way.unwrap_or_default(), Mark::Way);
                }
            }
        }
    }

    fn order_arrows(&self, seat: Seat, ordered: &[Order], _: &[Standing]) -> Vec<OrderArrow> {
        arrows::order_arrows(self, seat, ordered)
    }

    fn say_order(&self, from: &Viewpoint<'_, Names>, order: Order) -> Option<String> {
        Some(text::order(self, order, from))
    }

    fn tiles(&self, seat: Seat, look: &Look) -> impl Fn(Cell) -> Tile {
        let scene = Scene::new(self, seat);
        move |cell| scene.tile(cell, look)
    }

    fn facts(&self, from: &Viewpoint<'_, Names>, cell: Cell) -> Vec<String> {
        Scene::new(self, from.seat).facts(cell, from)
    }

    fn advice(&self, from: &Viewpoint<'_, Names>, hand: &Hand, cursor: Cell) -> Vec<String> {
        let Some(unit) = hand.element() else { return Vec::new() };
        match self.point(from, hand, cursor) {
            Choice::Give { orders, .. } => {
                orders.iter().flat_map(|order| text::advice(self, from, unit, *order)).collect()
            }
            Choice::Ask { title, .. } => vec![title],
            _ => Vec::new(),
        }
    }

    fn headline(&self, from: &Viewpoint<'_, Names>) -> String {
        let (last, weather) = (self.chart().max_round, self.chart().weather);
        let round = self.turn().min(last);
        match from.lang() {
            Lang::En => format!("round {round} of {last}, weather {weather}"),
            Lang::Zh => format!("第 {round}/{last} 轮，天气 {weather}"),
        }
    }

    fn scores(&self, from: &Viewpoint<'_, Names>) -> Vec<(Ink, String)> {
        text::scores(self, from.seat, from.lang())
    }

    fn hints(&self, _: Seat, hand: &Hand) -> Vec<(&'static str, Words)> {
        text::hints(hand)
    }

    fn ends(order: Order, standing: &Standing) -> bool {
        let whom = Some(standing.unit());
        order.unit() == whom
            && (matches!(standing, Standing::Rest(_)) || matches!(order, Order::Cancel { .. }))
    }

    fn excludes(later: &Standing, earlier: &Standing) -> bool {
        later.unit() == earlier.unit()
    }

    fn carry_on(&self, from: &Viewpoint<'_, Names>, standing: &Standing) -> Progress<Order> {
        standing::carry_on(self, from.seat, *standing)
    }

    fn standing_facts(&self, from: &Viewpoint<'_, Names>, standing: &Standing) -> Option<StandingFacts> {
        standing::facts(self, from, *standing)
    }
}

/// The order to do a service to an element.
const fn service(hand: Hand, target: i32) -> Order {
    match hand {
        Hand::Empty => Order::Cancel { unit: -1 },
        Hand::Repairer(unit) => Order::Fix { unit, target },
        Hand::Element(unit) | Hand::Gunner(unit, _) | Hand::Supplier(unit) => {
            Order::Supply { unit, target, amounts: Amounts { fuel: None, ammo: None, metal: None } }
        }
    }
}

/// What the screen asks of a state.
trait Ask {
    fn own_elements(&self, seat: Seat) -> Vec<(i32, Body)>;
    fn own_at(&self, seat: Seat, cell: Cell) -> Vec<i32>;
    fn enemy_at(&self, seat: Seat, unit: i32, cell: Cell) -> Option<i32>;
    fn neighbour_at(&self, seat: Seat, hand: Hand, cell: Cell) -> Option<i32>;
    fn goes_to(&self, seat: Seat, unit: i32, cell: Cell) -> bool;
    fn pick_up(&self, seat: Seat, after: Option<i32>, cell: Cell) -> Choice<State>;
    fn fire_at_will(&self, from: &Viewpoint<'_, Names>, unit: i32) -> Choice<State>;
    fn offer_products(&self, from: &Viewpoint<'_, Names>) -> Choice<State>;
}

impl Ask for State {
    fn own_elements(&self, seat: Seat) -> Vec<(i32, Body)> {
        let own = self.elements().filter(|(_, body)| body.team == Team::of(seat));
        own.map(|(index, body)| (index, *body)).collect()
    }

    fn own_at(&self, seat: Seat, cell: Cell) -> Vec<i32> {
        let here = |body: &Body| body.area().cells().any(|other| other == cell);
        let mut own: Vec<_> = self.own_elements(seat).into_iter().filter(|(_, body)| here(body)).collect();
        // What is drawn is taken first.
        own.sort_by_key(|(_, body)| core::cmp::Reverse(body.kind.level()));
        own.into_iter().map(|(index, _)| index).collect()
    }

    /// What of somebody else's at a cell this element would fire at: of several, what it would hurt
    /// most.
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

    /// Another element of the seat's own at a cell: of several one that can be served.
    fn neighbour_at(&self, seat: Seat, hand: Hand, cell: Cell) -> Option<i32> {
        let mut others = self.own_at(seat, cell);
        others.retain(|other| Some(*other) != hand.element());
        let served = others.iter().find(|other| self.check(seat, service(hand, **other)).is_ok());
        served.or(others.first()).copied()
    }

    /// Whether pointing at a cell with this unit in hand means going there.
    fn goes_to(&self, seat: Seat, unit: i32, cell: Cell) -> bool {
        let taken = matches!(self.pick_up(seat, Some(unit), cell), Choice::Take(_));
        let (row, col) = (i32::from(cell.row), i32::from(cell.col));
        let order = Order::ChangeDest { unit, row, col, level: 1 };
        !taken && self.enemy_at(seat, unit, cell).is_none() && self.check(seat, order).is_ok()
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

    /// Firing at whatever is in range, if it can fire at all.
    fn fire_at_will(&self, from: &Viewpoint<'_, Names>, unit: i32) -> Choice<State> {
        match self.element(unit).map(|body| body.kind) {
            Some(kind @ Kind::Cargo) => Choice::Refuse(self.refuse(&Refusal::CannotAttack { kind }, from)),
            _ => Choice::Stand { standing: Standing::Fire(unit), then: Hand::Element(unit) },
        }
    }

    fn offer_products(&self, from: &Viewpoint<'_, Names>) -> Choice<State> {
        let lang = from.lang();
        let offer = |kind: Kind| {
            let order = Order::Produce { kind: kind as i32 };
            let refused = self.check(from.seat, order).err().map(|refusal| self.refuse(&refusal, from));
            Offer { label: text::product(&self.chart().rules, kind, lang), order, refused }
        };
        let title = lang.pick(Words("Produce", "生产")).into();
        Choice::Ask { title, offers: Kind::UNITS.map(offer).into() }
    }
}
