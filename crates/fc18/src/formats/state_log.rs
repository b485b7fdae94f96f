//! The contest's state log, `everyround_info.txt`: what changed in every turn.

use super::lines::{MOST_ROWS, lines, numbers, problem, row, shortened};
use crate::grid::cell_at;
use crate::kinds::{PLAYERS, TURNS, Terrain};
use crate::{MAX_SIDE, Map};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use board::{Cell, Size};
use game::Problem;

/// A state log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StateLog {
    /// The blocks: the start, then one a turn.
    pub blocks: Vec<Block>,
}

/// What the log says of one turn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Block {
    /// The line it begins with.
    pub line: u32,
    /// The living corps.
    pub corps: Vec<Entry<7>>,
    /// The existing towers.
    pub towers: Vec<Entry<8>>,
    /// Cells that changed: x, y, shown type, owner.
    pub cells: Vec<[i64; 4]>,
    /// The four players.
    pub players: Vec<PlayerEntry>,
}

/// A corps or a tower.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry<const MORE: usize> {
    /// Its number.
    pub id: i64,
    /// Column and row.
    pub at: (i64, i64),
    /// All the rest, if it changed.
    ///
    /// Of a corps: owner, kind, labour, move points, strength, hit points, whether it is new. Of a
    /// tower: owner, production, task, remaining work, hit points, strength, level, whether it is
    /// new.
    pub more: Option<[i64; MORE]>,
}

/// A player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerEntry {
    /// 1 to 4.
    pub id: i64,
    /// The name, without blanks.
    pub name: String,
    /// Number of living corps.
    pub corps: i64,
    /// Number of towers.
    pub towers: i64,
    /// The score.
    pub score: i64,
    /// The rank, ties broken by lot.
    pub rank: i64,
}

#[derive(Clone, Copy)]
enum Section {
    Corps,
    Tower,
    Map,
    Players,
}

impl StateLog {
    /// Reads a state log.
    ///
    /// # Errors
    /// The first line that is wrong.
    pub fn read(text: &[u8]) -> Result<Self, Problem> {
        let mut blocks: Vec<Block> = Vec::new();
        let mut section = None;
        let mut rows = 0;
        for (line, text) in lines(text).filter(|(_, text)| !text.is_empty()) {
            if let Some(number) = text.strip_prefix("round ") {
                if number.parse() != Ok(blocks.len()) || blocks.len() > usize::from(TURNS) {
                    let (expected, found) = (blocks.len(), shortened(number));
                    return Err(problem(line, format!("expected `round {expected}`, found `round {found}`")));
                }
                blocks.push(Block { line, ..Block::default() });
                section = None;
                continue;
            }
            let block = blocks.last_mut().ok_or_else(|| problem(line, "expected `round 0`"))?;
            match text {
                "#corps" => section = Some(Section::Corps),
                "#tower" => section = Some(Section::Tower),
                "#map" => section = Some(Section::Map),
                "#players" => section = Some(Section::Players),
                _ => {
                    rows += 1;
                    if rows > MOST_ROWS {
                        return Err(problem(line, format!("a log has at most {MOST_ROWS} rows")));
                    }
                    block.read_line(section, line, text)?;
                }
            }
        }
        match blocks.is_empty() {
            true => Err(problem(1, "the file holds no turns")),
            false => Ok(Self { blocks }),
        }
    }

    /// The map that the first block shows.
    ///
    /// # Errors
    /// Why it shows none.
    pub fn map(&self) -> Result<Map, Problem> {
        let start = self.blocks.first().ok_or_else(|| problem(1, "the file holds no turns"))?;
        let wrong = |text: String| problem(start.line, text);
        let side = |n: usize| start.cells.iter().map(|cell| cell[n].saturating_add(1)).max().unwrap_or(0);
        let legal = |length: i64| u8::try_from(length).ok().filter(|length| *length <= MAX_SIDE);
        let (Some(width), Some(height)) = (legal(side(0)), legal(side(1))) else {
            return Err(wrong(format!("a map cannot be {} x {}", side(0), side(1))));
        };
        let size = Size { rows: height, cols: width };
        if start.cells.len() != size.area() {
            return Err(wrong(format!("round 0 shows {} cells and not {}", start.cells.len(), size.area())));
        }
        let mut ground = alloc::vec![Terrain::Plain; size.area()];
        for [x, y, terrain, _] in &start.cells {
            let at = cell_at(size, *y, *x).ok_or_else(|| wrong(format!("({x}, {y}) is no cell")))?;
            ground[size.index(at)] = Terrain::from_number(*terrain)
                .ok_or_else(|| wrong(format!("type {terrain} is no terrain")))?;
        }
        let towers =
            start.starting_towers(size).ok_or_else(|| wrong("round 0 shows no four towers".to_string()))?;
        Map::new(size, ground, towers).map_err(|bad| wrong(bad.to_string()))
    }
}

impl Block {
    fn read_line(&mut self, section: Option<Section>, line: u32, text: &str) -> Result<(), Problem> {
        match section {
            Some(Section::Corps) => self.corps.push(entry::<10, 7>(line, text)?),
            Some(Section::Tower) => self.towers.push(entry::<11, 8>(line, text)?),
            Some(Section::Map) => self.cells.push(row(line, text)?),
            Some(Section::Players) => self.players.push(player(line, text)?),
            None => return Err(problem(line, "expected `#corps`, `#tower`, `#map` or `#players`")),
        }
        Ok(())
    }

    fn starting_towers(&self, size: Size) -> Option<[Cell; PLAYERS]> {
        let mut towers = [Cell::default(); PLAYERS];
        if self.towers.len() != PLAYERS {
            return None;
        }
        for (tower, entry) in towers.iter_mut().zip(&self.towers) {
            *tower = cell_at(size, entry.at.1, entry.at.0)?;
        }
        Some(towers)
    }
}

/// Three numbers, or all of them.
fn entry<const ALL: usize, const MORE: usize>(line: u32, text: &str) -> Result<Entry<MORE>, Problem> {
    let (found, count) = numbers::<ALL>(line, text)?;
    let more = match count {
        3 => None,
        count if count == ALL => Some(core::array::from_fn(|n| found[3 + n])),
        count => return Err(problem(line, format!("expected 3 or {ALL} numbers, found {count}"))),
    };
    Ok(Entry { id: found[0], at: (found[1], found[2]), more })
}

fn player(line: u32, text: &str) -> Result<PlayerEntry, Problem> {
    let mut words = text.split_ascii_whitespace();
    let (Some(id), Some(name)) = (words.next(), words.next()) else {
        return Err(problem(line, "expected the number and name of a player"));
    };
    let id = id.parse().map_err(|_| problem(line, format!("`{}` is not a number", shortened(id))))?;
    let rest: Vec<&str> = words.collect();
    let [corps, towers, score, rank] = row(line, &rest.join(" "))?;
    Ok(PlayerEntry { id, name: name.to_string(), corps, towers, score, rank })
}
