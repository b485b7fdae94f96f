//! What towers do: shoot, or work.

use super::ways::foe_within;
use fc18::kinds::{Class, MAX_ENGINEERS, MAX_FIGHTERS, MAX_LEVEL, MAX_TOWERS, ROUNDS, TOWER_RANGE};
use fc18::{Forecast, Order, State, Task, Tower};
use game::Seat;

/// An order for every tower of the player that has one to take, the lowest towers first.
///
/// Extenders cost a tower above level 1 a level, so the lowest towers make them.
pub(super) fn plan<const SIDE: usize>(state: &State<SIDE>, seat: Seat) -> Vec<Order> {
    let mut own: Vec<&Tower> = state.towers().iter().filter(|tower| tower.owner == seat).collect();
    own.sort_by_key(|tower| (tower.level, tower.id));
    let mut needs = Needs::new(state, seat, &own);
    let mut orders = Vec::new();
    for tower in own {
        let order = best_shot(state, seat, tower).or_else(|| {
            let task = needs.task(state, tower)?;
            Some(Order::Produce { tower: tower.id, task })
        });
        orders.extend(order);
    }
    orders
}

/// The best shot, if one is better than working.
fn best_shot<const SIDE: usize>(state: &State<SIDE>, seat: Seat, tower: &Tower) -> Option<Order> {
    let foes =
        state.corps().filter(|corps| corps.owner != seat && corps.at.chebyshev(tower.at) <= TOWER_RANGE);
    let shots = foes.filter_map(|corps| {
        let shot = Order::Shoot { tower: tower.id, target: corps.id };
        let forecast = state.forecast(seat, shot).ok()??;
        Some((worth_of_shot(&forecast), shot))
    });
    shots.filter(|(worth, _)| *worth >= WORTH_A_TURN).max_by_key(|(worth, _)| *worth).map(|(_, shot)| shot)
}

/// What a shot must be worth to be preferred to a turn's work.
const WORTH_A_TURN: i32 = 20;

fn worth_of_shot(forecast: &Forecast) -> i32 {
    let prize = if forecast.taken.is_some() { 60 } else { 0 };
    let kill = if forecast.target_falls { 80 } else { 0 };
    prize + kill + forecast.inflicted
}

/// What the player still wants, less what its towers are told to make.
#[derive(Clone, Copy, Debug)]
struct Needs {
    seat: Seat,
    extenders: i32,
    fighters: i32,
    builders: i32,
    rounds_left: u16,
}

/// Extenders on the way at one time: more would not find land.
const EXTENDERS_AT_ONCE: i32 = 4;
/// Levels of towers that pay for one fighter.
const LEVELS_A_FIGHTER: i32 = 4;

impl Needs {
    fn new<const SIDE: usize>(state: &State<SIDE>, seat: Seat, own: &[&Tower]) -> Self {
        let count =
            |kind| state.corps().filter(|corps| corps.owner == seat && corps.kind == kind).count() as i32;
        let extenders = count(fc18::CorpsKind::Extender);
        let missing = i32::from(MAX_TOWERS) - own.len() as i32 - extenders;
        let levels: i32 = own.iter().map(|tower| i32::from(tower.level)).sum();
        let fighters = i32::from(state.corps_count(seat, Class::Fighter));
        let wanted = if own.len() < 3 { 0 } else { (levels / LEVELS_A_FIGHTER).min(i32::from(MAX_FIGHTERS)) };
        let damaged = own.iter().filter(|tower| tower.hp < state.max_hp(tower) / 3 * 2).count() as i32;
        Self {
            seat,
            extenders: missing.min(EXTENDERS_AT_ONCE - extenders),
            fighters: wanted - fighters,
            builders: damaged.min(2) - count(fc18::CorpsKind::Builder),
            rounds_left: ROUNDS.saturating_sub(state.round()) + 1,
        }
    }

    /// What this tower works on.
    fn task<const SIDE: usize>(&mut self, state: &State<SIDE>, tower: &Tower) -> Option<Task> {
        let room = |class: Class, most: u8| state.corps_count(self.seat, class) < most;
        let fighters = room(Class::Fighter, MAX_FIGHTERS);
        let engineers = room(Class::Engineer, MAX_ENGINEERS);
        let in_time =
            |task: Task| state.turns_until(tower.id, task).is_some_and(|turns| turns <= self.rounds_left);
        let threatened = foe_within(state, self.seat, tower.at, 3).is_some();
        let wishes = [
            (threatened && fighters && self.fighters > -2, fighter_of(tower)),
            (self.extenders > 0 && engineers && tower.level <= 2, Task::Extender),
            (self.fighters > 0 && fighters && tower.level >= 3, fighter_of(tower)),
            (self.builders > 0 && engineers, Task::Builder),
            (tower.level < MAX_LEVEL, Task::Upgrade),
            (self.extenders > 0 && engineers, Task::Extender),
            (fighters, fighter_of(tower)),
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

/// The fighter that suits a tower: mages are worth their price where they do not take for ever. Every third one is an archer.
fn fighter_of(tower: &Tower) -> Task {
    match (tower.level, tower.id.0 % 3) {
        (1..=2, _) => Task::Warrior,
        (_, 0) => Task::Archer,
        _ => Task::Mage,
    }
}
