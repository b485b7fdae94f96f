//! What a player may see: everything, in this game.

use crate::kinds::{Class, CorpsKind, Owner, PLAYERS, Task, Terrain, number_of};
use crate::roster::{Corps, CorpsId};
use crate::state::State;
use crate::towers::{Tower, TowerId};
use alloc::vec::Vec;
use board::Size;
use game::Seat;

/// The whole board as rows: everybody sees everything.
///
/// Players are numbered 1 to 4.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct View {
    /// The current turn, 1 to 1200.
    pub turn: u16,
    /// The current round, 1 to 300.
    pub round: u16,
    /// Whose turn it is.
    pub player: u8,
    /// Orders of this turn that will still be looked at.
    pub orders_left: u8,
    /// The size of the board.
    pub size: Size,
    /// The four players.
    pub players: Vec<PlayerRow>,
    /// The standing towers, in ascending order of their ids.
    pub towers: Vec<TowerRow>,
    /// The living corps, in ascending order of their ids.
    pub corps: Vec<CorpsRow>,
    /// What the ground is like, row by row, also under towers.
    pub terrain: Vec<Terrain>,
    /// Whose land it is, row by row.
    pub owner: Vec<Owner>,
    /// The influence of the four players, row by row.
    pub influence: Vec<[i32; PLAYERS]>,
}

game::row! {
    /// A player, as everybody sees it.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct PlayerRow {
        /// The player's number, 1 to 4.
        pub id: u8,
        /// Whether it is in the game.
        pub alive: bool,
        /// The round in which it went out.
        pub dead_round: Option<u16>,
        /// Its score.
        pub score: i32,
        /// 1 the best; tied players share a place.
        pub place: u8,
        /// Towers it has taken or destroyed.
        pub towers_taken: u32,
        /// Corps it has killed.
        pub corps_killed: u32,
        /// Engineers it has captured.
        pub corps_captured: u32,
        /// Towers it has.
        pub towers: u8,
        /// Fighters it has.
        pub fighters: u8,
        /// Engineers it has.
        pub engineers: u8,
        /// Cells it owns.
        pub cells: u16,
    }
}

game::row! {
    /// A tower, as everybody sees it.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct TowerRow {
        /// The number that names it in orders.
        pub id: TowerId,
        /// The player whose it is.
        pub owner: u8,
        /// The row on which it stands.
        pub row: u8,
        /// The column on which it stands.
        pub col: u8,
        /// Its level, 1 to 8.
        pub level: u8,
        /// Its hit points.
        pub hp: u8,
        /// What it worked on last, if that is not finished.
        pub task: Option<Task>,
        /// Work still to do, by number of the task; 0 if it is not begun.
        pub left: [i16; 6],
        /// Whether it accepts an order this turn.
        pub ready: bool,
    }
}

game::row! {
    /// A corps, as everybody sees it.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct CorpsRow {
        /// The number that names it in orders.
        pub id: CorpsId,
        /// The player whose it is.
        pub owner: u8,
        /// The row on which it stands.
        pub row: u8,
        /// The column on which it stands.
        pub col: u8,
        /// What it is.
        pub kind: CorpsKind,
        /// Its hit points; engineers have none.
        pub hp: u8,
        /// What a builder can still do.
        pub labour: u8,
        /// Move points it has left.
        pub moves: u8,
        /// How many of those on its cell were there before it.
        pub place: u8,
    }
}

impl<const SIDE: usize> State<SIDE> {
    pub(crate) fn fill_view(&self, view: &mut View) {
        let size = self.size();
        view.turn = self.turn;
        view.round = self.round();
        view.player = number_of(self.on_turn());
        view.orders_left = crate::kinds::ORDERS_A_TURN.saturating_sub(self.places_used);
        view.size = size;
        let places = self.places();
        refill(&mut view.players, (0..PLAYERS).map(|player| self.player_row(player, places[player])));
        refill(
            &mut view.towers,
            self.towers().iter().enumerate().map(|(at, tower)| self.tower_row(at, tower)),
        );
        refill(&mut view.corps, self.corps().map(|corps| self.corps_row(corps)));
        refill(&mut view.terrain, size.cells().map(|at| self.ground(at)));
        refill(&mut view.owner, size.cells().map(|at| self.owner(at)));
        refill(&mut view.influence, size.cells().map(|at| self.influence(at)));
    }

    fn player_row(&self, player: usize, place: u8) -> PlayerRow {
        let seat = Seat(player as u8);
        let record = self.record(seat);
        PlayerRow {
            id: number_of(seat),
            alive: record.out.is_none(),
            dead_round: record.out.map(|out| out.round),
            score: self.score(seat),
            place,
            towers_taken: record.towers_taken,
            corps_killed: record.corps_killed,
            corps_captured: record.corps_captured,
            towers: self.tower_count(seat),
            fighters: self.corps_count(seat, Class::Fighter),
            engineers: self.corps_count(seat, Class::Engineer),
            cells: self.cell_count(seat),
        }
    }

    fn tower_row(&self, place: usize, tower: &Tower) -> TowerRow {
        TowerRow {
            id: tower.id,
            owner: number_of(tower.owner),
            row: tower.at.row,
            col: tower.at.col,
            level: tower.level,
            hp: tower.hp,
            task: tower.task,
            left: tower.left,
            ready: tower.owner == self.on_turn() && !self.towers.is_spent(place),
        }
    }

    fn corps_row(&self, corps: &Corps) -> CorpsRow {
        CorpsRow {
            id: corps.id,
            owner: number_of(corps.owner),
            row: corps.at.row,
            col: corps.at.col,
            kind: corps.kind,
            hp: corps.hp,
            labour: corps.labour,
            moves: corps.moves,
            place: self.place_in_cell(corps),
        }
    }

    /// How many of those on its cell were there before this corps.
    pub(crate) fn place_in_cell(&self, corps: &Corps) -> u8 {
        self.standing(corps.at).take_while(|other| other.id != corps.id).count() as u8
    }
}

/// Fills a buffer anew; once it is large enough nothing is allocated.
fn refill<T>(buffer: &mut Vec<T>, rows: impl Iterator<Item = T>) {
    buffer.clear();
    buffer.extend(rows);
}
