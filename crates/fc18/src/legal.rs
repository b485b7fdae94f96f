//! What may be ordered now.

use crate::combat::Hit;
use crate::kinds::{
    Class, CorpsKind, MAX_ENGINEERS, MAX_FIGHTERS, MAX_TOWERS, ORDERS_A_TURN, Owner, TOWER_RANGE, Task,
    Terrain,
};
use crate::order::Order;
use crate::refusal::Refusal;
use crate::roster::{Corps, CorpsId};
use crate::state::{Phase, State};
use crate::towers::{Places, Tower, TowerId};
use board::{Cell, Direction};
use core::ops::{ControlFlow, Range};
use game::Seat;

/// An order that is allowed, with all that was found out on the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    Move { slot: usize, to: Cell, cost: u8 },
    Attack { slot: usize, hit: Hit },
    Found { slot: usize },
    Repair { slot: usize, place: usize },
    ChangeTerrain { slot: usize, terrain: Terrain },
    Produce { place: usize, task: Task },
    Shoot { place: usize, hit: Hit },
}

/// What an order can be given to, by place or slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Actor {
    Tower(u8),
    Corps(u8),
}

/// The most things that a player can give orders to.
pub(crate) const MAX_ACTORS: usize = (MAX_TOWERS + MAX_FIGHTERS + MAX_ENGINEERS) as usize;

impl<const SIDE: usize> State<SIDE> {
    /// Decides about an order: the only place where orders are allowed or refused.
    #[inline]
    pub(crate) fn check_order(&self, seat: Seat, order: Order) -> Result<Action, Refusal> {
        self.may_order(seat)?;
        match order {
            Order::Move { corps, direction } => self.check_move(self.own_corps(seat, corps)?, direction),
            Order::AttackCorps { corps, target } => {
                let slot = self.own_corps(seat, corps)?;
                self.check_attack(slot, target)
            }
            Order::AttackTower { corps, target } => {
                let slot = self.own_corps(seat, corps)?;
                self.check_siege(slot, target)
            }
            Order::Found { corps } => self.check_found(self.own_corps(seat, corps)?),
            Order::Repair { corps } => self.check_repair(self.own_corps(seat, corps)?),
            Order::ChangeTerrain { corps, terrain } => {
                self.check_change(self.own_corps(seat, corps)?, terrain)
            }
            Order::Produce { tower, task } => self.check_produce(self.ready_tower(seat, tower)?, task),
            Order::Shoot { tower, target } => self.check_shot(self.ready_tower(seat, tower)?, target),
        }
    }

    pub(crate) fn may_order(&self, seat: Seat) -> Result<(), Refusal> {
        if !self.is_alive(seat) {
            Err(Refusal::Out(seat))
        } else if self.phase != Phase::Open {
            Err(Refusal::Decided)
        } else if self.places_used >= ORDERS_A_TURN {
            Err(Refusal::NoPlaceLeft)
        } else {
            Ok(())
        }
    }

    #[inline]
    fn living(&self, id: CorpsId) -> Result<usize, Refusal> {
        self.roster.find(id).ok_or(match (0..i32::from(self.next_corps)).contains(&id.0) {
            true => Refusal::DeadCorps(id),
            false => Refusal::NoSuchCorps(id),
        })
    }

    #[inline]
    fn own_corps(&self, seat: Seat, id: CorpsId) -> Result<usize, Refusal> {
        let slot = self.living(id)?;
        let owner = self.roster.get(slot).owner;
        if owner == seat { Ok(slot) } else { Err(Refusal::ForeignCorps(id, owner)) }
    }

    #[inline]
    fn standing_tower(&self, id: TowerId) -> Result<usize, Refusal> {
        self.towers.find(id).ok_or(match (0..i32::from(self.next_tower)).contains(&id.0) {
            true => Refusal::LostTower(id),
            false => Refusal::NoSuchTower(id),
        })
    }

    /// An own tower that still accepts an order this turn.
    #[inline]
    fn ready_tower(&self, seat: Seat, id: TowerId) -> Result<usize, Refusal> {
        let place = self.standing_tower(id)?;
        let owner = self.towers.get(place).owner;
        if owner != seat {
            Err(Refusal::ForeignTower(id, owner))
        } else if self.towers.is_spent(place) {
            Err(Refusal::TowerSpent(id))
        } else {
            Ok(place)
        }
    }

    #[inline]
    pub(crate) fn check_move(&self, slot: usize, direction: Direction) -> Result<Action, Refusal> {
        let corps = self.roster.get(slot);
        let (to, cost) = self.step(corps, corps.at, direction)?;
        if cost > corps.moves {
            return Err(Refusal::TooFewPoints { need: cost, have: corps.moves });
        }
        Ok(Action::Move { slot, to, cost })
    }

    /// Where a step of this corps from this cell leads and what it costs, however many points are
    /// left.
    #[inline(always)]
    pub(crate) fn step(
        &self,
        corps: &Corps,
        from: Cell,
        direction: Direction,
    ) -> Result<(Cell, u8), Refusal> {
        let to = self.rules.step(self.size(), from, direction);
        let to = to.ok_or(Refusal::OffTheMap(corps.id, from))?;
        let ground = self.ground(to);
        let cost = self.ground(from).cost_to(ground).ok_or(Refusal::Impassable(to, ground))?;
        self.room_for(corps, to)?;
        Ok((to, cost))
    }

    #[inline]
    fn room_for(&self, corps: &Corps, to: Cell) -> Result<(), Refusal> {
        if let Some(place) = self.towers.at(to) {
            let tower = self.towers.get(place);
            return match tower.owner == corps.owner {
                true => Ok(()),
                false => Err(Refusal::IntoForeignTower(to, tower.id, tower.owner)),
            };
        }
        for other in self.standing(to) {
            if other.owner != corps.owner {
                return Err(Refusal::HeldBy(to, other.id, other.owner));
            }
            if other.kind.class() == corps.kind.class() {
                return Err(Refusal::ClassTaken(to, other.kind.class(), other.id));
            }
        }
        Ok(())
    }

    fn able_fighter(&self, slot: usize) -> Result<&Corps, Refusal> {
        let corps = self.roster.get(slot);
        if !corps.kind.is_fighter() {
            return Err(Refusal::NotAFighter(corps.id, corps.kind));
        }
        rested(corps)
    }

    fn check_attack(&self, slot: usize, target: CorpsId) -> Result<Action, Refusal> {
        let attacker = self.able_fighter(slot)?;
        let aim = self.living(target)?;
        let target = self.roster.get(aim);
        if target.owner == attacker.owner {
            return Err(Refusal::OwnTarget);
        }
        within(attacker.at.chebyshev(target.at), attacker.kind.range())?;
        Ok(Action::Attack { slot, hit: self.hit_by_attack(aim) })
    }

    fn check_siege(&self, slot: usize, target: TowerId) -> Result<Action, Refusal> {
        let attacker = self.able_fighter(slot)?;
        let place = self.standing_tower(target)?;
        let tower = self.towers.get(place);
        if tower.owner == attacker.owner {
            return Err(Refusal::OwnTarget);
        }
        within(attacker.at.chebyshev(tower.at), attacker.kind.range())?;
        Ok(Action::Attack { slot, hit: Hit::Tower(place) })
    }

    fn check_shot(&self, place: usize, target: CorpsId) -> Result<Action, Refusal> {
        let tower = self.towers.get(place);
        let aim = self.living(target)?;
        let target = self.roster.get(aim);
        if target.owner == tower.owner {
            return Err(Refusal::OwnTarget);
        }
        within(tower.at.chebyshev(target.at), TOWER_RANGE)?;
        if let Some(garrison) = self.garrison_of(target) {
            return Err(Refusal::Garrisoned(target.id, self.towers.get(garrison).id));
        }
        Ok(Action::Shoot { place, hit: self.hit_in_the_open(aim) })
    }

    #[inline]
    fn check_found(&self, slot: usize) -> Result<Action, Refusal> {
        let corps = self.roster.get(slot);
        if corps.kind != CorpsKind::Extender {
            return Err(Refusal::NotAnExtender(corps.id, corps.kind));
        }
        rested(corps)?;
        self.no_tower_at(corps.at)?;
        self.own_land(corps)?;
        if self.towers.count(corps.owner) >= MAX_TOWERS {
            return Err(Refusal::TowersFull);
        }
        Ok(Action::Found { slot })
    }

    fn check_repair(&self, slot: usize) -> Result<Action, Refusal> {
        let corps = builder(self.roster.get(slot))?;
        let place = self.garrison_of(corps).ok_or(Refusal::NotInYourTower(corps.id, corps.at))?;
        Ok(Action::Repair { slot, place })
    }

    fn check_change(&self, slot: usize, terrain: Terrain) -> Result<Action, Refusal> {
        let corps = builder(self.roster.get(slot))?;
        self.no_tower_at(corps.at)?;
        if !self.rules.terrain_on_any_land {
            self.own_land(corps)?;
        }
        let ground = self.ground(corps.at);
        if ground.changed() != Some(terrain) {
            return Err(Refusal::CannotBecome(ground, terrain));
        }
        Ok(Action::ChangeTerrain { slot, terrain })
    }

    fn check_produce(&self, place: usize, task: Task) -> Result<Action, Refusal> {
        self.may_produce(self.towers.get(place).owner, task)?;
        Ok(Action::Produce { place, task })
    }

    /// Whether a player's towers may work on this: the same for all of them.
    #[inline]
    pub(crate) fn may_produce(&self, owner: Seat, task: Task) -> Result<(), Refusal> {
        match task.corps().map(CorpsKind::class) {
            Some(class) if !self.has_room(owner, class) => Err(match class {
                Class::Fighter => Refusal::FightersFull,
                Class::Engineer => Refusal::EngineersFull,
            }),
            _ => Ok(()),
        }
    }

    /// Whether a player may have one more fighter or engineer.
    #[inline]
    pub(crate) const fn has_room(&self, seat: Seat, class: Class) -> bool {
        let limit = match class {
            Class::Fighter => MAX_FIGHTERS,
            Class::Engineer => MAX_ENGINEERS,
        };
        self.roster.count(seat, class) < limit
    }

    fn no_tower_at(&self, at: Cell) -> Result<(), Refusal> {
        self.tower_at(at).map_or(Ok(()), |tower| Err(Refusal::TowerHere(at, tower.id)))
    }

    fn own_land(&self, corps: &Corps) -> Result<(), Refusal> {
        let owner = self.owner(corps.at);
        if owner == Owner::player(corps.owner) { Ok(()) } else { Err(Refusal::NotYourLand(corps.at, owner)) }
    }

    /// Hands every legal order to `each`: towers first, then corps, both in ascending order of
    /// their ids; for each its steps, its works, its targets.
    pub(crate) fn each_order(
        &self,
        seat: Seat,
        mut each: impl FnMut(Order) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut offer = |judged: Result<Action, Refusal>, order| match judged {
            Ok(_) => each(order),
            Err(_) => ControlFlow::Continue(()),
        };
        let (towers, corps) = self.actors(seat);
        let towers = towers.iter().map(|place| Actor::Tower(place as u8));
        towers.chain(corps.iter().map(|slot| Actor::Corps(*slot))).try_for_each(|actor| {
            self.offer_steps(actor, &mut offer)?;
            self.offer_works(actor, &mut offer)?;
            self.offer_targets(actor, &mut offer)
        })
    }

    /// All that a player can give orders to: the places of towers and the slots of corps, both in
    /// ascending order of their ids.
    #[inline]
    pub(crate) fn actors(&self, seat: Seat) -> (Places, &[u8]) {
        match self.may_order(seat) {
            Ok(()) => (self.towers.ready(seat), self.roster.ranked(seat)),
            Err(_) => (Places::default(), &[]),
        }
    }

    /// Offers a corps its four steps.
    #[inline]
    pub(crate) fn offer_steps(&self, actor: Actor, offer: &mut impl Offer) -> ControlFlow<()> {
        let Actor::Corps(slot) = actor else { return ControlFlow::Continue(()) };
        let slot = usize::from(slot);
        let corps = self.roster.get(slot).id;
        Direction::ALL.into_iter().try_for_each(|direction| {
            offer(self.check_move(slot, direction), Order::Move { corps, direction })
        })
    }

    /// Offers a tower its tasks, an engineer what engineers do.
    #[inline]
    pub(crate) fn offer_works(&self, actor: Actor, offer: &mut impl Offer) -> ControlFlow<()> {
        self.works(actor).try_for_each(|number| {
            let order = self.work(actor, number);
            let judged = match (actor, order) {
                (Actor::Tower(place), Order::Produce { task, .. }) => self.check_produce(place.into(), task),
                (Actor::Corps(slot), Order::Found { .. }) => self.check_found(slot.into()),
                (Actor::Corps(slot), Order::ChangeTerrain { terrain, .. }) => {
                    self.check_change(slot.into(), terrain)
                }
                (Actor::Corps(slot) | Actor::Tower(slot), _) => self.check_repair(slot.into()),
            };
            offer(judged, order)
        })
    }

    /// The numbers of the works that are worth judging.
    #[inline]
    pub(crate) fn works(&self, actor: Actor) -> Range<usize> {
        match actor {
            Actor::Tower(_) => 0..Task::ALL.len(),
            Actor::Corps(slot) => match self.roster.get(slot.into()).kind {
                CorpsKind::Warrior | CorpsKind::Archer | CorpsKind::Mage => 0..0,
                CorpsKind::Extender => 0..1,
                CorpsKind::Builder => 1..4,
            },
        }
    }

    /// The work of this number, allowed or not.
    #[inline]
    pub(crate) fn work(&self, actor: Actor, number: usize) -> Order {
        match actor {
            Actor::Tower(place) => {
                let task = Task::ALL[number.min(Task::ALL.len() - 1)];
                Order::Produce { tower: self.towers.get(place.into()).id, task }
            }
            Actor::Corps(slot) => {
                let corps = self.roster.get(slot.into()).id;
                match number {
                    0 => Order::Found { corps },
                    1 => Order::Repair { corps },
                    2 => Order::ChangeTerrain { corps, terrain: Terrain::Plain },
                    _ => Order::ChangeTerrain { corps, terrain: Terrain::Forest },
                }
            }
        }
    }

    /// Which of its works a corps can do, as bits.
    #[inline]
    pub(crate) fn possible_works(&self, slot: usize) -> u8 {
        let bit = |number: usize, judged: Result<Action, Refusal>| u8::from(judged.is_ok()) << number;
        match self.roster.get(slot).kind {
            CorpsKind::Warrior | CorpsKind::Archer | CorpsKind::Mage => 0,
            CorpsKind::Extender => bit(0, self.check_found(slot)),
            CorpsKind::Builder => {
                let change = match self.ground(self.roster.get(slot).at).changed() {
                    Some(Terrain::Plain) => bit(2, self.check_change(slot, Terrain::Plain)),
                    Some(terrain) => bit(3, self.check_change(slot, terrain)),
                    None => 0,
                };
                bit(1, self.check_repair(slot)) | change
            }
        }
    }

    /// Offers a tower what it can shoot at, a fighter what it can attack.
    pub(crate) fn offer_targets(&self, actor: Actor, offer: &mut impl Offer) -> ControlFlow<()> {
        match actor {
            Actor::Tower(place) => {
                let place = usize::from(place);
                let Tower { id: tower, at, owner, .. } = *self.towers.get(place);
                self.targets(at, TOWER_RANGE, owner).try_for_each(|target| {
                    offer(self.check_shot(place, target), Order::Shoot { tower, target })
                })
            }
            Actor::Corps(slot) if self.roster.get(slot.into()).kind.is_fighter() => {
                self.offer_to_fighter(slot.into(), offer)
            }
            Actor::Corps(_) => ControlFlow::Continue(()),
        }
    }

    fn offer_to_fighter(&self, slot: usize, offer: &mut impl Offer) -> ControlFlow<()> {
        let Corps { id: corps, at, owner, kind, .. } = *self.roster.get(slot);
        let range = kind.range();
        self.targets(at, range, owner).try_for_each(|target| {
            offer(self.check_attack(slot, target), Order::AttackCorps { corps, target })
        })?;
        let near = self.size().around(at, range as u8).filter_map(|near| self.tower_at(near));
        near.map(|tower| tower.id).try_for_each(|target| {
            offer(self.check_siege(slot, target), Order::AttackTower { corps, target })
        })
    }

    /// Foreign corps within range: row by row, those of one cell in order of arrival.
    fn targets(&self, from: Cell, range: u32, seat: Seat) -> impl Iterator<Item = CorpsId> {
        let near = self.size().around(from, range as u8).flat_map(|at| self.standing(at));
        near.filter(move |corps| corps.owner != seat).map(|corps| corps.id)
    }
}

/// Takes an order that was judged, and says whether to go on.
pub(crate) trait Offer: FnMut(Result<Action, Refusal>, Order) -> ControlFlow<()> {}

impl<F: FnMut(Result<Action, Refusal>, Order) -> ControlFlow<()>> Offer for F {}

fn builder(corps: &Corps) -> Result<&Corps, Refusal> {
    if corps.kind != CorpsKind::Builder {
        return Err(Refusal::NotABuilder(corps.id, corps.kind));
    }
    rested(corps)
}

fn rested(corps: &Corps) -> Result<&Corps, Refusal> {
    if corps.moves == 0 { Err(Refusal::NoPointsLeft(corps.id)) } else { Ok(corps) }
}

fn within(distance: u32, range: u32) -> Result<(), Refusal> {
    if distance > range { Err(Refusal::OutOfRange { distance, range }) } else { Ok(()) }
}
