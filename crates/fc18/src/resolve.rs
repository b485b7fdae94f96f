//! What an accepted order does at once.

use crate::combat::{Fate, Forecast, Hit, Taken};
use crate::event::{Event, Gone, Loss};
use crate::kinds::{FALL, Task, production};
use crate::legal::Action;
use crate::profile::JointFall;
use crate::roster::Corps;
use crate::settle;
use crate::state::{Phase, State};
use crate::towers::Tower;
use board::Cell;
use game::{Log, Seat, tell};

impl<const SIDE: usize> State<SIDE> {
    /// Carries out an order that was judged in this very state.
    #[inline]
    pub(crate) fn resolve<L: Log<Event>>(&mut self, action: Action, log: &mut L) {
        self.places_used = self.places_used.saturating_add(1);
        match action {
            Action::Move { slot, to, cost } => self.walk(slot, to, cost, log),
            Action::Attack { slot, hit } => self.attack(slot, hit, log),
            Action::Found { slot } => self.found(slot, log),
            Action::Repair { slot, place } => self.repair(slot, place, log),
            Action::ChangeTerrain { slot, .. } => self.order_terrain(slot, log),
            Action::Produce { place, task } => self.produce(place, task, log),
            Action::Shoot { place, hit } => self.shoot(place, hit, log),
        }
        settle::put_out(self, log);
        if self.rules.last_turn_is_one_order && self.is_last_turn() {
            self.phase = Phase::Decided;
        }
    }

    #[inline]
    fn walk<L: Log<Event>>(&mut self, slot: usize, to: Cell, cost: u8, log: &mut L) {
        let corps = self.roster.get_mut(slot);
        corps.moves -= cost;
        let (corps, from, points_left) = (corps.id, corps.at, corps.moves);
        self.roster.relocate(slot, to);
        tell!(log: L, Event::Moved { corps, from, to, points_left });
    }

    fn attack<L: Log<Event>>(&mut self, slot: usize, hit: Hit, log: &mut L) {
        let plan = self.forecast_attack(slot, hit);
        let attacker = *self.roster.get(slot);
        let (at, defender) = self.cell_and_owner(hit);
        self.tell_attack(attacker, hit, at, &plan, log);
        self.pay_for_attack(slot, defender, &plan, log);
        match hit {
            Hit::Fighter(target) => self.wound(target, attacker.owner, &plan, log),
            Hit::Tower(place) => self.batter(place, attacker.owner, &plan, log),
            Hit::Engineer(_) => {}
        }
        self.take_if_planned(plan.taken, attacker.owner, log);
        if plan.advances {
            self.roster.relocate(slot, at);
            tell!(log: L, Event::Advanced { corps: attacker.id, from: attacker.at, to: at });
        }
    }

    fn shoot<L: Log<Event>>(&mut self, place: usize, hit: Hit, log: &mut L) {
        let plan = self.forecast_shot(place, hit);
        let Tower { id: tower, owner, .. } = *self.towers.get(place);
        self.towers.spend(place);
        if let Hit::Fighter(target) = hit {
            let Corps { id, at, .. } = *self.roster.get(target);
            tell!(log: L, Event::CorpsShot { tower, target: id, at, inflicted: plan.inflicted });
            self.wound(target, owner, &plan, log);
        }
        self.take_if_planned(plan.taken, owner, log);
    }

    fn cell_and_owner(&self, hit: Hit) -> (Cell, Seat) {
        match hit {
            Hit::Fighter(slot) | Hit::Engineer(slot) => {
                let corps = self.roster.get(slot);
                (corps.at, corps.owner)
            }
            Hit::Tower(place) => {
                let tower = self.towers.get(place);
                (tower.at, tower.owner)
            }
        }
    }

    fn tell_attack<L: Log<Event>>(&self, attacker: Corps, hit: Hit, at: Cell, plan: &Forecast, log: &mut L) {
        let (corps, Forecast { inflicted, suffered, .. }) = (attacker.id, *plan);
        match hit {
            Hit::Fighter(slot) => {
                let target = self.roster.get(slot).id;
                tell!(log: L, Event::CorpsAttacked { corps, target, at, inflicted, suffered });
            }
            Hit::Tower(place) => {
                let tower = self.towers.get(place).id;
                tell!(log: L, Event::TowerAttacked { corps, tower, at, inflicted, suffered });
            }
            Hit::Engineer(_) => {}
        }
    }

    fn pay_for_attack<L: Log<Event>>(&mut self, slot: usize, defender: Seat, plan: &Forecast, log: &mut L) {
        self.roster.get_mut(slot).moves = 0;
        if plan.attacker_falls {
            self.lose_corps(slot, Gone::Fell, log);
            self.players[defender.index()].corps_killed += 1;
        } else {
            self.roster.get_mut(slot).hp -= plan.suffered as u8;
        }
    }

    fn wound<L: Log<Event>>(&mut self, target: usize, attacker: Seat, plan: &Forecast, log: &mut L) {
        if plan.target_falls {
            self.lose_corps(target, Gone::Fell, log);
            self.players[attacker.index()].corps_killed += 1;
        } else {
            self.roster.get_mut(target).hp -= plan.inflicted as u8;
        }
    }

    fn batter<L: Log<Event>>(&mut self, place: usize, attacker: Seat, plan: &Forecast, log: &mut L) {
        let Some(fate) = plan.fate else {
            self.towers.get_mut(place).hp -= plan.inflicted as u8;
            return;
        };
        let counts = fate != Fate::Kept || self.rules.joint_fall == JointFall::Stays;
        self.players[attacker.index()].towers_taken += u32::from(counts);
        if plan.garrison_dies {
            self.lose_garrison(place, attacker, log);
        }
        match fate {
            Fate::Destroyed => self.destroy(place, log),
            Fate::Captured => self.capture(place, attacker, log),
            Fate::Kept => {
                let level = self.lower(place);
                tell!(log: L, Event::TowerKept { tower: self.towers.get(place).id, level });
            }
        }
    }

    fn lose_garrison<L: Log<Event>>(&mut self, place: usize, attacker: Seat, log: &mut L) {
        let at = self.towers.get(place).at;
        while let Some(slot) = { self.roster.standing(at).next() } {
            let counts = self.roster.get(slot).kind.is_fighter() || self.rules.dead_garrison_engineers_count;
            self.lose_corps(slot, Gone::WithItsTower, log);
            self.players[attacker.index()].corps_killed += u32::from(counts);
        }
    }

    fn destroy<L: Log<Event>>(&mut self, place: usize, log: &mut L) {
        let tower = self.towers.remove(place);
        self.land.renounce(tower.at, tower.owner);
        self.reassign(tower.at);
        tell!(log: L, Event::TowerDestroyed { tower: tower.id, owner: tower.owner, at: tower.at });
        if tower.stored_work() > 0 {
            let (work, why) = (tower.stored_work(), Loss::TowerDestroyed);
            tell!(log: L, Event::WorkLost { tower: tower.id, work, why });
        }
    }

    fn capture<L: Log<Event>>(&mut self, place: usize, to: Seat, log: &mut L) {
        let level = self.lower(place);
        let tower = *self.towers.get(place);
        self.towers.hand_over(place, to);
        self.land.renounce(tower.at, tower.owner);
        self.land.claim(tower.at, to);
        self.reassign(tower.at);
        tell!(log: L, Event::TowerCaptured { tower: tower.id, at: tower.at, from: tower.owner, to, level });
    }

    /// A fallen tower that stands again: fewer levels, full hit points.
    fn lower(&mut self, place: usize) -> u8 {
        let tower = self.towers.get_mut(place);
        tower.level -= FALL;
        tower.hp = self.rules.tower_max_hp(tower.level);
        tower.level
    }

    fn take_if_planned<L: Log<Event>>(&mut self, taken: Option<Taken>, taker: Seat, log: &mut L) {
        let Some(Taken { corps, vanishes }) = taken else { return };
        let Some(slot) = self.roster.find(corps) else { return };
        let credit = &mut self.players[taker.index()];
        if vanishes {
            credit.corps_killed += 1;
            self.lose_corps(slot, Gone::NoRoom, log);
        } else {
            credit.corps_captured += 1;
            let Corps { at, owner: from, .. } = *self.roster.get(slot);
            self.roster.hand_over(slot, taker);
            tell!(log: L, Event::EngineerTaken { corps, at, from, to: taker });
        }
    }

    fn found<L: Log<Event>>(&mut self, slot: usize, log: &mut L) {
        let Corps { at, owner, .. } = *self.roster.get(slot);
        self.lose_corps(slot, Gone::BecameTower, log);
        let place = self.add_tower(at, owner);
        self.towers.spend(place);
        self.land.claim(at, owner);
        self.reassign(at);
        tell!(log: L, Event::TowerFounded { tower: self.towers.get(place).id, owner, at });
    }

    fn repair<L: Log<Event>>(&mut self, slot: usize, place: usize, log: &mut L) {
        let tower = self.towers.get_mut(place);
        let max = self.rules.tower_max_hp(tower.level);
        tower.hp = tower.hp.saturating_add(max / 3).min(max);
        let (corps, tower, hp) = (self.roster.get(slot).id, tower.id, tower.hp);
        tell!(log: L, Event::Repaired { corps, tower, hp });
        self.roster.get_mut(slot).moves = 0;
        self.spend_labour(slot, log);
    }

    fn order_terrain<L: Log<Event>>(&mut self, slot: usize, log: &mut L) {
        let corps = self.roster.get_mut(slot);
        corps.moves = 0;
        let (corps, at) = (corps.id, corps.at);
        self.land.change_later(at);
        let terrain = settle::changed(self.land.ground(at));
        tell!(log: L, Event::TerrainOrdered { corps, at, terrain });
        match self.rules.labour_at_once {
            true => self.spend_labour(slot, log),
            false => self.in_debt.insert(slot),
        }
    }

    /// Takes one unit of labour off a builder, who vanishes with the last.
    pub(crate) fn spend_labour<L: Log<Event>>(&mut self, slot: usize, log: &mut L) {
        let corps = self.roster.get_mut(slot);
        corps.labour = corps.labour.saturating_sub(1);
        if corps.labour == 0 {
            self.lose_corps(slot, Gone::WorkedOut, log);
        }
    }

    #[inline]
    fn produce<L: Log<Event>>(&mut self, place: usize, task: Task, log: &mut L) {
        self.towers.spend(place);
        let tower = self.towers.get_mut(place);
        let work = production(tower.level);
        if tower.left[task as usize] == 0 {
            let cost = task.cost(tower.level);
            tower.left[task as usize] = cost;
            if task == Task::Upgrade {
                tower.upgrade_cost = cost;
            }
        }
        tower.left[task as usize] -= work;
        tower.task = Some(task);
        let (tower, left) = (tower.id, tower.left[task as usize]);
        tell!(log: L, Event::Worked { tower, task, work, left });
        if left < 0 {
            tell!(log: L, Event::WorkLost { tower, work: -left, why: Loss::Surplus });
        }
    }

    /// Takes a corps off the board.
    pub(crate) fn lose_corps<L: Log<Event>>(&mut self, slot: usize, why: Gone, log: &mut L) {
        self.in_debt.remove(slot);
        let Corps { id: corps, owner, kind, at, .. } = self.roster.remove(slot);
        tell!(log: L, Event::CorpsGone { corps, owner, kind, at, why });
    }
}
