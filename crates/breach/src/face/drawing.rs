//! How maps are drawn.

use crate::{Kind, SIZE, Setup, Side, Stage, Terrain};
use alloc::format;
use alloc::vec::Vec;
use core::ops::RangeInclusive;
use face::{Brush, DraftPiece, DraftText, MapDraft, MapDrawing};

/// The grounds in the order of the film's.
const GROUNDS: [Terrain; 4] = [Terrain::Plain, Terrain::Mountain, Terrain::Ocean, Terrain::Forest];

/// Draws maps of this game.
#[derive(Debug)]
pub(super) struct Drawing;

impl MapDrawing for Drawing {
    fn sides(&self) -> RangeInclusive<u8> {
        SIZE.rows..=SIZE.rows
    }

    fn blank(&self) -> MapDraft {
        MapDraft::blank(SIZE, 0, Vec::new())
    }

    fn read(&self, map: &[u8]) -> Option<MapDraft> {
        let setup = Setup::parse(map, Stage::Four).ok()?;
        let mut draft = self.blank();
        for (cell, ground) in SIZE.cells().zip(&mut draft.ground) {
            let terrain = setup.terrain(cell);
            *ground = GROUNDS.iter().position(|known| *known == terrain).unwrap_or(0) as u8;
        }
        for kind in Kind::ALL {
            let placed = setup.units[kind as usize].cells().map(|at| DraftPiece { at, ..piece(kind) });
            draft.pieces.extend(placed);
        }
        Some(draft)
    }

    fn text(&self, draft: &MapDraft) -> DraftText {
        let rough: Vec<_> =
            SIZE.cells().filter_map(|cell| Some((cell, ground(draft.at(cell)).letter()?))).collect();
        let mut text = DraftText::default();
        text.line(None, &format!("{} {}", rough.len(), draft.pieces.len()));
        for (cell, letter) in rough {
            text.line(Some(cell), &format!("{} {} {}", cell.row, cell.col, letter as char));
        }
        let mut pieces: Vec<&DraftPiece> = draft.pieces.iter().collect();
        pieces.sort_by_key(|piece| (piece.at.row, piece.at.col));
        for DraftPiece { kind, at, .. } in pieces {
            let letter = Kind::ALL.get(usize::from(*kind)).map_or('?', |kind| kind.figures().letter as char);
            text.line(Some(*at), &format!("{} {} {letter}", at.row, at.col));
        }
        text
    }

    fn brushes(&self, _: &MapDraft) -> Vec<Brush> {
        let grounds = (0..).zip(GROUNDS).map(|(number, ground)| Brush::ground(ground.words(), number));
        let units = Kind::ALL.into_iter().map(|kind| Brush {
            name: kind.words(),
            ground: None,
            piece: Some(piece(kind)),
            unique: false,
        });
        grounds.chain(units).chain([Brush::eraser()]).collect()
    }
}

fn ground(number: u8) -> Terrain {
    GROUNDS.get(usize::from(number)).copied().unwrap_or(Terrain::Plain)
}

fn piece(kind: Kind) -> DraftPiece {
    let side = u8::from(kind.side() == Side::Enemy);
    DraftPiece { kind: kind as u8, side, at: board::Cell::new(0, 0), span: 1, figures: Vec::new() }
}
