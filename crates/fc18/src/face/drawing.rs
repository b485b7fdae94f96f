//! How maps are drawn.

use crate::formats::{read_map, write_map};
use crate::kinds::{CONTEST_SIZE, PLAYERS};
use crate::{CorpsKind, MAX_SIDE, Map, Rules, Terrain};
use alloc::format;
use alloc::vec::Vec;
use board::Cell;
use core::ops::RangeInclusive;
use face::{Brush, DraftPiece, DraftText, MapDraft, MapDrawing};
use game::Words;

/// Draws maps of this game.
#[derive(Debug)]
pub(super) struct Drawing;

/// The number of the tower among the film's kinds.
const TOWER: u8 = CorpsKind::ALL.len() as u8;

/// The least side of a board.
const LEAST_SIDE: u8 = 8;

impl MapDrawing for Drawing {
    fn sides(&self) -> RangeInclusive<u8> {
        LEAST_SIDE..=MAX_SIDE
    }

    fn blank(&self) -> MapDraft {
        MapDraft::blank(CONTEST_SIZE, Terrain::Plain.number(), Vec::new())
    }

    fn read(&self, map: &[u8]) -> Option<MapDraft> {
        let map = read_map(map, &Rules::JUDGE).0?;
        let mut draft = MapDraft::blank(map.size(), 0, Vec::new());
        draft.ground = map.size().cells().map(|cell| map.ground(cell).number()).collect();
        draft.pieces =
            (0..).zip(map.towers()).map(|(side, at)| DraftPiece { at: *at, ..tower(side) }).collect();
        Some(draft)
    }

    fn text(&self, draft: &MapDraft) -> DraftText {
        let cells = draft.size.cells().map(Some).collect();
        if let Some(map) = whole(draft) {
            return DraftText { text: write_map(&map), cells };
        }
        // Owners and influences are known only of a map that is one.
        let mut text = DraftText::default();
        for cell in draft.size.cells() {
            let tower = draft.pieces.iter().find(|piece| piece.at == cell);
            let tower = tower.map_or(-1, |tower| i32::from(tower.side));
            let (x, y, ground) = (cell.col, cell.row, draft.at(cell));
            text.line(Some(cell), &format!("{x} {y} {ground} 0 {tower} 0 0 0 0"));
        }
        text
    }

    fn brushes(&self, _: &MapDraft) -> Vec<Brush> {
        let grounds = Terrain::ALL.into_iter().map(|terrain| Brush {
            name: match terrain {
                Terrain::School1 => Words("school 1", "学堂 1"),
                Terrain::School2 => Words("school 2", "学堂 2"),
                Terrain::School3 => Words("school 3", "学堂 3"),
                Terrain::School4 => Words("school 4", "学堂 4"),
                other => other.words(),
            },
            ..Brush::ground(terrain.words(), terrain.number())
        });
        let towers = (0..PLAYERS as u8).map(|side| Brush {
            name: TOWERS[usize::from(side)],
            ground: Some(Terrain::TowerGround.number()),
            piece: Some(tower(side)),
            unique: true,
        });
        grounds.skip(1).chain(towers).chain([Brush::eraser()]).collect()
    }

    fn side_of_copy(&self, side: u8, copy: u8, of: u8) -> u8 {
        let step = if of == 2 { 2 } else { 1 };
        (side + copy * step) % PLAYERS as u8
    }
}

const TOWERS: [Words; PLAYERS] = [
    Words("tower of player 1", "玩家 1 的塔"),
    Words("tower of player 2", "玩家 2 的塔"),
    Words("tower of player 3", "玩家 3 的塔"),
    Words("tower of player 4", "玩家 4 的塔"),
];

fn tower(side: u8) -> DraftPiece {
    DraftPiece { kind: TOWER, side, at: Cell::new(0, 0), span: 1, figures: Vec::new() }
}

/// The map, if it is one.
fn whole(draft: &MapDraft) -> Option<Map> {
    let of = |side: u8| draft.pieces.iter().find(|piece| piece.side == side).map(|piece| piece.at);
    let towers = [of(0)?, of(1)?, of(2)?, of(3)?];
    let terrain = |number: &u8| Terrain::from_number((*number).into()).unwrap_or_default();
    Map::new(draft.size, draft.ground.iter().map(terrain).collect(), towers).ok()
}
