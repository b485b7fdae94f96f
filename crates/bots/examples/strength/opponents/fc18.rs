//! Scripts for *fc18*.

use super::Script;
use board::Cell;
use fc18::{Corps, CorpsKind, Order, Owner, State, Task, Tower};
use game::{Answer, Bot, Game, Seat, SeatHandle};

pub(crate) struct Scripted(pub(crate) Script);

impl<const SIDE: usize> Bot<State<SIDE>> for Scripted {
    fn play(&mut self, handle: &mut SeatHandle<'_, State<SIDE>>) {
        let seat = handle.seat();
        let Some(start) = handle.state().cloned() else { return };
        for tower in start.towers().iter().filter(|tower| tower.owner == seat) {
            if !self.shoot(handle, tower) {
                let task = self.task(&start, seat, tower);
                handle.submit(Order::Produce { tower: tower.id, task });
            }
        }
        for corps in start.corps_of(seat) {
            match corps.kind {
                CorpsKind::Extender => settle(handle, corps),
                CorpsKind::Builder => {}
                _ => self.fight(handle, corps),
            }
        }
    }
}

/// Rounds after which who grew first goes out to fight.
const LATE: u16 = 140;
/// Fighters that are an army.
const ARMY: usize = 8;

/// As many towers and fighters as the best of the others, and one more, of its favourite kind.
fn mirrored<const SIDE: usize>(state: &State<SIDE>, seat: Seat) -> (usize, usize, Task) {
    let others = (0..state.seats()).map(Seat).filter(|other| *other != seat);
    let Some(best) = others.max_by_key(|other| state.score(*other)) else { return (10, 10, Task::Mage) };
    let count = |kind: CorpsKind| state.corps_of(best).filter(|corps| corps.kind == kind).count();
    let kinds = [
        (CorpsKind::Mage, Task::Mage),
        (CorpsKind::Archer, Task::Archer),
        (CorpsKind::Warrior, Task::Warrior),
    ];
    let favourite =
        kinds.into_iter().max_by_key(|(kind, _)| count(*kind)).map_or(Task::Mage, |(_, task)| task);
    let fighters = kinds.iter().map(|(kind, _)| count(*kind)).sum::<usize>();
    (usize::from(state.tower_count(best)) + 1, fighters + 1, favourite)
}

/// Shoots from the cell in reach that is furthest from whoever fights; whether it did.
fn step_back<const SIDE: usize>(handle: &mut SeatHandle<'_, State<SIDE>>, corps: &Corps) -> bool {
    let Some(state) = handle.state() else { return false };
    let foes: Vec<Corps> =
        state.corps().filter(|foe| foe.owner != corps.owner && foe.kind.is_fighter()).copied().collect();
    let away = |at: Cell| foes.iter().map(|foe| foe.at.chebyshev(at)).min().unwrap_or(u32::MAX);
    if away(corps.at) >= corps.kind.range() {
        return false;
    }
    let Some(reach) = state.reach(corps.id) else { return false };
    let cells = state.size().around(corps.at, corps.moves);
    let cells = cells.into_iter().filter(|at| reach.points_left(*at).is_some_and(|left| left > 0));
    let cells = cells.filter(|at| away(*at) <= corps.kind.range());
    let Some(to) = cells.max_by_key(|at| (away(*at), at.row, at.col)).filter(|at| *at != corps.at) else {
        return false;
    };
    walk(handle, corps, to);
    attack(handle, corps)
}

impl Scripted {
    /// Shoots at whoever is nearest, unless there is something better to do; whether it did.
    fn shoot<const SIDE: usize>(&self, handle: &mut SeatHandle<'_, State<SIDE>>, tower: &Tower) -> bool {
        let Some(state) = handle.state() else { return false };
        let others = state.corps().filter(|corps| corps.owner != tower.owner);
        let near = others.filter(|corps| self.0 != Script::Rush || corps.at.chebyshev(tower.at) <= 1);
        let shots = near.map(|corps| (corps.hp, Order::Shoot { tower: tower.id, target: corps.id }));
        let legal = shots.filter(|(_, shot)| state.check(tower.owner, *shot).is_ok());
        let weakest = legal.min_by_key(|(hp, _)| *hp).map(|(_, shot)| shot);
        weakest.is_some_and(|shot| handle.submit(shot) == Answer::Done)
    }

    fn task<const SIDE: usize>(&self, state: &State<SIDE>, seat: Seat, tower: &Tower) -> Task {
        let towers = state.towers().iter().filter(|tower| tower.owner == seat).count();
        let count = |kind: CorpsKind| state.corps_of(seat).filter(|corps| corps.kind == kind).count();
        let extenders = count(CorpsKind::Extender);
        let fighters = state.corps_of(seat).count() - extenders - count(CorpsKind::Builder);
        let (most_towers, most_fighters, kind) = match self.0 {
            Script::Rush => (2, 10, Task::Warrior),
            Script::Turtle => (5, 6, Task::Archer),
            Script::Economy if state.round() < LATE => (10, 1, Task::Mage),
            Script::Economy | Script::Hoard => (10, 10, Task::Mage),
            Script::Kite => (8, 10, Task::Archer),
            Script::Raid => (4, 8, Task::Mage),
            Script::Mirror => mirrored(state, seat),
        };
        let early = matches!(self.0, Script::Rush | Script::Mirror) || self.0 == Script::Kite && towers > 4;
        let grown = early || tower.level >= 3 || state.round() > LATE;
        match () {
            () if towers + extenders < most_towers && extenders < 3 && tower.level <= 2 => Task::Extender,
            () if fighters < most_fighters && grown => kind,
            () => Task::Upgrade,
        }
    }

    fn fight<const SIDE: usize>(&self, handle: &mut SeatHandle<'_, State<SIDE>>, corps: &Corps) {
        if self.0 == Script::Kite && step_back(handle, corps) || attack(handle, corps) {
            return;
        }
        let Some(state) = handle.state() else { return };
        let army = state.corps_of(corps.owner).filter(|own| own.kind.is_fighter()).count();
        let goes_out = match self.0 {
            Script::Rush | Script::Kite | Script::Raid | Script::Mirror => true,
            Script::Turtle => false,
            Script::Economy => state.round() >= LATE,
            Script::Hoard => army >= ARMY || state.round() >= 2 * LATE,
        };
        let foreign = state.towers().iter().filter(|tower| (tower.owner != corps.owner) == goes_out);
        let foreign = foreign.map(|tower| (tower.at.chebyshev(corps.at), i32::from(tower.level), tower.at));
        let engineers = state.corps().filter(|foe| foe.owner != corps.owner && !foe.kind.is_fighter());
        let engineers = engineers.map(|foe| (foe.at.chebyshev(corps.at), 0, foe.at));
        let raids = self.0 == Script::Raid;
        let goals = foreign.chain(engineers.filter(|_| raids));
        // Who hoards goes for the same tower with all it has, raiders for what is weak.
        let nearest = goals.min_by_key(|(way, level, at)| match self.0 {
            Script::Hoard if goes_out => (*level, 0, at.row, at.col),
            Script::Raid => (*level, *way, at.row, at.col),
            _ => (*way as i32, 0, at.row, at.col),
        });
        let Some((.., goal)) = nearest else { return };
        if goes_out {
            approach(handle, corps, goal);
            attack(handle, corps);
        } else {
            walk(handle, corps, goal);
        }
    }
}

/// Attacks the weakest thing in reach of its arms, a tower before a corps; whether it did.
fn attack<const SIDE: usize>(handle: &mut SeatHandle<'_, State<SIDE>>, corps: &Corps) -> bool {
    let Some(state) = handle.state() else { return false };
    let towers = state.towers().iter().filter(|tower| tower.owner != corps.owner);
    let towers = towers.map(|tower| (tower.hp, Order::AttackTower { corps: corps.id, target: tower.id }));
    let foes = state.corps().filter(|foe| foe.owner != corps.owner);
    let foes = foes.map(|foe| (foe.hp, Order::AttackCorps { corps: corps.id, target: foe.id }));
    let legal = |(_, order): &(u8, Order)| state.check(corps.owner, *order).is_ok();
    let weakest = towers.filter(legal).min_by_key(|(hp, _)| *hp);
    let weakest = weakest.or_else(|| foes.filter(legal).min_by_key(|(hp, _)| *hp));
    weakest.is_some_and(|(_, order)| handle.submit(order) == Answer::Done)
}

/// Goes to a cell beside another.
fn approach<const SIDE: usize>(handle: &mut SeatHandle<'_, State<SIDE>>, corps: &Corps, goal: Cell) {
    let Some(state) = handle.state() else { return };
    let beside = state.size().around(goal, 1).filter(|at| state.tower_at(*at).is_none());
    let ways = beside.filter_map(|at| Some((state.journey(corps.id, at)?.turns, at)));
    if let Some((_, at)) = ways.min_by_key(|(turns, at)| (*turns, at.row, at.col)) {
        walk(handle, corps, at);
    }
}

fn walk<const SIDE: usize>(handle: &mut SeatHandle<'_, State<SIDE>>, corps: &Corps, to: Cell) {
    let way = handle.state().and_then(|state| state.journey(corps.id, to));
    for direction in way.map(|way| way.steps).unwrap_or_default() {
        handle.submit(Order::Move { corps: corps.id, direction });
    }
}

/// Founds a tower three cells or more from the next one, on its own land.
fn settle<const SIDE: usize>(handle: &mut SeatHandle<'_, State<SIDE>>, corps: &Corps) {
    let Some(state) = handle.state() else { return };
    let free = |at: &Cell| {
        state.owner(*at) == Owner::player(corps.owner)
            && state.towers().iter().all(|tower| tower.at.chebyshev(*at) >= 3)
    };
    let sites = state.size().cells().filter(free);
    let nearest = sites.min_by_key(|at| (at.chebyshev(corps.at), at.row, at.col));
    let Some(site) = nearest else { return };
    if site != corps.at {
        walk(handle, corps, site);
    }
    handle.submit(Order::Found { corps: corps.id });
}
