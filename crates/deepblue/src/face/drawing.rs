//! How maps are drawn.

use crate::formats::map_file::{read_plan, write};
use crate::map::{Placed, Plan};
use crate::seas::MAX_SIDE;
use crate::{Kind, Rules, Team};
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;
use board::{Cell, Size};
use core::ops::RangeInclusive;
use face::{Brush, DraftNumber, DraftPiece, DraftText, MapDraft, MapDrawing};
use game::Words;

/// What a map says besides.
const ROUNDS: usize = 0;
const POPULATION: usize = 1;
const WEATHER: usize = 2;

const OCEAN: u8 = 0;
const LAND: u8 = 1;

/// Draws maps of this game.
#[derive(Debug)]
pub(super) struct Drawing;

impl MapDrawing for Drawing {
    fn sides(&self) -> RangeInclusive<u8> {
        8..=MAX_SIDE
    }

    fn blank(&self) -> MapDraft {
        MapDraft::blank(Size::new(24, 24), OCEAN, vec![100, 60, 0])
    }

    fn checks_fairness(&self) -> bool {
        true
    }

    fn read(&self, map: &[u8]) -> Option<MapDraft> {
        let plan = read_plan(map, Rules::DOCUMENT).0?;
        let piece = |placed: &Placed| DraftPiece { at: placed.at, ..piece(placed.kind, placed.team) };
        Some(MapDraft {
            size: plan.size,
            ground: plan.land.iter().map(|land| u8::from(*land)).collect(),
            pieces: plan.elements.iter().map(piece).collect(),
            numbers: vec![plan.max_round as i32, plan.max_population, plan.weather],
        })
    }

    fn text(&self, draft: &MapDraft) -> DraftText {
        let number = |which: usize| draft.numbers.get(which).copied().unwrap_or(0);
        let kind = |number: u8| Kind::from_number(number.into()).unwrap_or(Kind::Mine);
        let elements = (1..)
            .zip(&draft.pieces)
            .map(|(index, piece)| Placed::new(index, kind(piece.kind), team(piece.side), piece.at));
        let plan = Plan {
            size: draft.size,
            land: draft.ground.iter().map(|ground| *ground == LAND).collect(),
            weather: number(WEATHER),
            max_round: number(ROUNDS).max(1) as u32,
            max_population: number(POPULATION),
            elements: elements.collect(),
            ..Plan::default()
        };
        let text = write(&plan);
        let about = |line: &str| {
            let index: usize = line.strip_prefix('"')?.split_once("\":{")?.0.parse().ok()?;
            Some(draft.pieces.get(index.checked_sub(1)?)?.at)
        };
        let cells = text.lines().map(about).collect();
        DraftText { text: text.to_string(), cells }
    }

    fn brushes(&self, _: &MapDraft) -> Vec<Brush> {
        let grounds = [Brush::ground(super::text::OCEAN, OCEAN), Brush::ground(super::text::LAND, LAND)];
        let resources = [Kind::Mine, Kind::Oilfield, Kind::Fort].map(|kind| placing(kind, Team::Nobody));
        let of_both = |kind: Kind| Team::BOTH.map(|team| placing(kind, team));
        let owned = [Kind::Base, Kind::Fort].into_iter().chain(Kind::UNITS).flat_map(of_both);
        grounds.into_iter().chain(resources).chain(owned).chain([Brush::eraser()]).collect()
    }

    fn numbers(&self) -> Vec<DraftNumber> {
        vec![
            DraftNumber { name: Words("rounds", "轮数"), range: 1..=1000 },
            DraftNumber { name: Words("population limit", "人口上限"), range: 0..=200 },
            DraftNumber {
                name: Words("weather (added to sight)", "天气（视野增减）"), range: -10..=10
            },
        ]
    }

    fn side_of_copy(&self, side: u8, copy: u8, _: u8) -> u8 {
        if side < 2 { (side + copy) % 2 } else { side }
    }
}

/// What stands on land lays it.
fn placing(kind: Kind, team: Team) -> Brush {
    let ground = match kind {
        kind if !kind.is_unit() => Some(LAND),
        kind if kind.is_plane() => None,
        _ => Some(OCEAN),
    };
    Brush { name: kind.words(), ground, piece: Some(piece(kind, team)), unique: kind == Kind::Base }
}

fn piece(kind: Kind, team: Team) -> DraftPiece {
    DraftPiece {
        kind: kind as u8,
        side: team as u8,
        at: Cell::new(0, 0),
        span: kind.size(),
        figures: Vec::new(),
    }
}

fn team(side: u8) -> Team {
    Team::BOTH.into_iter().find(|team| *team as u8 == side).unwrap_or(Team::Nobody)
}
