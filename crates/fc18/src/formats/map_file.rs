//! The contest's map file: one line a cell, `x y type owner tower i1 i2 i3 i4`.

use super::lines::{lines, problem, row};
use crate::grid::{cell_at, quadrant};
use crate::kinds::{INFLUENCE_AT_HOME, PLAYERS, Terrain};
use crate::profile::Start;
use crate::{BadMap, LargeFc18, MAX_SIDE, Map, Rules, Setup};
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use board::{Cell, Size};
use core::fmt::Write;
use game::{Diagnostics, Problem};

/// Numbers in a line.
const COLUMNS: usize = 9;

/// Reads a map file. Of each line only the place, the type and the tower count; the rest follows
/// from the rules.
///
/// The map is there if the report has no problems.
#[must_use]
pub fn read_map(text: &[u8], rules: &Rules) -> (Option<Map>, Diagnostics) {
    let mut report = Diagnostics::default();
    let rows = read_rows(text, &mut report);
    if !report.is_usable() {
        return (None, report);
    }
    match assemble(&rows, &mut report) {
        Some(map) => {
            warn_of_oddities(&map, &rows, rules, &mut report);
            (Some(map), report)
        }
        None => (None, report),
    }
}

/// Writes a map file, with the owners and influences that the contest's own files have.
#[must_use]
pub fn write_map(map: &Map) -> String {
    let mut text = String::new();
    for row in contest_rows(map) {
        for (n, number) in row.iter().enumerate() {
            let _ = write!(text, "{}{number}", if n > 0 { " " } else { "" });
        }
        text.push('\n');
    }
    text
}

/// Draws a map for people: a letter a cell, the towers as the numbers of their players.
#[must_use]
pub fn draw_map(map: &Map) -> String {
    let Size { rows: height, cols: width } = map.size();
    let mut text = String::from("    ");
    (0..width).for_each(|x| text.push(char::from(b'0' + x % 10)));
    text.push('\n');
    for y in 0..height {
        let _ = write!(text, "{y:>3} ");
        (0..width).for_each(|x| text.push(letter(map, Cell { row: y, col: x })));
        text.push('\n');
    }
    text.push_str("1-4 towers  . plain  = road  f forest  ^ mountain  ~ swamp  G H S # landmarks\n");
    text
}

fn letter(map: &Map, at: Cell) -> char {
    match map.towers().iter().position(|tower| *tower == at) {
        Some(player) => char::from(b'1' + player as u8),
        None => map.ground(at).letter(),
    }
}

/// A line and its numbers.
type Row = (u32, [i64; COLUMNS]);

fn read_rows(text: &[u8], report: &mut Diagnostics) -> Vec<Row> {
    let mut rows = Vec::new();
    for (line, text) in lines(text).filter(|(_, text)| !text.is_empty()) {
        match row(line, text) {
            Ok(numbers) => rows.push((line, numbers)),
            Err(Problem { line, text }) => report.problem(line, text),
        }
        if rows.len() > usize::from(MAX_SIDE) * usize::from(MAX_SIDE) || report.problems.len() >= MAX_PROBLEMS
        {
            report.problem(line, "no map has so many lines that are wrong or too many");
            break;
        }
    }
    if rows.is_empty() && report.is_usable() {
        report.problem(
            1,
            "the file holds no cells (expected lines of 9 numbers: x y type owner tower i1 i2 i3 i4)",
        );
    }
    rows
}

/// After so many problems nobody reads on.
const MAX_PROBLEMS: usize = 50;

fn assemble(rows: &[Row], report: &mut Diagnostics) -> Option<Map> {
    let size = extent_of(rows, report)?;
    let mut ground = vec![None; size.area()];
    let mut towers = [None; PLAYERS];
    for (line, numbers) in rows {
        if let Err(Problem { line, text }) = put(size, *line, numbers, &mut ground, &mut towers) {
            report.problem(line, text);
        }
    }
    let last = rows.last().map_or(1, |(line, _)| *line);
    for at in size.cells().filter(|at| ground[size.index(*at)].is_none()).take(MAX_PROBLEMS) {
        report.problem(last, format!("the cell {} is missing", in_file(at)));
    }
    for player in (0..PLAYERS).filter(|player| towers[*player].is_none()) {
        report.problem(last, format!("there is no starting tower {player} (of player {})", player + 1));
    }
    if !report.is_usable() {
        return None;
    }
    let ground = ground.into_iter().map(Option::unwrap_or_default).collect();
    match Map::new(size, ground, towers.map(Option::unwrap_or_default)) {
        Ok(map) => Some(map),
        Err(bad) => {
            report.problem(line_of(&bad, rows), format!("{bad}"));
            None
        }
    }
}

/// The size that the largest coordinates make.
fn extent_of(rows: &[Row], report: &mut Diagnostics) -> Option<Size> {
    let mut size = Size { rows: 0, cols: 0 };
    for (line, [x, y, ..]) in rows {
        let inside = 0..i64::from(MAX_SIDE);
        if !inside.contains(x) || !inside.contains(y) {
            report.problem(*line, format!("({x}, {y}) is no cell: coordinates are 0 to {}", MAX_SIDE - 1));
            continue;
        }
        size.cols = size.cols.max(*x as u8 + 1);
        size.rows = size.rows.max(*y as u8 + 1);
    }
    report.is_usable().then_some(size)
}

fn put(
    size: Size,
    line: u32,
    numbers: &[i64; COLUMNS],
    ground: &mut [Option<Terrain>],
    towers: &mut [Option<Cell>; PLAYERS],
) -> Result<(), Problem> {
    let [x, y, terrain, _, tower, ..] = *numbers;
    let at = cell_at(size, y, x).ok_or_else(|| problem(line, format!("({x}, {y}) is no cell")))?;
    let terrain = Terrain::from_number(terrain)
        .ok_or_else(|| problem(line, format!("type {terrain} is no terrain: those are 0 to 12")))?;
    if ground[size.index(at)].replace(terrain).is_some() {
        return Err(problem(line, format!("the cell {} is listed twice", in_file(at))));
    }
    if tower == -1 {
        return Ok(());
    }
    let site = usize::try_from(tower).ok().and_then(|tower| towers.get_mut(tower));
    let site = site.ok_or_else(|| problem(line, format!("tower {tower} is none of -1 to 3")))?;
    match site.replace(at) {
        Some(other) => Err(problem(line, format!("the starting tower {tower} stands at {other} already"))),
        None => Ok(()),
    }
}

fn line_of(bad: &BadMap, rows: &[Row]) -> u32 {
    let at = match *bad {
        BadMap::Size(_) | BadMap::Cells { .. } => return 1,
        BadMap::Outside(at) | BadMap::Shared(at) | BadMap::BareTowerGround(at) => at,
        BadMap::NoTowerGround(at, _) => at,
    };
    line_at(at, rows)
}

fn line_at(at: Cell, rows: &[Row]) -> u32 {
    let here = |(_, numbers): &&Row| (numbers[0], numbers[1]) == (at.col.into(), at.row.into());
    rows.iter().find(here).map_or(1, |(line, _)| *line)
}

fn warn_of_oddities(map: &Map, rows: &[Row], rules: &Rules, report: &mut Diagnostics) {
    let size = map.size();
    for (player, at) in (1..).zip(*map.towers()) {
        let line = line_at(at, rows);
        let home = quadrant(size, at).map(crate::kinds::number_of) == Some(player);
        if !home || !size.around(at, 1).all(|near| quadrant(size, near) == quadrant(size, at)) {
            report.warning(
                line,
                format!("the tower of player {player} at {} is not well inside its quadrant", in_file(at)),
            );
        }
        let roads = size.around(at, 1).filter(|near| map.ground(*near) == Terrain::Road).count();
        if roads < 8 {
            report.warning(
                line,
                format!("the tower of player {player} has {roads} cells of road around it, not 8"),
            );
        }
    }
    if !rows.iter().map(|(_, numbers)| (numbers[1], numbers[0])).is_sorted() {
        report.warning(1, "the cells are not listed row by row");
    }
    if rules.start == Start::Quadrants {
        warn_of_columns(map, rows, report);
    }
}

/// Owner and influence of a file are ignored, but should be those of the contest.
fn warn_of_columns(map: &Map, rows: &[Row], report: &mut Diagnostics) {
    let computed = contest_rows(map);
    let differs = |(_, numbers): &&Row| {
        let Some(at) = cell_at(map.size(), numbers[1], numbers[0]) else { return false };
        computed[map.size().index(at)] != *numbers
    };
    let count = rows.iter().filter(differs).count();
    if let Some((line, _)) = rows.iter().find(differs) {
        report.warning(
            *line,
            format!("owner and influence of {count} cells are not what the towers make them; ignored"),
        );
    }
}

/// The numbers of a contest file: owners and influences of the profiles `judge` and `final2021`.
fn contest_rows(map: &Map) -> Vec<[i64; COLUMNS]> {
    let Ok(setup) = Setup::new(map.clone(), Rules::JUDGE) else { return Vec::new() };
    let state = LargeFc18::before_first_turn(&setup);
    let home = |at: Cell| map.towers().iter().position(|tower| *tower == at);
    let numbers = |at: Cell| {
        let [i1, i2, i3, i4] = state.influence(at).map(|value| i64::from(value.min(INFLUENCE_AT_HOME)));
        let tower = home(at).map_or(-1, |player| player as i64);
        let (terrain, owner) = (map.ground(at).number(), state.owner(at).number());
        [at.col.into(), at.row.into(), terrain.into(), owner.into(), tower, i1, i2, i3, i4]
    };
    map.size().cells().map(numbers).collect()
}

/// A cell as the file has it: `x`, the column, comes first.
fn in_file(at: Cell) -> String {
    format!("({}, {})", at.col, at.row)
}
