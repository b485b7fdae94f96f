//! The game as arrays of numbers, seen from one seat: players are counted from it on, in the order
//! of their turns.

use crate::grid::CellRows;
use crate::kinds::{Class, MAX_TOWERS, ORDERS_A_TURN, PLAYERS};
use crate::land::Look;
use crate::legal::MAX_ACTORS;
use crate::map::Setup;
use crate::roster::Corps;
use crate::shown::{Changes, Shown};
use crate::state::State;
use crate::towers::Tower;
use board::Cell;
use game::{Layout, Paint, Picture, Seat};

/// What is said of each cell. Terrains, owners and `changes` are 0 or 1, towers and corps of a
/// player are how many there are; `influence` is in tens, cut to 0 to 255. Of several corps of a
/// class in a tower the first that arrived is shown; the table has all of one's own.
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

/// What is said of each of one's own towers and corps, in the rows that actions number: `kind` is 1
/// for a tower and 2 to 6 for corps, `task` the number of the task and one more; `ready` says
/// whether a tower accepts an order. A row of zeros is nobody's.
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

/// The channels before [`LAND`] by the number of the terrain, and the three behind them, which
/// are 0.
const GROUNDS: [[u64; 2]; 16] = {
    let mut table = [[0; 2]; 16];
    let mut number = 0;
    while number < LAND {
        table[number][number / 8] = 1 << (8 * (number % 8));
        number += 1;
    }
    table
};

/// The channels from [`LAND`] to [`INFLUENCE`], by seat and by the number of the owner, counted
/// from that of a transition.
const OWNERS: [[u64; 8]; PLAYERS] = {
    let mut table = [[0; 8]; PLAYERS];
    let mut seat = 0;
    while seat < PLAYERS {
        table[seat][0] = 1 << (8 * (CONTESTED - LAND));
        let mut player = 0;
        while player < PLAYERS {
            table[seat][player + 2] = 1 << (8 * seen_from(Seat(seat as u8), Seat(player as u8)));
            player += 1;
        }
        seat += 1;
    }
    table
};

impl<const SIDE: usize> Paint for State<SIDE> {
    type Shown = Shown<SIDE>;

    fn layout(setup: &Setup<SIDE>) -> Layout {
        let size = setup.map().size();
        let (height, width) = (size.rows.into(), size.cols.into());
        Layout { height, width, channels: CHANNELS, rows: MAX_ACTORS, columns: COLUMNS, scalars: SCALARS }
    }

    fn paint(&self, seat: Seat, into: &mut Picture<'_>) {
        let (cells, _) = into.planes[..self.size().area() * CHANNELS.len()].as_chunks_mut();
        for (row, cells) in (0..).zip(cells.chunks_exact_mut(self.size().cols.into())) {
            for (cell, look) in cells.iter_mut().zip(self.land.look_along(row)) {
                paint_land(seat, look, cell);
            }
        }
        self.each_cell(&self.occupied(), cells, |at, cell| self.paint_standing(seat, at, cell));
        self.paint_table(seat, into.table);
        self.paint_scalars(seat, &mut into.scalars[..SCALARS.len()]);
    }

    #[inline]
    fn repaint(&self, seat: Seat, shown: &mut Shown<SIDE>, into: &mut Picture<'_>) {
        let known = shown.changes(self);
        *shown = Shown::now();
        let Some(Changes { cells: changed, is_regrouped }) = known else {
            return self.paint(seat, into);
        };
        let (cells, _) = into.planes[..self.size().area() * CHANNELS.len()].as_chunks_mut();
        self.each_cell(&changed, cells, |at, cell| {
            paint_land(seat, self.land.look(at), cell);
            self.paint_standing(seat, at, cell);
        });
        match is_regrouped {
            true => self.paint_table(seat, into.table),
            false => self.paint_rows(seat, into.table, |at| has(&changed, at)),
        }
        self.paint_scalars(seat, &mut into.scalars[..SCALARS.len()]);
    }
}

/// The channels of a cell.
type CellChannels = [u8; CHANNELS.len()];

impl<const SIDE: usize> State<SIDE> {
    /// Paints some cells.
    #[inline]
    fn each_cell(
        &self,
        some: &CellRows<SIDE>,
        cells: &mut [CellChannels],
        paint: impl Fn(Cell, &mut CellChannels),
    ) {
        let rows = cells.chunks_exact_mut(self.size().cols.into());
        for (row, (cells, mut bits)) in (0..).zip(rows.zip(some.iter().copied())) {
            while bits != 0 {
                let col = bits.trailing_zeros();
                bits &= bits - 1;
                if let Some(cell) = cells.get_mut(col as usize) {
                    paint(Cell::new(row, col as u8), cell);
                }
            }
        }
    }

    /// The cells on which anything may stand.
    fn occupied(&self) -> CellRows<SIDE> {
        let mut rows = [0; SIDE];
        for seat in (0..PLAYERS as u8).map(Seat) {
            let [fighters, engineers] =
                [Class::Fighter, Class::Engineer].map(|class| self.roster.open(seat, class));
            // What is said of corps on cells with towers means nothing.
            let towers = self.towers.cells(seat);
            rows.iter_mut().enumerate().for_each(|(y, row)| *row |= fighters[y] | engineers[y] | towers[y]);
        }
        rows
    }

    /// Adds the tower and the corps of a cell.
    #[inline]
    fn paint_standing(&self, seat: Seat, at: Cell, cell: &mut CellChannels) {
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

    fn paint_table(&self, seat: Seat, table: &mut [i16]) {
        table[..MAX_ACTORS * COLUMNS.len()].fill(0);
        self.paint_rows(seat, table, |_| true);
    }

    /// Paints the rows of the player's towers and corps on some cells.
    #[inline]
    fn paint_rows(&self, seat: Seat, table: &mut [i16], wanted: impl Fn(Cell) -> bool) {
        if seat.index() >= PLAYERS {
            return;
        }
        let (rows, _) = table.as_chunks_mut::<{ COLUMNS.len() }>();
        let (towers, corps) = rows.split_at_mut(MAX_TOWERS.into());
        for (place, row) in self.towers.of(seat).iter().zip(towers) {
            let tower = self.towers.get(place);
            if wanted(tower.at) {
                *row = tower_row(tower, !self.towers.is_spent(place));
            }
        }
        for (slot, row) in self.roster.ranked(seat).iter().zip(corps) {
            let slot = usize::from(*slot);
            let corps = self.roster.get(slot);
            if wanted(corps.at) {
                *row = corps_row(corps, self.in_debt.has(slot));
            }
        }
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

/// Paints a cell as if nothing stood there.
#[inline]
fn paint_land(seat: Seat, look: Look, cell: &mut CellChannels) {
    let seat = usize::from(seat.0) % PLAYERS;
    let owner = OWNERS[seat][(look.owner.number() + 1) as usize % 8];
    let influence = u32::from_le_bytes(look.tens).rotate_right(8 * seat as u32);
    // The first 24 channels are written as three numbers, of which each byte is a channel.
    let [low, high] = GROUNDS[usize::from(look.ground.number()) % 16];
    let high = high | owner << (8 * (LAND - 8));
    let rest = owner >> (8 * (16 - LAND)) | u64::from(influence) << (8 * (INFLUENCE - 16));
    *cell = [0; CHANNELS.len()];
    cell[..8].copy_from_slice(&low.to_le_bytes());
    cell[8..16].copy_from_slice(&high.to_le_bytes());
    cell[16..24].copy_from_slice(&rest.to_le_bytes());
    cell[CHANGES] = look.is_changing.into();
}

/// The row of a tower.
#[inline]
fn tower_row(tower: &Tower, is_ready: bool) -> [i16; COLUMNS.len()] {
    let task = tower.task.map_or(0, |task| task as i16 + 1);
    let [a, b, c, d, e, f] = tower.left;
    let (y, x) = (tower.at.row.into(), tower.at.col.into());
    [1, y, x, tower.hp.into(), tower.level.into(), 0, 0, is_ready.into(), task, 0, a, b, c, d, e, f]
}

/// The row of a corps.
#[inline]
fn corps_row(corps: &Corps, owes: bool) -> [i16; COLUMNS.len()] {
    let kind = i16::from(corps.kind.number()) + 2;
    let (y, x) = (corps.at.row.into(), corps.at.col.into());
    let (hp, moves, labour) = (corps.hp.into(), corps.moves.into(), corps.labour.into());
    [kind, y, x, hp, 0, moves, labour, 0, 0, owes.into(), 0, 0, 0, 0, 0, 0]
}

#[inline]
const fn has<const SIDE: usize>(cells: &CellRows<SIDE>, at: Cell) -> bool {
    cells[at.row as usize % SIDE] >> (at.col & 31) & 1 != 0
}

/// A player's number when they are counted from a seat on.
#[inline]
const fn seen_from(seat: Seat, player: Seat) -> usize {
    (player.0.wrapping_sub(seat.0) % PLAYERS as u8) as usize
}
