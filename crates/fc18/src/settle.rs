//! What happens around orders: players going out, the end of a turn, the beginning of the next.

use crate::event::{Event, Loss};
use crate::kinds::{CorpsKind, MAX_LEVEL, PLAYERS, Terrain};
use crate::roster::{Corps, CorpsId};
use crate::state::{Out, Phase, State};
use crate::towers::Tower;
use game::{Log, Seat, tell};

impl<const SIDE: usize> State<SIDE> {
    /// Ends the turn: terrain changes, and towers deliver what is finished.
    ///
    /// Afterwards no turn is open; nothing has been refilled. [`open_turn`](Self::open_turn) begins
    /// the next.
    pub fn close_turn<L: Log<Event>>(&mut self, log: &mut L) {
        if !matches!(self.phase, Phase::Open | Phase::Decided) {
            return;
        }
        if self.land.anything_changes() {
            self.change_terrain(log);
        }
        for place in self.towers.ordered() {
            self.deliver(place, log);
        }
        let (turn, player) = (self.turn, self.on_turn());
        tell!(log: L, Event::TurnEnded { turn, player });
        self.phase = Phase::Between;
        if self.is_last_turn() || self.alive() <= 1 {
            self.phase = Phase::Over;
            tell!(log: L, Event::GameOver { turn });
        }
    }

    /// Begins the next turn, also of a player that is out: its corps have their move points back.
    pub fn open_turn(&mut self) {
        if self.phase != Phase::Between {
            return;
        }
        self.turn += 1;
        self.phase = Phase::Open;
        self.places_used = 0;
        self.towers.refresh();
        for slot in self.roster.of(self.on_turn()).iter() {
            let corps = self.roster.get_mut(slot);
            corps.moves = self.rules.moves_of(corps.kind);
        }
    }

    /// Ends the turn, and begins the next one.
    #[inline]
    pub(crate) fn settle<L: Log<Event>>(&mut self, log: &mut L) {
        self.close_turn(log);
        self.open_next_living_turn(log);
    }

    /// Begins the next turn of a player that is in the game; the turns of others pass.
    pub(crate) fn open_next_living_turn<L: Log<Event>>(&mut self, log: &mut L) {
        self.open_turn();
        while self.phase == Phase::Open && !self.is_alive(self.on_turn()) {
            self.close_turn(log);
            self.open_turn();
        }
    }

    fn change_terrain<L: Log<Event>>(&mut self, log: &mut L) {
        for at in self.land.changing() {
            let terrain = changed(self.land.ground(at));
            self.land.set_ground(at, terrain);
            tell!(log: L, Event::TerrainChanged { at, terrain });
        }
        self.land.forget_changes();
        for slot in self.in_debt.iter() {
            self.spend_labour(slot, log);
        }
        self.in_debt = Default::default();
    }

    /// Delivers the tower's task if it is finished.
    fn deliver<L: Log<Event>>(&mut self, place: usize, log: &mut L) {
        let tower = self.towers.get_mut(place);
        let Some(task) = tower.task.filter(|task| tower.left[*task as usize] <= 0) else { return };
        let work = tower.price(task);
        tower.left[task as usize] = 0;
        tower.task = None;
        let lost = match task.corps() {
            Some(kind) => self.deliver_corps(place, kind, log),
            None => self.deliver_upgrade(place, log),
        };
        let tower = self.towers.get(place).id;
        match lost {
            Some(why) => tell!(log: L, Event::WorkLost { tower, work, why }),
            None => tell!(log: L, Event::Finished { tower, task, work }),
        }
    }

    fn deliver_corps<L: Log<Event>>(&mut self, place: usize, kind: CorpsKind, log: &mut L) -> Option<Loss> {
        let Tower { id: tower, at, owner, level, .. } = *self.towers.get(place);
        if !self.has_room(owner, kind.class()) {
            return Some(Loss::NoRoom);
        }
        let corps = CorpsId(i32::from(self.next_corps));
        self.next_corps += 1;
        let moves = self.rules.moves_of(kind);
        self.roster.add(Corps {
            id: corps,
            at,
            owner,
            kind,
            hp: kind.max_hp(),
            labour: kind.labour(),
            moves,
        });
        tell!(log: L, Event::CorpsMade { corps, tower, owner, kind, at });
        if kind == CorpsKind::Extender && level > 1 {
            self.set_level(place, level - 1, log);
        }
        None
    }

    fn deliver_upgrade<L: Log<Event>>(&mut self, place: usize, log: &mut L) -> Option<Loss> {
        let tower = self.towers.get_mut(place);
        tower.upgrade_cost = 0;
        let level = tower.level + 1;
        if level > MAX_LEVEL {
            return Some(Loss::HighestLevel);
        }
        if self.rules.upgrade_repairs {
            tower.hp = self.rules.tower_max_hp(tower.level);
        }
        self.set_level(place, level, log);
        None
    }

    /// Gives a tower another level; its hit points keep their proportion.
    fn set_level<L: Log<Event>>(&mut self, place: usize, level: u8, log: &mut L) {
        let tower = self.towers.get_mut(place);
        let (before, after) = (self.rules.tower_max_hp(tower.level), self.rules.tower_max_hp(level));
        tower.hp = (u16::from(after) * u16::from(tower.hp) / u16::from(before)) as u8;
        tower.level = level;
        let (tower, hp) = (tower.id, tower.hp);
        tell!(log: L, Event::LevelChanged { tower, level, hp });
    }
}

/// What a cell whose terrain changes becomes.
pub(crate) fn changed(ground: Terrain) -> Terrain {
    ground.changed().unwrap_or(ground)
}

/// Puts out every player without a tower; with at most one left the game is decided.
#[inline]
pub(crate) fn put_out<const SIDE: usize, L: Log<Event>>(state: &mut State<SIDE>, log: &mut L) {
    if state.towers.everybody_has_one() {
        return;
    }
    for player in 0..PLAYERS as u8 {
        let seat = Seat(player);
        if state.towers.count(seat) == 0 && state.is_alive(seat) {
            let order = (PLAYERS - state.alive()) as u8;
            let round = state.round();
            state.players[seat.index()].out = Some(Out { round, order });
            tell!(log: L, Event::PlayerOut { player: seat, round });
            if state.alive() <= 1 {
                state.phase = Phase::Decided;
            }
        }
    }
}
