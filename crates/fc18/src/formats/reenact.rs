//! Re-enacting a game from its two logs and comparing every turn.

use super::order_log::OrderLog;
use super::recorder::tower_fields;
use super::state_log::{Block, StateLog};
use crate::kinds::{Class, CorpsKind, PLAYERS, number_of};
use crate::{Corps, Rules, Setup, State};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use game::conform::{CaseResult, FirstDifference, Folder};
use game::{Game, Problem, Seat, Silent};

/// The order log's name in a folder.
pub const ORDER_LOG: &str = "log_info.txt";
/// The state log's name in a folder.
pub const STATE_LOG: &str = "everyround_info.txt";

/// Re-enacts the game of a folder; each turn is a case.
///
/// # Errors
/// One sentence, if the logs cannot be read or do not belong together.
pub(crate) fn run(folder: &dyn Folder, rules: Rules, each: &mut dyn FnMut(CaseResult)) -> Result<(), String> {
    let names = folder.names();
    for name in [ORDER_LOG, STATE_LOG] {
        if !names.iter().any(|other| other == name) {
            return Err(format!("there is no {name} beside the other log"));
        }
    }
    let named = |name: &'static str| move |wrong: Problem| format!("{name}: {wrong}");
    let orders = OrderLog::read(&folder.read(ORDER_LOG)?).map_err(named(ORDER_LOG))?;
    let states = StateLog::read(&folder.read(STATE_LOG)?).map_err(named(STATE_LOG))?;
    let map = states.map().map_err(named(STATE_LOG))?;
    let sites = map.towers().map(|at| (i64::from(at.col), i64::from(at.row)));
    if orders.towers != sites {
        return Err("the two logs begin with different towers".to_string());
    }
    let turns = states.blocks.len() - 1;
    if turns != orders.turns.len() || turns == 0 {
        return Err(format!("{ORDER_LOG} has {} turns and {STATE_LOG} {turns}", orders.turns.len()));
    }
    match Setup::<16>::new(map.clone(), rules) {
        Ok(setup) => play(&setup, &orders, &states, each),
        Err(_) => {
            play(&Setup::<32>::new(map, rules).map_err(|wrong| wrong.to_string())?, &orders, &states, each)
        }
    }
    Ok(())
}

fn play<const SIDE: usize>(
    setup: &Setup<SIDE>,
    orders: &OrderLog,
    states: &StateLog,
    each: &mut dyn FnMut(CaseResult),
) {
    let mut state = State::before_first_turn(setup);
    let mut shown = Shown::default();
    shown.apply(&states.blocks[0]);
    for (turn, block) in (1..).zip(&states.blocks[1..]) {
        state.open_turn();
        let refused = give(&mut state, &orders.turns[turn - 1]).err();
        state.close_turn(&mut Silent);
        shown.apply(block);
        let difference = refused.or_else(|| shown.compare(&state, block).err());
        each(CaseResult { name: format!("turn {turn}"), difference });
    }
}

/// Gives the orders of one turn. All of them were accepted.
fn give<const SIDE: usize>(
    state: &mut State<SIDE>,
    orders: &[super::order_log::LoggedOrder],
) -> Result<(), FirstDifference> {
    let mut first = Ok(());
    for (number, logged) in (1..).zip(orders) {
        let seat = state.on_turn();
        let answer = match logged.order_in(state) {
            _ if logged.player != i64::from(number_of(seat)) => {
                Err(format!("refused (player {} is on turn)", number_of(seat)))
            }
            Some(order) => state.submit(seat, order, &mut Silent).map_err(|why| format!("refused ({why})")),
            None => Err("refused (it makes no sense here)".to_string()),
        };
        if let (Err(got), Ok(())) = (answer, &first) {
            let place = format!("order {number} {:?}", logged.to_row());
            first = Err(FirstDifference { place, expected: "accepted".to_string(), got });
        }
    }
    first
}

/// What the log says the state is, gathered from all blocks so far.
#[derive(Default)]
struct Shown {
    corps: BTreeMap<i64, [i64; 9]>,
    towers: BTreeMap<i64, [i64; 10]>,
    cells: BTreeMap<(i64, i64), [i64; 2]>,
}

impl Shown {
    /// What a block does not list is gone; what it lists in short has not changed.
    fn apply(&mut self, block: &Block) {
        let before = core::mem::take(&mut self.corps);
        for entry in &block.corps {
            let more =
                entry.more.or_else(|| before.get(&entry.id).map(|row| core::array::from_fn(|n| row[2 + n])));
            self.corps.insert(entry.id, joined(entry.at, &more.unwrap_or_default()));
        }
        let before = core::mem::take(&mut self.towers);
        for entry in &block.towers {
            let more =
                entry.more.or_else(|| before.get(&entry.id).map(|row| core::array::from_fn(|n| row[2 + n])));
            self.towers.insert(entry.id, joined(entry.at, &more.unwrap_or_default()));
        }
        for [x, y, terrain, owner] in &block.cells {
            self.cells.insert((*x, *y), [*terrain, *owner]);
        }
    }

    fn compare<const SIDE: usize>(&self, state: &State<SIDE>, block: &Block) -> Result<(), FirstDifference> {
        let corps: Vec<_> = state.corps().map(|corps| (corps.id.0.into(), corps_fields(corps))).collect();
        let wanted = self.corps.iter().map(|(id, row)| (*id, logged_corps_fields(row)));
        same(wanted, corps, |id| format!("corps {id}"), &CORPS_FIELDS)?;
        let towers: Vec<_> =
            state.towers().iter().map(|tower| (tower.id.0.into(), tower_fields(tower))).collect();
        let wanted = self.towers.iter().map(|(id, row)| (*id, logged_tower_fields(row)));
        same(wanted, towers, |id| format!("tower {id}"), &TOWER_FIELDS)?;
        let cells: Vec<_> =
            state.size().cells().map(|at| ((at.col.into(), at.row.into()), cell_fields(state, at))).collect();
        let mut cells = cells;
        cells.sort_unstable();
        let wanted = self.cells.iter().map(|(at, row)| (*at, *row));
        same(wanted, cells, |at| format!("cell {at:?}"), &["type", "owner"])?;
        let players: Vec<_> =
            (0..PLAYERS as u8).map(|n| (i64::from(n) + 1, player_fields(state, Seat(n)))).collect();
        let wanted =
            block.players.iter().map(|player| (player.id, [player.score, player.corps, player.towers]));
        same(wanted, players, |id| format!("player {id}"), &["score", "corps", "towers"])
    }
}

fn joined<const MORE: usize, const ALL: usize>(at: (i64, i64), more: &[i64; MORE]) -> [i64; ALL] {
    core::array::from_fn(|n| match n {
        0 => at.0,
        1 => at.1,
        n => more[n - 2],
    })
}

/// Compares two lists in the order of their keys.
fn same<K: Ord + Copy, const N: usize>(
    wanted: impl Iterator<Item = (K, [i64; N])>,
    got: Vec<(K, [i64; N])>,
    name: impl Fn(K) -> String,
    fields: &[&str; N],
) -> Result<(), FirstDifference> {
    let mut got = got.into_iter().peekable();
    for (key, wanted) in wanted {
        if let Some((extra, row)) = got.next_if(|(other, _)| *other < key) {
            return Err(FirstDifference {
                place: name(extra),
                expected: "nothing".to_string(),
                got: format!("{row:?}"),
            });
        }
        let Some((_, row)) = got.next_if(|(other, _)| *other == key) else {
            return Err(FirstDifference {
                place: name(key),
                expected: format!("{wanted:?}"),
                got: "nothing".to_string(),
            });
        };
        if let Some(n) = (0..N).find(|n| wanted[*n] != row[*n]) {
            let place = format!("{}, {}", name(key), fields[n]);
            return Err(FirstDifference { place, expected: wanted[n].to_string(), got: row[n].to_string() });
        }
    }
    match got.next() {
        Some((extra, row)) => Err(FirstDifference {
            place: name(extra),
            expected: "nothing".to_string(),
            got: format!("{row:?}"),
        }),
        None => Ok(()),
    }
}

const CORPS_FIELDS: [&str; 6] = ["x", "y", "owner", "kind", "labour", "hp"];
const TOWER_FIELDS: [&str; 9] =
    ["x", "y", "owner", "production", "task", "remaining", "hp", "strength", "level"];

/// Labour counts for builders and hit points for fighters.
fn corps_fields(corps: &Corps) -> [i64; 6] {
    let (labour, hp) = match corps.kind {
        CorpsKind::Builder => (corps.labour.into(), 0),
        CorpsKind::Extender => (0, 0),
        _ => (0, corps.hp.into()),
    };
    let (owner, kind) = (number_of(corps.owner).into(), corps.kind.number().into());
    [corps.at.col.into(), corps.at.row.into(), owner, kind, labour, hp]
}

fn logged_corps_fields(row: &[i64; 9]) -> [i64; 6] {
    let [x, y, owner, kind, labour, _, _, hp, _] = *row;
    match CorpsKind::from_number(kind) {
        Some(CorpsKind::Builder) => [x, y, owner, kind, labour, 0],
        Some(CorpsKind::Extender) => [x, y, owner, kind, 0, 0],
        _ => [x, y, owner, kind, 0, hp],
    }
}

fn logged_tower_fields(row: &[i64; 10]) -> [i64; 9] {
    core::array::from_fn(|n| row[n])
}

fn cell_fields<const SIDE: usize>(state: &State<SIDE>, at: board::Cell) -> [i64; 2] {
    [state.shown(at).number().into(), state.owner(at).number().into()]
}

fn player_fields<const SIDE: usize>(state: &State<SIDE>, seat: Seat) -> [i64; 3] {
    let corps = state.corps_count(seat, Class::Fighter) + state.corps_count(seat, Class::Engineer);
    [state.score(seat).into(), corps.into(), state.tower_count(seat).into()]
}
