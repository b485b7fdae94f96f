//! What a player may see: everything, in this game.

use crate::kinds::{Class, PLAYERS, number_of};
use crate::roster::Corps;
use crate::state::State;
use crate::towers::Tower;
use alloc::vec::Vec;
use game::Seat;

/// The whole board as rows of numbers: everybody sees everything.
///
/// Players are numbered 1 to 4, kinds as in the contest's files.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "formats", derive(serde::Serialize))]
pub struct View {
    /// The current turn, 1 to 1200.
    pub turn: u16,
    /// The current round, 1 to 300.
    pub round: u16,
    /// Whose turn it is.
    pub player: u8,
    /// Orders of this turn that will still be looked at.
    pub orders_left: u8,
    /// Number of columns.
    pub width: u8,
    /// Number of rows.
    pub height: u8,
    /// The four players.
    pub players: Vec<PlayerRow>,
    /// The standing towers, in ascending order of their ids.
    pub towers: Vec<TowerRow>,
    /// The living corps, in ascending order of their ids.
    pub corps: Vec<CorpsRow>,
    /// What the ground is like, row by row, also under towers.
    pub terrain: Vec<u8>,
    /// Whose land it is, row by row: a player, 0 public, -1 transition.
    pub owner: Vec<i8>,
    /// The influence of the four players, row by row.
    pub influence: Vec<[i32; PLAYERS]>,
}

/// A player, as everybody sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "formats", derive(serde::Serialize))]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub struct PlayerRow {
    pub id: u8,
    pub alive: bool,
    /// The round in which it went out.
    pub dead_round: Option<u16>,
    pub score: i32,
    /// 1 the best; tied players share a place.
    pub place: u8,
    pub towers_taken: u32,
    pub corps_killed: u32,
    pub corps_captured: u32,
    pub towers: u8,
    pub fighters: u8,
    pub engineers: u8,
    pub cells: u16,
}

/// A tower, as everybody sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "formats", derive(serde::Serialize))]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub struct TowerRow {
    pub id: i32,
    pub owner: u8,
    pub x: u8,
    pub y: u8,
    pub level: u8,
    pub hp: u8,
    /// What it worked on last, if that is not finished.
    pub task: Option<u8>,
    /// Work still to do, by task; 0 if it is not begun.
    pub left: [i16; 6],
    /// Whether it accepts an order this turn.
    pub ready: bool,
}

/// A corps, as everybody sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "formats", derive(serde::Serialize))]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub struct CorpsRow {
    pub id: i32,
    pub owner: u8,
    pub x: u8,
    pub y: u8,
    pub kind: u8,
    pub hp: u8,
    pub labour: u8,
    pub moves: u8,
    /// How many of those on its cell were there before it.
    pub place: u8,
}

impl<const SIDE: usize> State<SIDE> {
    pub(crate) fn fill_view(&self, view: &mut View) {
        let extent = self.extent();
        view.turn = self.turn;
        view.round = self.round();
        view.player = number_of(self.on_turn());
        view.orders_left = crate::kinds::ORDERS_A_TURN.saturating_sub(self.places_used);
        (view.width, view.height) = (extent.width, extent.height);
        let places = self.places();
        refill(&mut view.players, (0..PLAYERS).map(|player| self.player_row(player, places[player])));
        refill(
            &mut view.towers,
            self.towers().iter().enumerate().map(|(at, tower)| self.tower_row(at, tower)),
        );
        refill(&mut view.corps, self.corps().map(|corps| self.corps_row(corps)));
        refill(&mut view.terrain, extent.points().map(|at| self.ground(at).number()));
        refill(&mut view.owner, extent.points().map(|at| self.owner(at).number()));
        refill(&mut view.influence, extent.points().map(|at| self.influence(at)));
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
            id: tower.id.0,
            owner: number_of(tower.owner),
            x: tower.at.x,
            y: tower.at.y,
            level: tower.level,
            hp: tower.hp,
            task: tower.task.map(|task| task.number()),
            left: tower.left,
            ready: tower.owner == self.on_turn() && !self.towers.is_spent(place),
        }
    }

    fn corps_row(&self, corps: &Corps) -> CorpsRow {
        CorpsRow {
            id: corps.id.0,
            owner: number_of(corps.owner),
            x: corps.at.x,
            y: corps.at.y,
            kind: corps.kind.number(),
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
