//! States as bytes: what the digest covers, with the orders that wait.

use crate::chance::Chance;
use crate::kinds::{Kind, Level, Team};
use crate::map::Setup;
use crate::pending::{Action, Pending, Queued};
use crate::place::Place;
use crate::state::{Body, LARGEST_SCORE, MAX_ELEMENTS, MAX_PRODUCTION, Slot, State, Winner};
use alloc::vec::Vec;
use board::{Cell, SplitMix64};
use game::{Save, SavedBytes, Seat, Seats};

/// Later rounds do not occur.
const LAST_ROUND: u32 = 1 << 30;

impl Save for State {
    fn save(&self, into: &mut Vec<u8>) {
        into.extend(self.round.to_le_bytes());
        into.extend(self.scores.into_iter().flat_map(i64::to_le_bytes));
        into.push(match self.result {
            None => 0,
            Some(Winner::Team(team)) => 1 + team as u8,
            Some(Winner::Tie) => 3,
        });
        into.push(self.ended.iter().fold(0, |all, seat| all | 1 << seat.0));
        into.extend(self.submitted.into_iter().flat_map(u16::to_le_bytes));
        save_chance(&self.chance, into);
        into.extend(self.elements.len.to_le_bytes());
        self.elements().for_each(|(index, body)| save_element(index, body, into));
        for team in Team::BOTH {
            into.extend((self.production(team).len() as u16).to_le_bytes());
            into.extend(self.production(team).iter().flat_map(|(kind, left)| [*kind as u8, *left]));
        }
        for team in Team::BOTH {
            into.extend((self.pending.of(team).count() as u16).to_le_bytes());
            self.pending.of(team).for_each(|entry| save_entry(&self.pending, entry, into));
        }
    }

    fn load(setup: &Setup, bytes: &[u8]) -> Option<Self> {
        let mut saved = SavedBytes(bytes);
        let mut state = Self::without_elements(alloc::sync::Arc::clone(&setup.start.chart));
        state.round = saved.u32().filter(|round| *round <= LAST_ROUND)?;
        for score in &mut state.scores {
            *score = saved
                .u64()
                .map(|score| score as i64)
                .filter(|score| score.unsigned_abs() <= LARGEST_SCORE)?;
        }
        state.result = match saved.u8()? {
            0 => None,
            1 => Some(Winner::Team(Team::First)),
            2 => Some(Winner::Team(Team::Second)),
            3 => Some(Winner::Tie),
            _ => return None,
        };
        // A seat is waited for as long as the round lasts.
        let ended = saved.u8().filter(|ended| *ended < 3)?;
        state.ended = (0..2).map(Seat).filter(|seat| ended >> seat.0 & 1 != 0).fold(Seats::NONE, Seats::with);
        state.submitted = [saved.u16()?, saved.u16()?];
        state.chance = load_chance(&mut saved)?;
        let count = saved.u16().filter(|count| usize::from(*count) <= MAX_ELEMENTS)?;
        (0..count).try_for_each(|_| state.load_element(&mut saved))?;
        for team in Team::BOTH {
            state.load_production(team, &mut saved)?;
        }
        for team in Team::BOTH {
            (0..saved.u16()?).try_for_each(|_| state.load_entry(team, &mut saved))?;
        }
        (state.has_buildings_of(&setup.start) && saved.0.is_empty()).then_some(state)
    }
}

impl State {
    fn load_element(&mut self, saved: &mut SavedBytes<'_>) -> Option<()> {
        let index = saved.i32().filter(|index| *index >= 0)?;
        let [kind, team, row, col, dest_row, dest_col] = saved.bytes()?;
        let kind = Kind::from_number(kind.into())?;
        let full = self.chart.rules.of(kind);
        let mut store = |most: i16| saved.i16().filter(|has| (0..=most.max(0)).contains(has));
        let stores =
            [store(full.health_max)?, store(full.fuel_max)?, store(full.ammo_max)?, store(full.metal_max)?];
        let [health, fuel, ammo, metal] = stores;
        let (at, dest) = (Cell::new(row, col), Cell::new(dest_row, dest_col));
        let body = Body { kind, team: Team::from_number(team.into())?, at, dest, health, fuel, ammo, metal };
        let size = self.chart.size;
        let corner =
            (i32::from(row) + i32::from(kind.size()) - 1, i32::from(col) + i32::from(kind.size()) - 1);
        let on_map = size.cell(corner.0, corner.1).is_some() && size.contains(dest);
        let is_last = self.elements.len == 0 || self.elements.index[self.elements.len() - 1] < index;
        let owned = body.team.plays() || !kind.is_unit() && kind != Kind::Base;
        let fits = on_map && is_last && owned && !(kind.is_unit() && self.is_occupied(body.place()));
        fits.then(|| self.add(index, body))
    }

    /// Buildings and resources never come, go or move.
    fn has_buildings_of(&self, start: &Self) -> bool {
        let fixed =
            |(index, body): (i32, &Body)| (!body.kind.is_unit()).then_some((index, body.kind, body.at));
        let forts_alone_change_hands = self.elements().all(|(index, body)| {
            let same = || start.element(index).is_some_and(|other| other.team == body.team);
            body.kind.is_unit() || body.kind == Kind::Fort || same()
        });
        self.elements().filter_map(fixed).eq(start.elements().filter_map(fixed)) && forts_alone_change_hands
    }

    fn load_production(&mut self, team: Team, saved: &mut SavedBytes<'_>) -> Option<()> {
        let count = saved.u16().filter(|count| usize::from(*count) <= MAX_PRODUCTION)?;
        for _ in 0..count {
            let [kind, left] = saved.bytes()?;
            let kind = Kind::from_number(kind.into()).filter(|kind| kind.is_unit())?;
            self.production[team as usize].push(kind, left);
        }
        Some(())
    }

    fn load_entry(&mut self, team: Team, saved: &mut SavedBytes<'_>) -> Option<()> {
        if self.pending.is_full(team) {
            return None;
        }
        let tag = saved.u8()?;
        if tag == PRODUCE {
            let kind = Kind::from_number(saved.u8()?.into()).filter(|kind| kind.is_unit())?;
            self.pending.produce(team, kind);
            return Some(());
        }
        let known = |slot: Slot| (usize::from(slot) < self.elements.len()).then_some(slot);
        let slot = known(saved.u8()?).filter(|slot| self.elements.get(*slot).team == team)?;
        let action = match tag {
            GOAL => {
                let [row, col] = saved.bytes()?;
                let goal = Cell::new(row, col);
                let is_goal =
                    self.elements.get(slot).kind.is_unit() && self.clamp_goal(row.into(), col.into()) == goal;
                is_goal.then(|| self.pending.head(team, slot, goal))?;
                return Some(());
            }
            ATTACK_PLACE => {
                let [row, col, level] = saved.bytes()?;
                let cell = self.chart.size.cell(row.into(), col.into())?;
                Action::AttackPlace(Place::new(cell, Level::from_number(level.into())?))
            }
            ATTACK_UNIT => Action::AttackUnit(known(saved.u8()?)?),
            FIX => Action::Fix(known(saved.u8()?)?),
            SUPPLY => {
                let to = known(saved.u8()?)?;
                Action::Supply { to, amounts: [saved.i16()?, saved.i16()?, saved.i16()?] }
            }
            _ => return None,
        };
        self.pending.act(team, slot, action);
        Some(())
    }
}

const PRODUCE: u8 = 0;
const GOAL: u8 = 1;
const ATTACK_PLACE: u8 = 2;
const ATTACK_UNIT: u8 = 3;
const FIX: u8 = 4;
const SUPPLY: u8 = 5;

fn save_entry(pending: &Pending, entry: Queued, into: &mut Vec<u8>) {
    match entry {
        Queued::Produce(kind) => into.extend([PRODUCE, kind as u8]),
        Queued::Goal(slot) => into.extend([GOAL, slot, pending.goal(slot).row, pending.goal(slot).col]),
        Queued::Action(slot) => match pending.action(slot) {
            Action::AttackPlace(Place { cell, level }) => {
                into.extend([ATTACK_PLACE, slot, cell.row, cell.col, level as u8]);
            }
            Action::AttackUnit(target) => into.extend([ATTACK_UNIT, slot, target]),
            Action::Fix(target) => into.extend([FIX, slot, target]),
            Action::Supply { to, amounts } => {
                into.extend([SUPPLY, slot, to]);
                into.extend(amounts.into_iter().flat_map(i16::to_le_bytes));
            }
        },
    }
}

fn save_element(index: i32, body: &Body, into: &mut Vec<u8>) {
    into.extend(index.to_le_bytes());
    into.extend([body.kind as u8, body.team as u8]);
    into.extend([body.at.row, body.at.col, body.dest.row, body.dest.col]);
    into.extend([body.health, body.fuel, body.ammo, body.metal].into_iter().flat_map(i16::to_le_bytes));
}

fn save_chance(chance: &Chance, into: &mut Vec<u8>) {
    match chance {
        Chance::Canonical => into.push(0),
        Chance::Seeded { random, draws } => {
            into.push(1);
            into.extend(random.state().to_le_bytes());
            into.extend(draws.to_le_bytes());
        }
    }
}

fn load_chance(saved: &mut SavedBytes<'_>) -> Option<Chance> {
    match saved.u8()? {
        0 => Some(Chance::Canonical),
        1 => {
            let random = SplitMix64::new(saved.u64()?);
            // So many that more can be drawn.
            let draws = saved.u64().filter(|draws| *draws < 1 << 62)?;
            Some(Chance::Seeded { random, draws })
        }
        _ => None,
    }
}
