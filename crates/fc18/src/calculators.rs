//! Calculators: what players ask before they decide.

use crate::combat::{Forecast, Hit};
use crate::grid::Grid;
use crate::kinds::{INFLUENCE, INFLUENCE_RANGE, Owner, Task, production};
use crate::land::owner_by;
use crate::legal::Action;
use crate::order::Order;
use crate::refusal::Refusal;
use crate::roster::{Corps, CorpsId};
use crate::state::State;
use crate::towers::{Tower, TowerId};
use board::{Cell, Direction};
use game::Seat;

/// The cells that a corps can get to this turn.
#[derive(Clone, Debug)]
pub struct Reach<const SIDE: usize> {
    points_left: Grid<Option<u8>, SIDE>,
}

impl<const SIDE: usize> Reach<SIDE> {
    /// Move points left on arrival, by the cheapest way; none if the corps cannot get there.
    #[must_use]
    pub const fn points_left(&self, at: Cell) -> Option<u8> {
        self.points_left.get(at)
    }
}

impl<const SIDE: usize> State<SIDE> {
    /// What an attack or a shot would do; nothing for orders of other kinds.
    ///
    /// # Errors
    /// Why the order would be refused.
    pub fn forecast(&self, seat: Seat, order: Order) -> Result<Option<Forecast>, Refusal> {
        Ok(match self.check_order(seat, order)? {
            Action::Attack { slot, hit } => Some(self.forecast_attack(slot, hit)),
            Action::Shoot { place, hit } => Some(self.forecast_shot(place, hit)),
            _ => None,
        })
    }

    /// What an attack would do if the fighter had gone to this cell first and had move points left;
    /// none if it is no attack, or one that cannot be made from there.
    #[must_use]
    pub fn forecast_from(&self, from: Cell, order: Order) -> Option<Forecast> {
        let (attacker, hit, at) = match order {
            Order::AttackCorps { corps, target } => {
                let aim = self.roster.find(target)?;
                (self.find_corps(corps)?, self.hit_by_attack(aim), self.roster.get(aim).at)
            }
            Order::AttackTower { corps, target } => {
                let place = self.towers.find(target)?;
                (self.find_corps(corps)?, Hit::Tower(place), self.towers.get(place).at)
            }
            _ => return None,
        };
        let in_range = attacker.kind.is_fighter() && from.chebyshev(at) <= attacker.kind.range();
        in_range.then(|| self.forecast_attack_by(&Corps { at: from, ..*attacker }, hit))
    }

    /// What a step would cost this corps, however many points it has left.
    ///
    /// # Errors
    /// Why the step is impossible.
    pub fn step_cost(&self, corps: CorpsId, direction: Direction) -> Result<u8, Refusal> {
        let corps = self.find_corps(corps).ok_or(Refusal::NoSuchCorps(corps))?;
        self.step(corps, corps.at, direction).map(|(_, cost)| cost)
    }

    /// The cells a corps can get to with the points it has, its own included; none if there is no
    /// such corps.
    ///
    /// Every cell on the way must have room for it, because a way is a series of orders.
    #[must_use]
    pub fn reach(&self, corps: CorpsId) -> Option<Reach<SIDE>> {
        let corps = self.find_corps(corps)?;
        let mut reach = Reach { points_left: Grid::filled(None) };
        self.spread(corps, corps.at, corps.moves, &mut reach);
        Some(reach)
    }

    /// No corps has more than eight points, so walking every way that is better than those before
    /// is cheap.
    fn spread(&self, corps: &Corps, at: Cell, points: u8, reach: &mut Reach<SIDE>) {
        if reach.points_left(at).is_some_and(|best| best >= points) {
            return;
        }
        *reach.points_left.at(at) = Some(points);
        for direction in Direction::ALL {
            if let Ok((to, cost)) = self.step(corps, at, direction)
                && cost <= points
            {
                self.spread(corps, to, points - cost, reach);
            }
        }
    }

    /// Turns of work until this tower finishes a task at its present level; none if there is no
    /// such tower.
    #[must_use]
    pub fn turns_until(&self, tower: TowerId, task: Task) -> Option<u16> {
        let tower = self.find_tower(tower)?;
        let left = tower.left_of(task).unwrap_or(task.cost(tower.level)).max(0) as u16;
        Some(left.div_ceil(production(tower.level) as u16))
    }

    /// Whose land every cell in reach would be if the player had one more tower here.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn territory_with(&self, centre: Cell, seat: Seat) -> impl Iterator<Item = (Cell, Owner)> {
        self.size().around(centre, INFLUENCE_RANGE).map(move |at| {
            let mut influence = self.land.influence(at);
            influence[seat.index()] += INFLUENCE[centre.chebyshev(at) as usize];
            let tower = self.towers.owner_at(at).or((at == centre).then_some(seat));
            (at, owner_by(influence, tower))
        })
    }

    /// Whether this tower has had its order this turn; true of towers that do not exist.
    #[must_use]
    pub fn has_ordered(&self, tower: TowerId) -> bool {
        self.towers.find(tower).is_none_or(|place| self.towers.is_spent(place))
    }

    /// Move points of this corps at the beginning of a turn.
    #[must_use]
    pub const fn moves_of(&self, corps: &Corps) -> u8 {
        self.rules.moves_of(corps.kind)
    }

    /// Hit points of this tower when it is undamaged.
    #[must_use]
    pub const fn max_hp(&self, tower: &Tower) -> u8 {
        self.rules.tower_max_hp(tower.level)
    }
}
