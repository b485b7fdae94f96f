//! How maps are drawn.

use crate::kinds::letter_of;
use crate::state::MAX_SIDE;
use crate::{Kind, Setup, Stage, Terrain};
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use board::{Cell, Direction, Size};
use core::ops::RangeInclusive;
use face::film::NONE;
use face::{Brush, DraftNumber, DraftPiece, DraftText, MapDraft, MapDrawing};
use game::Words;

/// The steps of patrols and the sight of trackers that are placed next: numbers of the brush, not
/// of the map.
const STEPS: usize = 0;
const SIGHT: usize = 1;

/// Kinds of pieces, as the film has them.
const MAGE: u8 = 0;
const PATROL: u8 = 1;
const TRACKER: u8 = 2;

/// Draws maps of this game.
#[derive(Debug)]
pub(super) struct Drawing;

impl MapDrawing for Drawing {
    fn sides(&self) -> RangeInclusive<u8> {
        1..=MAX_SIDE as u8
    }

    fn blank(&self) -> MapDraft {
        MapDraft::blank(Size::new(8, 8), 0, vec![2, 5])
    }

    fn read(&self, map: &[u8]) -> Option<MapDraft> {
        let setup = Setup::parse(map, Stage::Four).ok()?;
        let mut draft = MapDraft { size: setup.0.size, ..self.blank() };
        draft.ground = draft.size.cells().map(|cell| setup.0.terrain(cell) as u8).collect();
        draft.pieces =
            setup.0.units.iter().map(|(at, kind)| DraftPiece { at: *at, ..piece(*kind) }).collect();
        Some(draft)
    }

    fn text(&self, draft: &MapDraft) -> DraftText {
        let Size { rows, cols } = draft.size;
        let rough: Vec<Cell> = draft.size.cells().filter(|cell| draft.at(*cell) != 0).collect();
        let (mages, goblins): (Vec<&DraftPiece>, Vec<_>) =
            draft.pieces.iter().partition(|piece| piece.kind == MAGE);
        let mut text = DraftText::default();
        let counts = (rough.len(), mages.len(), goblins.len());
        text.line(None, &format!("{rows} {cols} {} {} {}", counts.0, counts.1, counts.2));
        for cell in rough {
            let letter = Terrain::ALL.get(usize::from(draft.at(cell))).map_or('?', |it| it.letter() as char);
            text.line(Some(cell), &format!("{} {} {letter}", cell.row, cell.col));
        }
        for DraftPiece { kind, at, figures, .. } in mages.into_iter().chain(goblins) {
            let Cell { row, col } = *at;
            let figure = |number: usize| figures.get(number).copied().unwrap_or(0);
            let facing = Direction::ALL.get(figure(0) as usize).copied().unwrap_or(Direction::Up);
            let line = match *kind {
                PATROL => format!("{row} {col} PG {} {}", letter_of(facing) as char, figure(1)),
                TRACKER => format!("{row} {col} TG {}", figure(2)),
                _ => format!("{row} {col}"),
            };
            text.line(Some(*at), &line);
        }
        text
    }

    fn brushes(&self, draft: &MapDraft) -> Vec<Brush> {
        let number = |which: usize| draft.numbers.get(which).copied().unwrap_or(1);
        let grounds = Terrain::ALL.map(|ground| Brush::ground(ground.words(), ground as u8));
        let patrols = Direction::ALL.map(|facing| {
            let kind = Kind::Patrol { facing, steps: number(STEPS) };
            (patrol_words(facing), kind)
        });
        let tracker = Kind::Tracker { sight: number(SIGHT) };
        let units = [(Kind::Mage.words(), Kind::Mage)]
            .into_iter()
            .chain(patrols)
            .chain([(tracker.words(), tracker)])
            .map(|(name, kind)| Brush { name, ground: Some(0), piece: Some(piece(kind)), unique: false });
        grounds.into_iter().chain(units).chain([Brush::eraser()]).collect()
    }

    fn numbers(&self) -> Vec<DraftNumber> {
        vec![
            DraftNumber { name: Words("steps of new patrols", "新巡逻者的步数"), range: 0..=40 },
            DraftNumber { name: Words("sight of new trackers", "新追踪者的视野"), range: 0..=80 },
        ]
    }
}

/// A patrol goblin, by where it faces.
fn patrol_words(facing: Direction) -> Words {
    match facing {
        Direction::Up => Words("patrol goblin ↑", "巡逻型哥布林 ↑"),
        Direction::Down => Words("patrol goblin ↓", "巡逻型哥布林 ↓"),
        Direction::Left => Words("patrol goblin ←", "巡逻型哥布林 ←"),
        Direction::Right => Words("patrol goblin →", "巡逻型哥布林 →"),
    }
}

fn piece(kind: Kind) -> DraftPiece {
    let (number, side, figures) = match kind {
        Kind::Mage => (MAGE, 0, vec![NONE, NONE, NONE]),
        Kind::Patrol { facing, steps } => (PATROL, 1, vec![facing as i32, steps, NONE]),
        Kind::Tracker { sight } => (TRACKER, 1, vec![NONE, NONE, sight]),
    };
    DraftPiece { kind: number, side, at: Cell::new(0, 0), span: 1, figures }
}
