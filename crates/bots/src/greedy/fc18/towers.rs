//! What towers do: shoot, or work.

use super::style::{Arms, Style};
use super::turn::Turn;
use super::ways::is_foe_within;
use fc18::kinds::{Class, MAX_ENGINEERS, MAX_FIGHTERS, MAX_LEVEL, MAX_TOWERS, ROUNDS, TOWER_RANGE};
use fc18::{Forecast, Order, State, Task, Tower};
use game::{Game, Seat};

/// An order for every tower of the player that has one to take, the lowest towers first.
///
/// Extenders cost a tower above level 1 a level, so the lowest towers make them.
pub(super) fn plan<const SIDE: usize>(turn: &Turn<'_, SIDE>) -> Vec<Order> {
    let (state, seat) = (&*turn.state, turn.seat);
    let mut own: Vec<&Tower> = state.towers().iter().filter(|tower| tower.owner == seat).collect();
    own.sort_by_key(|tower| (tower.level, tower.id));
    let mut needs = Needs::new(state, seat, &turn.plan.style, &own);
    let mut orders = Vec::new();
    for tower in own {
        let told = turn.plan.task_of(tower.id, state.round());
        let told = told.map(|task| Order::Produce { tower: tower.id, task });
        let order = told.filter(|order| state.check(seat, *order).is_ok());
        let order = order.or_else(|| best_shot(turn, tower)).or_else(|| {
            let task = needs.task(turn, tower)?;
            Some(Order::Produce { tower: tower.id, task })
        });
        orders.extend(order);
    }
    orders
}

/// The best shot, if one is better than working.
fn best_shot<const SIDE: usize>(turn: &Turn<'_, SIDE>, tower: &Tower) -> Option<Order> {
    let (state, seat) = (&*turn.state, turn.seat);
    let foes = turn.tools.foes.iter().filter(|corps| corps.at.chebyshev(tower.at) <= TOWER_RANGE);
    let shots = foes.filter_map(|corps| {
        let shot = Order::Shoot { tower: tower.id, target: corps.id };
        let forecast = state.forecast(seat, shot).ok()??;
        Some((worth_of_shot(&forecast), shot))
    });
    let shots = shots.filter(|(worth, _)| *worth >= turn.plan.style.shot);
    shots.max_by_key(|(worth, _)| *worth).map(|(_, shot)| shot)
}

fn worth_of_shot(forecast: &Forecast) -> i32 {
    let prize = if forecast.taken.is_some() { 60 } else { 0 };
    let kill = if forecast.target_falls { 80 } else { 0 };
    prize + kill + forecast.inflicted
}

/// What the player still wants, less what its towers are told to make.
#[derive(Clone, Copy, Debug)]
struct Needs<'a> {
    seat: Seat,
    style: &'a Style,
    extenders: i32,
    fighters: i32,
    builders: i32,
    rounds_left: u16,
}

impl<'a> Needs<'a> {
    fn new<const SIDE: usize>(state: &State<SIDE>, seat: Seat, style: &'a Style, own: &[&Tower]) -> Self {
        let count = |kind| state.corps_of(seat).filter(|corps| corps.kind == kind).count() as i32;
        let extenders = count(fc18::CorpsKind::Extender);
        let missing = style.towers.min(MAX_TOWERS.into()) - own.len() as i32 - extenders;
        let levels: i32 = own.iter().map(|tower| i32::from(tower.level)).sum();
        let fighters = i32::from(state.corps_count(seat, Class::Fighter));
        let wanted = match (own.len() as i32) < style.army_from {
            true => 0,
            false => (levels / style.levels_a_fighter.max(1)).min(i32::from(MAX_FIGHTERS)),
        };
        let damaged = own.iter().filter(|tower| tower.hp < state.max_hp(tower) / 3 * 2).count() as i32;
        Self {
            seat,
            style,
            extenders: missing.min(style.extenders - extenders),
            fighters: wanted - fighters,
            builders: damaged.min(2) - count(fc18::CorpsKind::Builder),
            rounds_left: ROUNDS.saturating_sub(state.round()) + 1,
        }
    }

    /// What this tower works on.
    fn task<const SIDE: usize>(&mut self, turn: &Turn<'_, SIDE>, tower: &Tower) -> Option<Task> {
        let state = &*turn.state;
        let room = |class: Class, most: u8| state.corps_count(self.seat, class) < most;
        let fighters = room(Class::Fighter, MAX_FIGHTERS);
        let engineers = room(Class::Engineer, MAX_ENGINEERS);
        let in_time =
            |task: Task| state.turns_until(tower.id, task).is_some_and(|turns| turns <= self.rounds_left);
        let threatened = is_foe_within(&turn.tools.foes, tower.at, 3);
        let style = self.style;
        let fighter = fighter_of(tower, style.arms);
        let wishes = [
            (threatened && fighters && self.fighters > -2, fighter),
            (self.extenders > 0 && engineers && tower.level <= style.extender_level, Task::Extender),
            (self.fighters > 0 && fighters && tower.level >= style.fighter_level, fighter),
            (self.builders > 0 && engineers, Task::Builder),
            (tower.level < MAX_LEVEL, Task::Upgrade),
            (self.extenders > 0 && engineers, Task::Extender),
            (fighters, fighter),
            (fighters, Task::Warrior),
            (engineers, Task::Builder),
        ];
        let wish = wishes.into_iter().find(|(wanted, task)| *wanted && in_time(*task));
        let task = wish.map(|(_, task)| task)?;
        match task {
            Task::Extender => self.extenders -= 1,
            Task::Builder => self.builders -= 1,
            Task::Upgrade => {}
            Task::Warrior | Task::Archer | Task::Mage => self.fighters -= 1,
        }
        Some(task)
    }
}

/// The fighter that suits a tower: mages are worth their price where they do not take for ever.
/// Every third one is an archer.
fn fighter_of(tower: &Tower, arms: Arms) -> Task {
    match (arms, tower.level, tower.id.0 % 3) {
        (Arms::Only(task), ..) => task,
        (Arms::Mixed, 1..=2, _) => Task::Warrior,
        (Arms::Mixed, _, 0) => Task::Archer,
        (Arms::Mixed, ..) => Task::Mage,
    }
}
