//! States as bytes: what the digest covers but for the size, corps in order of arrival on their
//! cells.

use crate::kinds::{CorpsKind, MAX_LEVEL, MAX_TOWERS, Owner, PLAYERS, TURNS, Task, Terrain};
use crate::map::Setup;
use crate::roster::{Corps, CorpsId, MAX_ID};
use crate::state::{Out, Phase, PlayerRecord, State};
use crate::towers::{Tower, TowerId};
use alloc::vec::Vec;
use board::Cell;
use game::{Save, SavedBytes, Seat};

/// Numbers beyond these do not occur in play, and could overflow.
const MOST_DEEDS: u32 = 1_000_000;
const MOST_INFLUENCE: i16 = 25_000;
const MOST_WORK: i16 = 10_000;
/// Ids that a game can reach: it may be set up with the highest, and every tower makes at most one
/// corps a turn.
const IDS: u16 = MAX_ID as u16 + 10 * TURNS;

impl<const SIDE: usize> Save for State<SIDE> {
    fn save(&self, into: &mut Vec<u8>) {
        into.extend(self.turn.to_le_bytes());
        into.extend([self.phase as u8, self.places_used]);
        into.extend(self.next_corps.to_le_bytes());
        into.extend(self.next_tower.to_le_bytes());
        for record in &self.players {
            let out = record.out.unwrap_or(Out { round: u16::MAX, order: 0 });
            into.extend(out.round.to_le_bytes());
            into.push(out.order);
            let counters = [record.towers_taken, record.corps_killed, record.corps_captured];
            into.extend(counters.into_iter().flat_map(u32::to_le_bytes));
        }
        into.push(self.towers().len() as u8);
        for (place, tower) in self.towers().iter().enumerate() {
            self.save_tower(place, tower, into);
        }
        into.push(self.roster.living().iter().count() as u8);
        for corps in self.size().cells().flat_map(|at| self.standing(at)) {
            self.save_corps(corps, into);
        }
        for at in self.size().cells() {
            into.extend([self.ground(at).number(), self.owner(at).number() as u8]);
            into.push(self.land.is_changing(at).into());
            into.extend(self.land.influence(at).into_iter().flat_map(i16::to_le_bytes));
        }
    }

    fn load(setup: &Setup<SIDE>, bytes: &[u8]) -> Option<Self> {
        let mut saved = SavedBytes(bytes);
        let mut state = Self::empty(*setup.rules(), setup.map().size());
        state.turn = saved.u16().filter(|turn| *turn <= TURNS)?;
        let phases = [Phase::Between, Phase::Open, Phase::Decided, Phase::Over];
        state.phase = phases.get(usize::from(saved.u8()?)).copied()?;
        state.places_used = saved.u8()?;
        state.next_corps = saved.u16().filter(|id| *id <= IDS)?;
        state.next_tower = saved.u16().filter(|id| *id <= IDS)?;
        for player in 0..PLAYERS {
            state.players[player] = load_record(&mut saved)?;
        }
        (0..saved.u8()?).try_for_each(|_| state.load_tower(&mut saved))?;
        (0..saved.u8()?).try_for_each(|_| state.load_corps(&mut saved))?;
        for at in state.size().cells() {
            state.load_cell(at, &mut saved)?;
        }
        let has_begun = state.turn > 0 || matches!(state.phase, Phase::Between | Phase::Over);
        (has_begun && saved.0.is_empty()).then_some(state)
    }
}

impl<const SIDE: usize> State<SIDE> {
    fn save_tower(&self, place: usize, tower: &Tower, into: &mut Vec<u8>) {
        into.extend((tower.id.0 as u16).to_le_bytes());
        into.extend([tower.at.col, tower.at.row, tower.owner.0, tower.level, tower.hp]);
        into.push(tower.task.map_or(u8::MAX, Task::number));
        into.push(self.towers.is_spent(place).into());
        into.extend(tower.left.into_iter().chain([tower.upgrade_cost]).flat_map(i16::to_le_bytes));
    }

    fn save_corps(&self, corps: &Corps, into: &mut Vec<u8>) {
        let owes = self.roster.find(corps.id).is_some_and(|slot| self.in_debt.has(slot));
        into.extend((corps.id.0 as u16).to_le_bytes());
        into.extend([corps.at.col, corps.at.row, corps.owner.0, corps.kind.number()]);
        into.extend([corps.hp, corps.labour, corps.moves, owes.into()]);
    }

    fn load_tower(&mut self, saved: &mut SavedBytes<'_>) -> Option<()> {
        let id = saved.u16().filter(|id| *id < self.next_tower)?;
        let [x, y, owner, level, hp, task, spent] = saved.bytes()?;
        let (id, at, owner) = (TowerId(id.into()), Cell::new(y, x), load_seat(owner)?);
        let task = if task == u8::MAX { None } else { Some(Task::from_number(task.into())?) };
        let mut work = || saved.i16().filter(|work| (-MOST_WORK..=MOST_WORK).contains(work));
        let mut left = [0; 6];
        for entry in &mut left {
            *entry = work()?;
        }
        let upgrade_cost = work()?;
        let fits = self.towers().last().is_none_or(|last| last.id < id)
            && self.size().contains(at)
            && self.tower_at(at).is_none()
            && self.tower_count(owner) < MAX_TOWERS
            && (1..=MAX_LEVEL).contains(&level)
            && hp <= self.rules.tower_max_hp(level);
        if !fits {
            return None;
        }
        let place = self.towers.add(Tower { id, at, owner, level, hp, task, left, upgrade_cost });
        load_bool(spent)?.then(|| self.towers.spend(place));
        Some(())
    }

    fn load_corps(&mut self, saved: &mut SavedBytes<'_>) -> Option<()> {
        let id = saved.u16().filter(|id| *id < self.next_corps)?;
        let [x, y, owner, kind, hp, labour, moves, owes] = saved.bytes()?;
        let (id, at, owner) = (CorpsId(id.into()), Cell::new(y, x), load_seat(owner)?);
        let kind = CorpsKind::from_number(kind.into())?;
        let fits = self.size().contains(at)
            && self.find_corps(id).is_none()
            && self.check_room(owner, at, kind).is_ok()
            && hp >= u8::from(kind.is_fighter())
            && hp <= kind.max_hp()
            && labour <= kind.labour()
            && moves <= self.rules.moves_of(kind);
        if !fits {
            return None;
        }
        self.roster.add(Corps { id, at, owner, kind, hp, labour, moves });
        if load_bool(owes)? {
            self.in_debt.insert(self.roster.find(id)?);
        }
        Some(())
    }

    fn load_cell(&mut self, at: Cell, saved: &mut SavedBytes<'_>) -> Option<()> {
        let [ground, owner, changes] = saved.bytes()?;
        self.land.set_ground(at, Terrain::from_number(ground.into())?);
        self.land.set_owner(at, Owner::from_number((owner as i8).into())?);
        if load_bool(changes)? {
            self.land.change_later(at);
        }
        for player in 0..PLAYERS as u8 {
            let influence = saved.i16().filter(|value| (-MOST_INFLUENCE..=MOST_INFLUENCE).contains(value))?;
            self.land.set_influence(at, Seat(player), influence);
        }
        Some(())
    }
}

fn load_record(saved: &mut SavedBytes<'_>) -> Option<PlayerRecord> {
    let round = saved.u16()?;
    let order = saved.u8()?;
    let out = if round == u16::MAX { None } else { Some(Out { round, order }) };
    let mut counter = || saved.u32().filter(|deeds| *deeds <= MOST_DEEDS);
    Some(PlayerRecord {
        out: out.filter(|out| usize::from(out.order) < PLAYERS),
        towers_taken: counter()?,
        corps_killed: counter()?,
        corps_captured: counter()?,
    })
}

fn load_seat(number: u8) -> Option<Seat> {
    (usize::from(number) < PLAYERS).then_some(Seat(number))
}

const fn load_bool(byte: u8) -> Option<bool> {
    match byte {
        0 => Some(false),
        1 => Some(true),
        _ => None,
    }
}
