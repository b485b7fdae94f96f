//! JSON for views: what the board is like, as text.

use crate::kinds::{Owner, PLAYERS, Terrain};
use crate::view::{CorpsRow, PlayerRow, TowerRow, View};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use board::Direction;
use game::schema;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

impl Serialize for View {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Form::new(self).serialize(serializer)
    }
}

impl JsonSchema for View {
    fn schema_name() -> Cow<'static, str> {
        Form::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Form::json_schema(generator)
    }
}

/// The whole board: everybody sees everything. Players are numbered 1 to 4: one more than their
/// seats.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "View")]
struct Form<'a> {
    /// The current turn, 1 to 1200.
    turn: u16,
    /// The current round, 1 to 300.
    round: u16,
    /// Whose turn it is.
    player: u8,
    /// Orders of this turn that will still be looked at.
    orders_left: u8,
    /// The four players.
    players: &'a [PlayerRow],
    /// The standing towers, in ascending order of their ids.
    towers: &'a [TowerRow],
    /// The living corps, in ascending order of their ids.
    corps: &'a [CorpsRow],
    /// What the ground is like, also under towers: one text for each row, one character for each
    /// column. The briefing's `terrains` says what the characters mean.
    terrain: Vec<String>,
    /// Whose land it is: one text for each row, one character for each column. A player's number,
    /// `.` for public or `?` for transition.
    owner: Vec<String>,
    /// The influence of each of the four players on all cells, row by row: a cell is number
    /// row * cols + col.
    influence: [Vec<i32>; PLAYERS],
}

impl<'a> Form<'a> {
    fn new(view: &'a View) -> Self {
        let cols = usize::from(view.size.cols).max(1);
        let influence_of = |player: usize| view.influence.iter().map(|values| values[player]).collect();
        Self {
            turn: view.turn,
            round: view.round,
            player: view.player,
            orders_left: view.orders_left,
            players: &view.players,
            towers: &view.towers,
            corps: &view.corps,
            terrain: lines(&view.terrain, cols, |terrain: &Terrain| terrain.view_letter()),
            owner: lines(&view.owner, cols, |owner: &Owner| owner.letter()),
            influence: core::array::from_fn(influence_of),
        }
    }
}

/// Cells as text, one line a row of the board.
fn lines<T>(cells: &[T], cols: usize, letter: fn(&T) -> char) -> Vec<String> {
    cells.chunks(cols).map(|row| row.iter().map(letter).collect()).collect()
}

/// A direction, which leads where the rules say: on this board up is not always the row above.
pub(crate) fn direction_word(_: &mut SchemaGenerator) -> Schema {
    schema::one_of("A direction.", Direction::ALL.map(Direction::name))
}
