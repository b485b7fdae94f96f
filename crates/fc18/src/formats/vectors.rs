//! Recorded cases: an initial state, orders, and what they must lead to.

use crate::kinds::{Class, PLAYERS, number_of, production, tower_base_strength};
use crate::{
    CellPart, CorpsPart, Event, Order, PlayerPart, Position, PositionError, Rules, State, Tower, TowerPart,
};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use game::conform::{CaseResult, FirstDifference, Folder};
use game::{Game, Seat};
use serde::Deserialize;

/// Runs every vector of a folder. `rules` are for those that name no profile.
///
/// # Errors
/// One sentence, if a file cannot be read.
pub(crate) fn run(
    folder: &dyn Folder,
    mut names: Vec<String>,
    rules: Option<&str>,
    each: &mut dyn FnMut(CaseResult),
) -> Result<(), String> {
    names.sort();
    for name in names {
        let bytes = folder.read(&name)?;
        let difference = check(&bytes, rules);
        each(CaseResult { name: name.trim_end_matches(".json").to_string(), difference });
    }
    Ok(())
}

/// The largest vector that is read, in bytes. In memory it takes up to sixteen times as much.
const LARGEST: usize = 2 << 20;

/// The first difference between a vector and what we make of it.
pub(crate) fn check(bytes: &[u8], rules: Option<&str>) -> Option<FirstDifference> {
    if bytes.len() > LARGEST {
        return Some(unusable(&format!("it is larger than {} MiB; no vector is", LARGEST >> 20)));
    }
    let mut vector: Vector = match serde_json::from_slice(bytes) {
        Ok(vector) => vector,
        Err(wrong) => return Some(unusable(&wrong.to_string())),
    };
    if vector.rules.is_empty() {
        vector.rules = rules.unwrap_or_default().to_string();
    }
    let result = match vector.width.max(vector.height) <= 16 {
        true => Run::<16>::new(&vector).and_then(|run| run.finish(&vector)),
        false => Run::<32>::new(&vector).and_then(|run| run.finish(&vector)),
    };
    result.err()
}

fn unusable(reason: &str) -> FirstDifference {
    FirstDifference { place: "file".to_string(), expected: "a vector".to_string(), got: reason.to_string() }
}

/// A recorded case as it stands in the file.
#[derive(Deserialize)]
struct Vector {
    /// Empty if the vector names none.
    #[serde(default)]
    rules: String,
    width: i64,
    height: i64,
    turns_played: i64,
    initial: Rows,
    turns: Vec<Turn>,
    over: bool,
    rank_groups: Vec<Vec<i64>>,
}

#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct Rows {
    players: Vec<Vec<i64>>,
    towers: Vec<Vec<i64>>,
    corps: Vec<Vec<i64>>,
    cells: Vec<Vec<i64>>,
}

#[derive(Deserialize)]
struct Turn {
    turn: i64,
    player: i64,
    commands: Vec<(Wide, Vec<Wide>)>,
    ok: Vec<i64>,
    delta: Rows,
}

/// A number of an order. Nothing is beyond 64 bits in this game, so what is there stands for any
/// number that means nothing.
#[derive(Clone, Copy, Debug)]
struct Wide(i64);

impl<'de> Deserialize<'de> for Wide {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = serde_json::Number::deserialize(deserializer)?;
        Ok(Self(number.as_i64().unwrap_or(i64::MAX)))
    }
}

const PLAYER_FIELDS: [&str; 10] = [
    "id",
    "alive",
    "dead_round",
    "score",
    "towers_taken",
    "corps_killed",
    "corps_captured",
    "towers",
    "fighters",
    "engineers",
];
const TOWER_FIELDS: [&str; 17] = [
    "id",
    "exists",
    "owner",
    "x",
    "y",
    "level",
    "hp",
    "production",
    "base_strength",
    "task",
    "remaining",
    "r0",
    "r1",
    "r2",
    "r3",
    "r4",
    "r5",
];
const CORPS_FIELDS: [&str; 9] = ["id", "exists", "owner", "x", "y", "kind", "hp", "labour", "move"];
const CELL_FIELDS: [&str; 8] = ["x", "y", "base_terrain", "owner", "i1", "i2", "i3", "i4"];

/// The rows of one table, by id or by place on the board.
type DynGame = BTreeMap<(i64, i64), Vec<i64>>;

/// What the vector says the state is.
#[derive(Default)]
struct Expected {
    players: DynGame,
    towers: DynGame,
    corps: DynGame,
    cells: DynGame,
}

impl Expected {
    fn apply(&mut self, rows: &Rows) -> Result<(), FirstDifference> {
        merge(&mut self.players, &rows.players, &PLAYER_FIELDS, false)?;
        merge(&mut self.towers, &rows.towers, &TOWER_FIELDS, false)?;
        merge(&mut self.corps, &rows.corps, &CORPS_FIELDS, false)?;
        merge(&mut self.cells, &rows.cells, &CELL_FIELDS, true)
    }
}

fn merge(
    table: &mut DynGame,
    rows: &[Vec<i64>],
    fields: &[&str],
    by_place: bool,
) -> Result<(), FirstDifference> {
    for row in rows {
        if row.len() != fields.len() {
            return Err(unusable(&format!(
                "a row has {} numbers and should have {}",
                row.len(),
                fields.len()
            )));
        }
        table.insert((row[0], if by_place { row[1] } else { 0 }), row.clone());
    }
    Ok(())
}

/// A vector being played.
struct Run<const SIDE: usize> {
    state: State<SIDE>,
    expected: Expected,
    /// The rows of what is no longer on the board, known from the initial state and from events.
    dead_corps: BTreeMap<i64, [i64; 9]>,
    lost_towers: BTreeMap<i64, [i64; 17]>,
    events: Vec<Event>,
    /// Turns that are over, also those listed after the end of the game.
    turns: i64,
}

impl<const SIDE: usize> Run<SIDE> {
    fn new(vector: &Vector) -> Result<Self, FirstDifference> {
        let rules = Rules::named(&vector.rules)
            .ok_or_else(|| unusable(&format!("there is no rule profile `{}`", vector.rules)))?;
        let mut expected = Expected::default();
        expected.apply(&vector.initial)?;
        let all = |wrong: Vec<PositionError>| {
            unusable(&wrong.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
        };
        let state = State::between_turns(&position(vector), rules).map_err(all)?;
        let dead = |row: &&Vec<i64>| row[1] == 0;
        let fixed = |row: &Vec<i64>| (row[0], core::array::from_fn(|n| row[n]));
        let dead_corps = expected.corps.values().filter(dead).map(fixed).collect();
        let fixed = |row: &Vec<i64>| (row[0], core::array::from_fn(|n| row[n]));
        let lost_towers = expected.towers.values().filter(dead).map(fixed).collect();
        let run =
            Self { state, expected, dead_corps, lost_towers, events: Vec::new(), turns: vector.turns_played };
        run.compare("initial")?;
        Ok(run)
    }

    fn finish(mut self, vector: &Vector) -> Result<(), FirstDifference> {
        for turn in &vector.turns {
            self.turn(turn)?;
        }
        equal("over", vector.over, self.state.is_over())?;
        let mut groups = vector.rank_groups.clone();
        groups.iter_mut().for_each(|group| group.sort_unstable());
        equal("rank_groups", format!("{groups:?}"), format!("{:?}", self.rank_groups()))
    }

    fn turn(&mut self, turn: &Turn) -> Result<(), FirstDifference> {
        let place = format!("turn {}", turn.turn);
        self.turns += 1;
        equal(&format!("{place}, number of the turn"), turn.turn, self.turns)?;
        equal(&format!("{place}, player"), turn.player, (self.turns - 1) % PLAYERS as i64 + 1)?;
        self.state.open_turn();
        equal(&format!("{place}, answers"), turn.ok.len(), turn.commands.len())?;
        for (number, (command, ok)) in turn.commands.iter().zip(&turn.ok).enumerate() {
            let parameters: Vec<i64> = command.1.iter().map(|number| number.0).collect();
            let answer = self.order(command.0.0, &parameters);
            if *ok != i64::from(answer.is_ok()) {
                return Err(FirstDifference {
                    place: format!("{place}, order {} {:?}", number + 1, (command.0.0, &parameters)),
                    expected: format!("ok {ok}"),
                    got: answer.map_or_else(|why| format!("ok 0 ({why})"), |()| "ok 1".to_string()),
                });
            }
        }
        self.state.close_turn(&mut self.events);
        self.bury();
        self.expected.apply(&turn.delta)?;
        self.compare(&place)
    }

    fn order(&mut self, kind: i64, parameters: &[i64]) -> Result<(), String> {
        let seat = self.state.on_turn();
        if self.state.is_over() {
            return Err("the game is over".to_string());
        }
        match Order::from_numbers(kind, parameters) {
            Ok(order) => {
                let answer = self.state.submit(seat, order, &mut self.events);
                answer.map(|_| ()).map_err(|refusal| refusal.to_string())
            }
            Err(unreadable) => {
                self.state.note_rejected(seat);
                Err(unreadable.to_string())
            }
        }
    }

    /// Keeps the rows of what the events say is gone.
    fn bury(&mut self) {
        for event in self.events.drain(..) {
            match event {
                Event::CorpsGone { corps, owner, kind, at, .. } => {
                    let id = i64::from(corps.0);
                    let (x, y) = (at.col.into(), at.row.into());
                    let row = [id, 0, number_of(owner).into(), x, y, kind.number().into(), 0, 0, 0];
                    self.dead_corps.insert(id, row);
                }
                Event::TowerDestroyed { tower, owner, at } => {
                    let id = i64::from(tower.0);
                    let mut row = [0; 17];
                    row[..5].copy_from_slice(&[id, 0, number_of(owner).into(), at.col.into(), at.row.into()]);
                    row[9..11].copy_from_slice(&[-1, -1]);
                    self.lost_towers.insert(id, row);
                }
                _ => {}
            }
        }
    }

    fn compare(&self, place: &str) -> Result<(), FirstDifference> {
        let players = (0..PLAYERS as u8).map(|player| player_row(&self.state, Seat(player)).to_vec());
        same_table(place, "player", &PLAYER_FIELDS, &self.expected.players, players, false)?;
        let standing = self.state.towers().iter().map(|tower| tower_row(tower).to_vec());
        let towers = standing.chain(self.lost_towers.values().map(|row| row.to_vec()));
        same_table(place, "tower", &TOWER_FIELDS, &self.expected.towers, towers, false)?;
        let living = self.state.corps().map(|corps| corps_row(corps).to_vec());
        let corps = living.chain(self.dead_corps.values().map(|row| row.to_vec()));
        same_table(place, "corps", &CORPS_FIELDS, &self.expected.corps, corps, false)?;
        let cells = self.state.size().cells().map(|at| cell_row(&self.state, at).to_vec());
        same_table(place, "cell", &CELL_FIELDS, &self.expected.cells, cells, true)
    }

    fn rank_groups(&self) -> Vec<Vec<i64>> {
        let places = self.state.places();
        let group = |place: u8| -> Vec<i64> {
            (1..).zip(places).filter(|(_, other)| *other == place).map(|(player, _)| player).collect()
        };
        (1..=PLAYERS as u8).map(group).filter(|group| !group.is_empty()).collect()
    }
}

/// Compares a whole table; rows that only one side has are differences too.
fn same_table(
    place: &str,
    what: &str,
    fields: &[&str],
    expected: &DynGame,
    got: impl Iterator<Item = Vec<i64>>,
    by_place: bool,
) -> Result<(), FirstDifference> {
    let mut count = 0;
    for row in got {
        count += 1;
        let key = (row[0], if by_place { row[1] } else { 0 });
        let name =
            if by_place { format!("{what} ({}, {})", row[0], row[1]) } else { format!("{what} {}", row[0]) };
        let Some(wanted) = expected.get(&key) else {
            return Err(FirstDifference {
                place: format!("{place}, {name}"),
                expected: "nothing".to_string(),
                got: format!("{row:?}"),
            });
        };
        for ((field, wanted), got) in fields.iter().zip(wanted).zip(&row) {
            if wanted != got {
                return equal(&format!("{place}, {name}, {field}"), *wanted, *got);
            }
        }
    }
    equal(&format!("{place}, number of rows: {what}"), expected.len(), count)
}

fn equal<T: PartialEq + ToString>(place: &str, expected: T, got: T) -> Result<(), FirstDifference> {
    if expected == got {
        return Ok(());
    }
    Err(FirstDifference { place: place.to_string(), expected: expected.to_string(), got: got.to_string() })
}

fn player_row<const SIDE: usize>(state: &State<SIDE>, seat: Seat) -> [i64; 10] {
    let record = state.record(seat);
    [
        number_of(seat).into(),
        record.out.is_none().into(),
        record.out.map_or(-1, |out| out.round.into()),
        state.score(seat).into(),
        record.towers_taken.into(),
        record.corps_killed.into(),
        record.corps_captured.into(),
        state.tower_count(seat).into(),
        state.corps_count(seat, Class::Fighter).into(),
        state.corps_count(seat, Class::Engineer).into(),
    ]
}

fn tower_row(tower: &Tower) -> [i64; 17] {
    let mut row = [0; 17];
    let remaining = tower.task.map_or(-1, |task| tower.left[task as usize]);
    row[..11].copy_from_slice(&[
        tower.id.0.into(),
        1,
        number_of(tower.owner).into(),
        tower.at.col.into(),
        tower.at.row.into(),
        tower.level.into(),
        tower.hp.into(),
        production(tower.level).into(),
        tower_base_strength(tower.level).into(),
        tower.task.map_or(-1, |task| task.number().into()),
        remaining.into(),
    ]);
    row[11..].iter_mut().zip(tower.left).for_each(|(cell, left)| *cell = left.into());
    row
}

fn corps_row(corps: &crate::Corps) -> [i64; 9] {
    [
        corps.id.0.into(),
        1,
        number_of(corps.owner).into(),
        corps.at.col.into(),
        corps.at.row.into(),
        corps.kind.number().into(),
        corps.hp.into(),
        corps.labour.into(),
        corps.moves.into(),
    ]
}

fn cell_row<const SIDE: usize>(state: &State<SIDE>, at: board::Cell) -> [i64; 8] {
    let [i1, i2, i3, i4] = state.influence(at).map(i64::from);
    let (terrain, owner) = (state.ground(at).number(), state.owner(at).number());
    [at.col.into(), at.row.into(), terrain.into(), owner.into(), i1, i2, i3, i4]
}

/// The initial state as plain data. Rows have the right length: they were merged before.
fn position(vector: &Vector) -> Position {
    let rows = &vector.initial;
    let next = |rows: &[Vec<i64>]| rows.iter().map(|row| row[0].saturating_add(1)).max().unwrap_or(0);
    Position {
        rows: vector.height,
        cols: vector.width,
        turns_played: vector.turns_played,
        players: rows.players.iter().map(|row| player_part(row)).collect(),
        towers: rows.towers.iter().filter(|row| row[1] != 0).map(|row| tower_part(row)).collect(),
        corps: rows.corps.iter().filter(|row| row[1] != 0).map(|row| corps_part(row)).collect(),
        cells: rows.cells.iter().map(|row| cell_part(row)).collect(),
        next_tower: next(&rows.towers),
        next_corps: next(&rows.corps),
    }
}

fn player_part(row: &[i64]) -> PlayerPart {
    PlayerPart {
        dead_round: (row[1] == 0).then_some(row[2]),
        towers_taken: row[4],
        corps_killed: row[5],
        corps_captured: row[6],
    }
}

fn tower_part(row: &[i64]) -> TowerPart {
    TowerPart {
        id: row[0],
        owner: row[2],
        row: row[4],
        col: row[3],
        level: row[5],
        hp: row[6],
        task: row[9],
        left: core::array::from_fn(|n| row[11 + n]),
    }
}

fn corps_part(row: &[i64]) -> CorpsPart {
    CorpsPart {
        id: row[0],
        owner: row[2],
        row: row[4],
        col: row[3],
        kind: row[5],
        hp: row[6],
        labour: row[7],
        moves: row[8],
    }
}

fn cell_part(row: &[i64]) -> CellPart {
    CellPart {
        row: row[1],
        col: row[0],
        terrain: row[2],
        owner: row[3],
        influence: core::array::from_fn(|n| row[4 + n]),
    }
}
