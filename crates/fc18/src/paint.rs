//! The game as arrays of numbers, seen from one seat: players are counted from it on, in the order of their turns.

use crate::kinds::{Class, MAX_TOWERS, ORDERS_A_TURN, PLAYERS};
use crate::land::Land;
use crate::legal::MAX_ACTORS;
use crate::map::Setup;
use crate::roster::{Corps, MAX_CORPS, Slots};
use crate::state::State;
use crate::towers::{MAX_STANDING, Tower};
use board::Cell;
use game::{Layout, Paint, Picture, Seat};

/// What is said of each cell. Terrains, owners and `changes` are 0 or 1, towers and corps of a player are how many there are; `influence` is in
/// tens, cut to 0 to 255. Of several corps of a class in a tower the first that arrived is shown; the table has all of one's own.
const CHANNELS: &[&str] = &[
    "tower_ground",
    "plain",
    "mountain",
    "forest",
    "swamp",
    "road",
    "gate",
    "hall",
    "school_1",
    "school_2",
    "school_3",
    "school_4",
    "landmark",
    "own_land",
    "next_land",
    "opposite_land",
    "previous_land",
    "contested_land",
    "own_influence",
    "next_influence",
    "opposite_influence",
    "previous_influence",
    "own_tower",
    "next_tower",
    "opposite_tower",
    "previous_tower",
    "tower_level",
    "tower_hp",
    "own_corps",
    "next_corps",
    "opposite_corps",
    "previous_corps",
    "warriors",
    "archers",
    "mages",
    "builders",
    "extenders",
    "fighter_hp",
    "fighter_moves",
    "builder_labour",
    "engineer_moves",
    "changes",
];

const LAND: usize = 13;
const CONTESTED: usize = 17;
const INFLUENCE: usize = 18;
const TOWER: usize = 22;
const TOWER_LEVEL: usize = 26;
const TOWER_HP: usize = 27;
const CORPS: usize = 28;
const KIND: usize = 32;
const FIGHTER_HP: usize = 37;
const FIGHTER_MOVES: usize = 38;
const BUILDER_LABOUR: usize = 39;
const ENGINEER_MOVES: usize = 40;
const CHANGES: usize = 41;

/// What is said of each of one's own towers and corps, in the rows that actions number: `kind` is 1 for a tower and 2 to 6 for corps, `task` the
/// number of the task and one more; `ready` says whether a tower accepts an order. A row of zeros is nobody's.
const COLUMNS: &[&str] = &[
    "kind",
    "row",
    "col",
    "hp",
    "level",
    "moves",
    "labour",
    "ready",
    "task",
    "owes",
    "left_warrior",
    "left_archer",
    "left_mage",
    "left_builder",
    "left_extender",
    "left_upgrade",
];

/// What is said once; seats and players are counted from the seat on.
const SCALARS: &[&str] = &[
    "round",
    "orders_left",
    "to_move",
    "seat",
    "own_alive",
    "own_score",
    "own_towers",
    "own_fighters",
    "own_engineers",
    "own_cells",
    "own_deeds",
    "next_alive",
    "next_score",
    "next_towers",
    "next_fighters",
    "next_engineers",
    "next_cells",
    "next_deeds",
    "opposite_alive",
    "opposite_score",
    "opposite_towers",
    "opposite_fighters",
    "opposite_engineers",
    "opposite_cells",
    "opposite_deeds",
    "previous_alive",
    "previous_score",
    "previous_towers",
    "previous_fighters",
    "previous_engineers",
    "previous_cells",
    "previous_deeds",
];

/// What a picture shows, for finding out what has changed since.
#[derive(Clone, Debug)]
pub struct Shown<const SIDE: usize> {
    /// None before the first picture.
    board: Option<Board<SIDE>>,
}

#[derive(Clone, Debug)]
struct Board<const SIDE: usize> {
    land: Land<SIDE>,
    living: Slots,
    corps: [Corps; MAX_CORPS],
    /// Who arrived behind whom.
    behind: [u8; MAX_CORPS],
    towers: [Tower; MAX_STANDING],
    standing: usize,
}

impl<const SIDE: usize> Default for Shown<SIDE> {
    fn default() -> Self {
        Self { board: None }
    }
}

impl<const SIDE: usize> Paint for State<SIDE> {
    type Shown = Shown<SIDE>;

    fn layout(setup: &Setup<SIDE>) -> Layout {
        let size = setup.map().size();
        let (height, width) = (size.rows.into(), size.cols.into());
        Layout { height, width, channels: CHANNELS, rows: MAX_ACTORS, columns: COLUMNS, scalars: SCALARS }
    }

    fn paint(&self, seat: Seat, into: &mut Picture<'_>) {
        for (at, cell) in self.size().cells().zip(into.planes.chunks_exact_mut(CHANNELS.len())) {
            self.paint_cell(seat, at, cell);
        }
        self.paint_rest(seat, into);
    }

    fn repaint(&self, seat: Seat, shown: &mut Shown<SIDE>, into: &mut Picture<'_>) {
        match &mut shown.board {
            None => {
                self.paint(seat, into);
                shown.board = Some(Board::new(self));
            }
            Some(board) => {
                let mut changed = [0; SIDE];
                board.take_over(self, &mut changed);
                self.paint_cells(seat, &changed, into.planes);
                self.paint_rest(seat, into);
            }
        }
    }
}

impl<const SIDE: usize> State<SIDE> {
    fn paint_cells(&self, seat: Seat, changed: &[u32; SIDE], planes: &mut [u8]) {
        for (y, row) in (0..self.size().rows).zip(changed) {
            let mut rest = *row;
            while rest != 0 {
                let at = Cell::new(y, rest.trailing_zeros() as u8);
                rest &= rest - 1;
                let first = self.size().index(at) * CHANNELS.len();
                self.paint_cell(seat, at, &mut planes[first..first + CHANNELS.len()]);
            }
        }
    }

    #[inline]
    fn paint_cell(&self, seat: Seat, at: Cell, cell: &mut [u8]) {
        let Some(cell) = cell.first_chunk_mut::<{ CHANNELS.len() }>() else { return };
        *cell = [0; CHANNELS.len()];
        cell[self.ground(at).number() as usize] = 1;
        let owner = self.owner(at);
        match owner.seat() {
            Some(owner) => cell[LAND + seen_from(seat, owner)] = 1,
            None => cell[CONTESTED] = u8::from(owner == crate::kinds::Owner::TRANSITION),
        }
        for (player, value) in (0..).zip(self.land.influence(at)) {
            cell[INFLUENCE + seen_from(seat, Seat(player))] = (value / 10).clamp(0, 255) as u8;
        }
        cell[CHANGES] = self.land.is_changing(at).into();
        if let Some(tower) = self.tower_at(at) {
            cell[TOWER + seen_from(seat, tower.owner)] = 1;
            cell[TOWER_LEVEL] = tower.level;
            cell[TOWER_HP] = tower.hp;
        }
        let mut seen = [false; 2];
        for corps in self.standing(at) {
            cell[CORPS + seen_from(seat, corps.owner)] += 1;
            cell[KIND + corps.kind as usize] += 1;
            let first = !core::mem::replace(&mut seen[corps.kind.class() as usize], true);
            match corps.kind.class() {
                Class::Fighter if first => (cell[FIGHTER_HP], cell[FIGHTER_MOVES]) = (corps.hp, corps.moves),
                Class::Engineer if first => {
                    (cell[BUILDER_LABOUR], cell[ENGINEER_MOVES]) = (corps.labour, corps.moves)
                }
                _ => {}
            }
        }
    }

    fn paint_rest(&self, seat: Seat, into: &mut Picture<'_>) {
        let table = &mut into.table[..MAX_ACTORS * COLUMNS.len()];
        table.fill(0);
        let (towers, corps) = table.split_at_mut(usize::from(MAX_TOWERS) * COLUMNS.len());
        let own = self.towers().iter().enumerate().filter(|(_, tower)| tower.owner == seat);
        for ((place, tower), row) in own.zip(towers.chunks_exact_mut(COLUMNS.len())) {
            let ready = i16::from(!self.towers.is_spent(place));
            let task = tower.task.map_or(0, |task| task as i16 + 1);
            let (y, x) = (tower.at.row.into(), tower.at.col.into());
            let known = [1, y, x, tower.hp.into(), tower.level.into(), 0, 0, ready, task, 0];
            row[..known.len()].copy_from_slice(&known);
            row[known.len()..].copy_from_slice(&tower.left);
        }
        let ranked = if seat.index() < PLAYERS { self.roster.ranked(seat) } else { &[] };
        for (slot, row) in ranked.iter().zip(corps.chunks_exact_mut(COLUMNS.len())) {
            let slot = usize::from(*slot);
            let corps = self.roster.get(slot);
            let kind = i16::from(corps.kind.number()) + 2;
            let (y, x) = (corps.at.row.into(), corps.at.col.into());
            let owes = self.in_debt.has(slot).into();
            let known = [kind, y, x, corps.hp.into(), 0, corps.moves.into(), corps.labour.into(), 0, 0, owes];
            row[..known.len()].copy_from_slice(&known);
        }
        self.paint_scalars(seat, &mut into.scalars[..SCALARS.len()]);
    }

    fn paint_scalars(&self, seat: Seat, into: &mut [i32]) {
        let (game, players) = into.split_at_mut(4);
        let left = ORDERS_A_TURN.saturating_sub(self.places_used).into();
        let to_move = seen_from(seat, self.on_turn()) as i32;
        game.copy_from_slice(&[self.round().into(), left, to_move, seat.0.into()]);
        for (player, figures) in (seat.0..).zip(players.chunks_exact_mut(7)) {
            let player = Seat(player % PLAYERS as u8);
            let record = self.record(player);
            let deeds = record.towers_taken + record.corps_killed + record.corps_captured;
            figures.copy_from_slice(&[
                record.out.is_none().into(),
                self.score(player),
                self.tower_count(player).into(),
                self.corps_count(player, Class::Fighter).into(),
                self.corps_count(player, Class::Engineer).into(),
                self.cell_count(player).into(),
                deeds as i32,
            ]);
        }
    }
}

impl<const SIDE: usize> Board<SIDE> {
    fn new(state: &State<SIDE>) -> Self {
        let mut towers = [Tower::default(); MAX_STANDING];
        towers[..state.towers().len()].copy_from_slice(state.towers());
        Self {
            land: state.land.clone(),
            living: state.roster.living(),
            corps: core::array::from_fn(|slot| *state.roster.get(slot)),
            behind: *state.roster.behind(),
            towers,
            standing: state.towers().len(),
        }
    }

    /// Becomes what the state shows, and marks every cell that shows something else than before.
    fn take_over(&mut self, state: &State<SIDE>, changed: &mut [u32; SIDE]) {
        self.land.take_over(&state.land, changed);
        self.take_over_towers(state.towers(), changed);
        let living = state.roster.living();
        for slot in self.living.either(living).iter() {
            let (before, now) = (self.corps[slot], *state.roster.get(slot));
            let same_order = self.behind[slot] == state.roster.behind()[slot];
            if !same_order || before != now || !self.living.has(slot) || !living.has(slot) {
                [(self.living, before), (living, now)]
                    .iter()
                    .filter(|(lives, _)| lives.has(slot))
                    .for_each(|(_, corps)| mark(changed, corps.at));
                self.corps[slot] = now;
            }
        }
        self.living = living;
        self.behind = *state.roster.behind();
    }

    fn take_over_towers(&mut self, now: &[Tower], changed: &mut [u32; SIDE]) {
        if self.towers[..self.standing] == *now {
            return;
        }
        let differ = |one: &Tower, two: Option<&Tower>| two.is_none_or(|two| one != two);
        for place in 0..self.standing.max(now.len()) {
            let (before, after) = (self.towers[..self.standing].get(place), now.get(place));
            before.filter(|tower| differ(tower, after)).into_iter().for_each(|tower| mark(changed, tower.at));
            after.filter(|tower| differ(tower, before)).into_iter().for_each(|tower| mark(changed, tower.at));
        }
        self.towers[..now.len()].copy_from_slice(now);
        self.standing = now.len();
    }
}

#[inline]
fn mark<const SIDE: usize>(cells: &mut [u32; SIDE], at: Cell) {
    cells[usize::from(at.row) % SIDE] |= 1 << (at.col & 31);
}

/// A player's number when they are counted from a seat on.
#[inline]
const fn seen_from(seat: Seat, player: Seat) -> usize {
    (player.0.wrapping_sub(seat.0) % PLAYERS as u8) as usize
}
