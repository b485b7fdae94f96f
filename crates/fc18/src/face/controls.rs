//! What keys and clicks mean.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use face::{CellSize, Choice, Controls, Look, Mark, Marks, Offer, Tile};
use game::{Lang, Speak, Words};

use super::{scene, text};
use crate::{CorpsId, Event, Order, State, Target, Task, TowerId};
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

    const CELL_SIZES: &'static [CellSize] = &[CellSize::new(4, 2), CellSize::new(3, 1), CellSize::new(2, 1)];
    const KEYS: &'static [(&'static str, Words)] = text::KEYS;

    fn extent(&self) -> Size {
        State::size(self)
    }

    fn first_cursor(&self, seat: Seat) -> Cell {
        let own = self.towers().iter().find(|tower| tower.owner == seat);
        own.map_or(Cell::new(0, 0), |tower| cell_of(tower.at))
    }

    fn movable(&self, seat: Seat) -> Vec<Cell> {
        let towers = self.towers().iter().filter(|tower| tower.owner == seat).map(|tower| cell_of(tower.at));
        let corps = self.corps().filter(|corps| corps.owner == seat && corps.moves > 0);
        let mut cells: Vec<Cell> = towers.chain(corps.map(|corps| cell_of(corps.at))).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    fn point(&self, seat: Seat, hand: &Hand, cell: Cell, lang: Lang) -> Choice<Self> {
        let at = point_of(cell);
        if let Some(order) = self.assault(seat, *hand, at) {
            return Choice::order(self, seat, order, *hand, lang);
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
            Choice::Nothing => Choice::Refuse(lang.pick(text::OUT_OF_REACH).into()),
            other => other,
        }
    }

    fn letter(&self, seat: Seat, hand: &Hand, at: Cell, letter: char, lang: Lang) -> Option<Choice<Self>> {
        if !matches!(letter, 'p' | 'b' | 'f' | 't') {
            return None;
        }
        let at = point_of(at);
        let hand = if *hand == Hand::Empty {
            self.things(seat, at).first().copied().unwrap_or_default()
        } else {
            *hand
        };
        Some(match (letter, hand) {
            ('p', Hand::Tower(tower)) => self.tasks(seat, tower, lang),
            ('p', _) => Choice::Refuse(lang.pick(text::CHOOSE_TOWER).into()),
            (_, Hand::Corps(corps)) => {
                let order = match letter {
                    'b' => Order::Found { corps },
                    'f' => Order::Repair { corps },
                    _ => {
                        let here = self.find_corps(corps).map_or(at, |corps| corps.at);
                        let terrain = self.ground(here).changed().unwrap_or(self.ground(here));
                        Order::ChangeTerrain { corps, terrain }
                    }
                };
                Choice::order(self, seat, order, hand, lang)
            }
            _ => Choice::Refuse(lang.pick(text::CHOOSE_ENGINEER).into()),
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

    fn tiles(&self, _: Seat, look: &Look) -> impl Fn(Cell) -> Tile {
        move |cell| scene::tile(self, point_of(cell), look)
    }

    fn facts(&self, _: Seat, cell: Cell, look: &Look) -> Vec<String> {
        scene::facts(self, point_of(cell), look.lang)
    }

    fn advice(&self, seat: Seat, hand: &Hand, cursor: Cell, lang: Lang) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(order) = self.assault(seat, *hand, point_of(cursor))
            && let Ok(Some(forecast)) = self.forecast(seat, order)
        {
            lines.extend(text::forecast(&forecast, lang));
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

    fn headline(&self, _: Seat, lang: Lang) -> String {
        let mut view = crate::View::default();
        self.view(game::Viewer::Everything, &mut view);
        match lang {
            Lang::En => {
                format!("round {} of {}, orders left: {}", view.round, crate::kinds::ROUNDS, view.orders_left)
            }
            Lang::Zh => {
                format!("第 {}/{} 轮，剩余命令 {}", view.round, crate::kinds::ROUNDS, view.orders_left)
            }
        }
    }

    fn scores(&self, seat: Seat, lang: Lang) -> Vec<(u8, String)> {
        let mut view = crate::View::default();
        self.view(game::Viewer::Everything, &mut view);
        let line = |row: &crate::PlayerRow| (row.id - 1, text::standing(row, row.id == seat.0 + 1, lang));
        view.players.iter().map(line).collect()
    }

    fn hints(&self, _: Seat, hand: &Hand) -> Vec<(&'static str, Words)> {
        let corps = match *hand {
            Hand::Corps(id) => self.find_corps(id).map(|corps| corps.kind),
            _ => None,
        };
        text::hints(hand, corps)
    }
}

/// What the screen asks of a state.
trait Ask: Controls {
    fn things(&self, seat: Seat, at: Cell) -> Vec<Hand>;
    fn pick_up(&self, seat: Seat, after: Hand, at: Cell) -> Choice<Self>;
    fn assault(&self, seat: Seat, hand: Hand, at: Cell) -> Option<Order>;
    fn way(&self, seat: Seat, corps: CorpsId, to: Cell) -> Option<Vec<Order>>;
    fn tasks(&self, seat: Seat, tower: TowerId, lang: Lang) -> Choice<Self>;
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

    fn tasks(&self, seat: Seat, tower: TowerId, lang: Lang) -> Choice<Self> {
        let offer = |task: Task| {
            let order = Order::Produce { tower, task };
            let refused = self.check(seat, order).err().map(|refusal| refusal.said_in(lang));
            Offer {
                label: text::task_line(task, 8, self.turns_until(tower, task).unwrap_or(0), lang),
                order,
                refused,
            }
        };
        let title = lang.pick(Words("Work on", "生产任务")).into();
        Choice::Ask { title, offers: Task::ALL.map(offer).into() }
    }
}

/// Whom a forecast means.
pub(super) const fn target_number(target: Target) -> i32 {
    match target {
        Target::Corps(id) => id.0,
        Target::Tower(id) => id.0,
    }
}
