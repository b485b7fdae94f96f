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

use super::standing::{self, Standing};
use super::{scene, text};
use crate::{CorpsId, Event, Order, State, Task, TowerId};
use board::{Cell, Direction, Size};
use game::{Game, Seat, Silent};

/// What the player has in hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Hand {
    /// Nothing.
    #[default]
    Empty,
    /// A corps.
    Corps(CorpsId),
    /// A tower.
    Tower(TowerId),
}

/// Rows of the screen are the map's y, columns its x.
const fn cell_of(at: Cell) -> Cell {
    Cell::new(at.row, at.col)
}

const fn point_of(cell: Cell) -> Cell {
    Cell::new(cell.row, cell.col)
}

impl<const SIDE: usize> Controls for State<SIDE> {
    type Hand = Hand;
    type Standing = Standing;

    const CELL_SIZES: &'static [CellSize] = &[CellSize::new(4, 2), CellSize::new(3, 1), CellSize::new(2, 1)];
    const KEYS: &'static [(&'static str, Words)] = text::KEYS;

    fn extent(&self) -> Size {
        State::size(self)
    }

    fn first_cursor(&self, seat: Seat) -> Cell {
        let own = self.towers().iter().find(|tower| tower.owner == seat);
        own.map_or(Cell::new(0, 0), |tower| cell_of(tower.at))
    }

    fn waiting(&self, seat: Seat, standing: &[Standing]) -> Vec<(Cell, Hand)> {
        standing::waiting(self, seat, standing)
    }

    fn point(&self, from: &Viewpoint<'_, ()>, hand: &Hand, cell: Cell) -> Choice<Self> {
        let (seat, at) = (from.seat, point_of(cell));
        if let Some(order) = self.assault(seat, *hand, at) {
            return Choice::order(self, from, order, *hand);
        }
        let Hand::Corps(corps) = *hand else { return self.pick_up(seat, *hand, at) };
        let stays = self.find_corps(corps).is_none_or(|corps| corps.at == at);
        if stays {
            return self.pick_up(seat, *hand, at);
        }
        if let Some(orders) = self.way(seat, corps, at) {
            return Choice::Give { orders, then: *hand };
        }
        match self.pick_up(seat, *hand, at) {
            Choice::Nothing if self.journey(corps, at).is_some() => {
                Choice::Stand { standing: Standing::GoTo(corps, at), then: *hand }
            }
            Choice::Nothing => Choice::Refuse(from.lang().pick(text::OUT_OF_REACH).into()),
            other => other,
        }
    }

    fn letter(&self, from: &Viewpoint<'_, ()>, hand: &Hand, at: Cell, letter: char) -> Option<Choice<Self>> {
        if !matches!(letter, 'p' | 'b' | 'f' | 't' | 'a' | '.') {
            return None;
        }
        let (at, lang) = (point_of(at), from.lang());
        let hand = if *hand == Hand::Empty {
            self.things(from.seat, at).first().copied().unwrap_or_default()
        } else {
            *hand
        };
        Some(match (letter, hand) {
            ('p', Hand::Tower(tower)) => self.tasks(from, tower),
            ('a', Hand::Tower(tower)) => Choice::Stand { standing: Standing::Fire(tower), then: hand },
            ('p' | 'a', _) => Choice::Refuse(lang.pick(text::CHOOSE_TOWER).into()),
            ('.', Hand::Tower(tower)) => {
                Choice::Stand { standing: Standing::Sleep(tower), then: Hand::Empty }
            }
            ('.', Hand::Corps(corps)) => Choice::Stand { standing: Standing::Rest(corps), then: Hand::Empty },
            (_, Hand::Corps(corps)) => Choice::order(self, from, self.labour(letter, corps), hand),
            _ => Choice::Refuse(lang.pick(text::CHOOSE_CORPS).into()),
        })
    }

    fn keep_in_hand(&self, seat: Seat, hand: &Hand) -> Hand {
        let own = match *hand {
            Hand::Empty => false,
            Hand::Corps(id) => self.find_corps(id).is_some_and(|corps| corps.owner == seat),
            Hand::Tower(id) => self.find_tower(id).is_some_and(|tower| tower.owner == seat),
        };
        if own { *hand } else { Hand::Empty }
    }

    fn hand_name(&self, from: &Viewpoint<'_, ()>, hand: &Hand) -> Option<String> {
        let (name, at) = match *hand {
            Hand::Empty => return None,
            Hand::Corps(id) => (text::corps_name(id, None, &[self], from), self.find_corps(id)?.at),
            Hand::Tower(id) => (text::tower_name(id, &[self], from), self.find_tower(id)?.at),
        };
        Some(format!("{name} {at}"))
    }

    fn mark_hand(&self, seat: Seat, hand: &Hand, cursor: Cell, marks: &mut Marks) {
        let here = match *hand {
            Hand::Empty => return,
            Hand::Corps(id) => self.find_corps(id).map(|corps| corps.at),
            Hand::Tower(id) => self.find_tower(id).map(|tower| tower.at),
        };
        marks.add_all(here.map(cell_of), Mark::Chosen);
        for at in State::size(self).cells() {
            let order = self.assault(seat, *hand, at);
            if order.is_some_and(|order| self.check(seat, order).is_ok()) {
                marks.add(cell_of(at), Mark::Target);
            }
        }
        let Hand::Corps(id) = *hand else { return };
        if let Some(reach) = self.reach(id) {
            let cells = State::size(self).cells().filter(|at| reach.points_left(*at).is_some());
            marks.add_all(cells.map(cell_of), Mark::Reach);
        }
        let mut walker = self.clone();
        for step in self.way(seat, id, point_of(cursor)).unwrap_or_default() {
            let _ = walker.submit(seat, step, &mut Silent);
            marks.add_all(walker.find_corps(id).map(|corps| cell_of(corps.at)), Mark::Way);
        }
    }

    fn mark_preview(event: &Event, marks: &mut Marks) {
        let at = match *event {
            Event::CorpsAttacked { at, .. }
            | Event::TowerAttacked { at, .. }
            | Event::CorpsShot { at, .. }
            | Event::CorpsGone { at, .. }
            | Event::EngineerTaken { at, .. }
            | Event::TowerDestroyed { at, .. }
            | Event::TowerCaptured { at, .. } => at,
            _ => return,
        };
        marks.add(cell_of(at), Mark::Change);
    }

    fn order_arrows(&self, _: Seat, _: &[Order], standing: &[Standing]) -> Vec<OrderArrow> {
        standing::journeys(self, standing)
    }

    fn say_order(&self, from: &Viewpoint<'_, ()>, order: Order) -> Option<String> {
        Some(text::order(self, order, from))
    }

    fn tiles(&self, _: Seat, look: &Look) -> impl Fn(Cell) -> Tile {
        move |cell| scene::tile(self, point_of(cell), look)
    }

    fn facts(&self, from: &Viewpoint<'_, ()>, cell: Cell) -> Vec<String> {
        scene::facts(self, point_of(cell), from)
    }

    fn advice(&self, from: &Viewpoint<'_, ()>, hand: &Hand, cursor: Cell) -> Vec<String> {
        let (seat, lang) = (from.seat, from.lang());
        let mut lines = Vec::new();
        if let Some(order) = self.assault(seat, *hand, point_of(cursor))
            && let Ok(Some(forecast)) = self.forecast(seat, order)
        {
            lines.extend(text::forecast(self, &forecast, from));
        }
        if let (Hand::Corps(corps), Choice::Stand { .. }) = (*hand, self.point(from, hand, cursor))
            && let Some(journey) = self.journey(corps, point_of(cursor))
        {
            lines.push(text::journey(&journey, lang));
        }
        if let Hand::Corps(corps) = *hand
            && self.check(seat, Order::Found { corps }).is_ok()
            && let Some(centre) = self.find_corps(corps).map(|corps| corps.at)
        {
            let gained = self.territory_with(centre, seat);
            let gained = gained
                .filter(|(at, owner)| owner.seat() == Some(seat) && self.owner(*at).seat() != Some(seat));
            lines.push(text::gain(gained.count(), lang));
        }
        lines
    }

    fn headline(&self, from: &Viewpoint<'_, ()>) -> String {
        let mut view = crate::View::default();
        self.view(game::Viewer::Everything, &mut view);
        match from.lang() {
            Lang::En => {
                format!("round {} of {}, orders left: {}", view.round, crate::kinds::ROUNDS, view.orders_left)
            }
            Lang::Zh => {
                format!("第 {}/{} 轮，剩余命令 {}", view.round, crate::kinds::ROUNDS, view.orders_left)
            }
        }
    }

    fn scores(&self, from: &Viewpoint<'_, ()>) -> Vec<(Ink, String)> {
        let mut view = crate::View::default();
        self.view(game::Viewer::Everything, &mut view);
        let line = |row: &crate::PlayerRow| {
            (Ink::Seat(row.id - 1), text::score(row, row.id == from.seat.0 + 1, from.lang()))
        };
        view.players.iter().map(line).collect()
    }

    fn hints(&self, _: Seat, hand: &Hand) -> Vec<(&'static str, Words)> {
        let corps = match *hand {
            Hand::Corps(id) => self.find_corps(id).map(|corps| corps.kind),
            _ => None,
        };
        text::hints(hand, corps)
    }

    fn repeats(&self, order: Order) -> Option<Standing> {
        standing::repeated(order)
    }

    fn ends(order: Order, standing: &Standing) -> bool {
        standing::ends(order, *standing)
    }

    fn excludes(later: &Standing, earlier: &Standing) -> bool {
        standing::excludes(*later, *earlier)
    }

    fn carry_on(&self, from: &Viewpoint<'_, ()>, standing: &Standing) -> Progress<Order> {
        standing::carry_on(self, from, *standing)
    }

    fn standing_facts(&self, from: &Viewpoint<'_, ()>, standing: &Standing) -> Option<StandingFacts> {
        standing::facts(self, from, *standing)
    }
}

/// What the screen asks of a state.
trait Ask: Controls {
    fn things(&self, seat: Seat, at: Cell) -> Vec<Hand>;
    fn pick_up(&self, seat: Seat, after: Hand, at: Cell) -> Choice<Self>;
    fn assault(&self, seat: Seat, hand: Hand, at: Cell) -> Option<Order>;
    fn way(&self, seat: Seat, corps: CorpsId, to: Cell) -> Option<Vec<Order>>;
    fn tasks(&self, from: &Viewpoint<'_, ()>, tower: TowerId) -> Choice<Self>;
    fn labour(&self, letter: char, corps: CorpsId) -> Order;
}

impl<const SIDE: usize> Ask for State<SIDE> {
    /// What the seat has on a cell: corps first, then the tower.
    fn things(&self, seat: Seat, at: Cell) -> Vec<Hand> {
        let corps = self.standing(at).filter(|corps| corps.owner == seat).map(|corps| Hand::Corps(corps.id));
        let tower = self.tower_at(at).filter(|tower| tower.owner == seat).map(|tower| Hand::Tower(tower.id));
        tower.into_iter().chain(corps).collect()
    }

    /// Takes what the seat has on a cell; of several the one after that which is in hand.
    fn pick_up(&self, seat: Seat, after: Hand, at: Cell) -> Choice<Self> {
        let things = self.things(seat, at);
        let before = things.iter().position(|thing| *thing == after);
        match things.get(before.map_or(0, |before| (before + 1) % things.len().max(1))) {
            Some(thing) => Choice::Take(*thing),
            None => Choice::Nothing,
        }
    }

    /// The order to attack or shoot at what somebody else has on a cell.
    fn assault(&self, seat: Seat, hand: Hand, at: Cell) -> Option<Order> {
        let foe = self.standing(at).find(|corps| corps.owner != seat).map(|corps| corps.id);
        let tower = self.tower_at(at).filter(|tower| tower.owner != seat).map(|tower| tower.id);
        match hand {
            Hand::Empty => None,
            Hand::Tower(tower) => foe.map(|target| Order::Shoot { tower, target }),
            Hand::Corps(corps) => {
                let tower = tower.map(|target| Order::AttackTower { corps, target });
                tower.or_else(|| foe.map(|target| Order::AttackCorps { corps, target }))
            }
        }
    }

    /// The cheapest series of steps that takes a corps to a cell, found by trying.
    fn way(&self, seat: Seat, corps: CorpsId, to: Cell) -> Option<Vec<Order>> {
        self.reach(corps)?.points_left(to)?;
        let side = usize::from(u8::MAX) + 1;
        let mut best: Vec<Option<u8>> = vec![None; side * side];
        let mut tried = vec![(self.clone(), Vec::new())];
        let mut found: Option<(u8, Vec<Order>)> = None;
        while let Some((state, way)) = tried.pop() {
            let Some(here) = state.find_corps(corps) else { continue };
            let points = &mut best[usize::from(here.at.row) * side + usize::from(here.at.col)];
            if points.is_some_and(|points| points >= here.moves) {
                continue;
            }
            *points = Some(here.moves);
            if here.at == to && found.as_ref().is_none_or(|(left, _)| *left < here.moves) {
                found = Some((here.moves, way.clone()));
            }
            for direction in Direction::ALL {
                let mut next = state.clone();
                let step = Order::Move { corps, direction };
                if next.submit(seat, step, &mut Silent).is_ok() {
                    tried.push((next, [way.as_slice(), &[step]].concat()));
                }
            }
        }
        found.map(|(_, way)| way).filter(|way| !way.is_empty())
    }

    fn tasks(&self, from: &Viewpoint<'_, ()>, tower: TowerId) -> Choice<Self> {
        let lang = from.lang();
        let offer = |task: Task| {
            let order = Order::Produce { tower, task };
            let refused = self.check(from.seat, order).err().map(|refusal| self.refuse(&refusal, from));
            Offer {
                label: text::task_line(task, 8, self.turns_until(tower, task).unwrap_or(0), lang),
                order,
                refused,
            }
        };
        let title = lang.pick(Words("Work on", "生产任务")).into();
        Choice::Ask { title, offers: Task::ALL.map(offer).into() }
    }

    /// What a letter has an engineer do.
    fn labour(&self, letter: char, corps: CorpsId) -> Order {
        let here = self.find_corps(corps).map(|corps| self.ground(corps.at));
        match (letter, here) {
            ('t', Some(ground)) => {
                Order::ChangeTerrain { corps, terrain: ground.changed().unwrap_or(ground) }
            }
            ('f', _) => Order::Repair { corps },
            _ => Order::Found { corps },
        }
    }
}
