//! The contest's order log, `log_info.txt`: the accepted orders of every turn.

use super::lines::{MOST_ROWS, lines, problem, row, shortened};
use crate::grid::cell_at;
use crate::kinds::{PLAYERS, TURNS};
use crate::{Order, State};
use alloc::format;
use alloc::vec::Vec;
use board::{Cell, Direction, Size};
use game::Problem;

/// An order log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrderLog {
    /// Where the starting towers stand, in the order of the players.
    pub towers: [(i64, i64); PLAYERS],
    /// The orders of each turn, the first turn first.
    pub turns: Vec<Vec<LoggedOrder>>,
}

/// A line of an order log: nine numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoggedOrder {
    /// Number of the player, 1 to 4.
    pub player: i64,
    /// What kind of order.
    pub kind: i64,
    /// The corps or tower that acts.
    pub actor: i64,
    /// Column and row it is about, or -1.
    pub aim: (i64, i64),
    /// 0 both remain, 1 the target is gone, 2 the actor, 3 both.
    pub result: i64,
    /// The new terrain, or -1.
    pub terrain: i64,
    /// The task, the direction of a move, or -1.
    pub task: i64,
    /// The target or the new tower, or -1.
    pub other: i64,
}

/// Kinds of orders in the log.
pub(super) mod kind {
    pub(in super::super) const MOVE: i64 = 0;
    pub(in super::super) const ATTACK_CORPS: i64 = 3;
    pub(in super::super) const ATTACK_TOWER: i64 = 4;
    pub(in super::super) const FOUND: i64 = 7;
    pub(in super::super) const REPAIR: i64 = 8;
    pub(in super::super) const CHANGE_TERRAIN: i64 = 9;
    pub(in super::super) const PRODUCE: i64 = 10;
    pub(in super::super) const SHOOT: i64 = 11;
}

impl OrderLog {
    /// Reads an order log.
    ///
    /// # Errors
    /// The first line that is wrong.
    pub fn read(text: &[u8]) -> Result<Self, Problem> {
        let mut blocks: Vec<Vec<LoggedOrder>> = Vec::new();
        let mut rows = 0;
        for (line, text) in lines(text).filter(|(_, text)| !text.is_empty() && *text != "#command") {
            if let Some(number) = text.strip_prefix("round ") {
                if number.parse() != Ok(blocks.len()) {
                    let (expected, found) = (blocks.len(), shortened(number));
                    return Err(problem(line, format!("expected `round {expected}`, found `round {found}`")));
                }
                if blocks.len() > usize::from(TURNS) {
                    return Err(problem(line, format!("a game has at most {TURNS} turns")));
                }
                blocks.push(Vec::new());
                continue;
            }
            rows += 1;
            if rows > MOST_ROWS {
                return Err(problem(line, format!("a log has at most {MOST_ROWS} rows")));
            }
            let order = LoggedOrder::from_row(row(line, text)?);
            blocks.last_mut().ok_or_else(|| problem(line, "expected `round 0`"))?.push(order);
        }
        if blocks.is_empty() {
            return Err(problem(1, "the file holds no turns"));
        }
        let turns = blocks.split_off(1);
        Ok(Self { towers: starting_towers(&blocks[0])?, turns })
    }
}

fn starting_towers(block: &[LoggedOrder]) -> Result<[(i64, i64); PLAYERS], Problem> {
    let mut towers = [(0, 0); PLAYERS];
    if block.len() != PLAYERS {
        return Err(problem(1, format!("round 0 has {} lines and should have {PLAYERS}", block.len())));
    }
    for ((player, tower), order) in (1..).zip(&mut towers).zip(block) {
        if (order.player, order.kind) != (player, kind::FOUND) {
            return Err(problem(1, format!("round 0 does not found the starting tower of player {player}")));
        }
        *tower = order.aim;
    }
    Ok(towers)
}

impl LoggedOrder {
    const fn from_row(row: [i64; 9]) -> Self {
        let [player, kind, actor, x, y, result, terrain, task, other] = row;
        Self { player, kind, actor, aim: (x, y), result, terrain, task, other }
    }

    /// The nine numbers of the line.
    #[must_use]
    pub const fn to_row(&self) -> [i64; 9] {
        let (x, y) = self.aim;
        [self.player, self.kind, self.actor, x, y, self.result, self.terrain, self.task, self.other]
    }

    /// The order that was given, in the state in which it was given; none if the line makes no
    /// sense in it.
    #[must_use]
    pub fn order_in<const SIDE: usize>(&self, state: &State<SIDE>) -> Option<Order> {
        let (kind, parameters): (i64, &[i64]) = match self.kind {
            kind::MOVE => return self.step_in(state),
            kind::ATTACK_CORPS => (0, &[3, self.actor, self.other]),
            kind::ATTACK_TOWER => (0, &[4, self.actor, self.other]),
            kind::FOUND => (0, &[7, self.actor]),
            kind::REPAIR => (0, &[8, self.actor]),
            kind::CHANGE_TERRAIN => (0, &[9, self.actor, self.terrain]),
            kind::PRODUCE => (1, &[0, self.actor, self.task]),
            kind::SHOOT => (1, &[1, self.actor, self.other]),
            _ => return None,
        };
        Order::from_numbers(kind, parameters).ok()
    }

    /// The log gives the destination of a move.
    fn step_in<const SIDE: usize>(&self, state: &State<SIDE>) -> Option<Order> {
        let id = crate::CorpsId(i32::try_from(self.actor).ok()?);
        let from = state.find_corps(id)?.at;
        let to = point(state.size(), self.aim)?;
        let leads = |way: &Direction| state.rules().step(state.size(), from, *way) == Some(to);
        let direction = Direction::ALL.into_iter().find(leads)?;
        Some(Order::Move { corps: id, direction })
    }
}

fn point(size: Size, (x, y): (i64, i64)) -> Option<Cell> {
    cell_at(size, y, x)
}
