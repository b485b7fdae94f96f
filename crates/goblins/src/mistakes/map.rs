//! Mistakes in reading the map.

use super::MistakeKind;
use crate::kinds::{Kind, Terrain};
use board::Direction;
use game::mistakes::Adherence;

/// What a letter of the map stands for, if there may be a mistake in that.
pub(crate) fn mistaken_terrain<R: Adherence<MistakeKind>>(rules: R, terrain: Terrain) -> Option<Terrain> {
    match terrain {
        Terrain::Plain if rules.errs(MistakeKind::PlainUnknown) => None,
        Terrain::Water if rules.errs(MistakeKind::TerrainSwapped) => Some(Terrain::Mountain),
        Terrain::Mountain if rules.errs(MistakeKind::TerrainSwapped) => Some(Terrain::Water),
        other => Some(other),
    }
}

/// Whether a unit on this terrain stays on the board, if there may be a mistake in that.
pub(crate) fn stays_on_board<R: Adherence<MistakeKind>>(rules: R, kind: Kind, terrain: Terrain) -> bool {
    let by_terrain = match terrain {
        Terrain::Plain => return true,
        Terrain::Water => MistakeKind::UnitsStayOnWater,
        Terrain::Mountain => MistakeKind::UnitsStayOnMountains,
    };
    let by_kind = match kind {
        Kind::Mage => MistakeKind::MagesStayOnTerrain,
        Kind::Patrol { .. } | Kind::Tracker { .. } => MistakeKind::GoblinsStayOnTerrain,
    };
    [MistakeKind::UnitsStayOnTerrain, by_terrain, by_kind].into_iter().any(|mistake| rules.errs(mistake))
}

/// A letter of the map as it counts, if there may be a mistake in that.
pub(crate) fn map_letter<R: Adherence<MistakeKind>>(rules: R, letter: u8) -> u8 {
    if rules.errs(MistakeKind::LowerCaseMap) { letter.to_ascii_uppercase() } else { letter }
}

/// What the word for a goblin says.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum GoblinWord {
    Patrol,
    Tracker,
    Unknown,
}

/// What the word for a goblin says, if there may be a mistake in that.
pub(crate) fn goblin_word<R: Adherence<MistakeKind>>(rules: R, word: &[u8]) -> GoblinWord {
    match word {
        b"PG" => GoblinWord::Patrol,
        b"TG" => GoblinWord::Tracker,
        b"pg" | b"Pg" | b"pG" if rules.errs(MistakeKind::LowerCaseMap) => GoblinWord::Patrol,
        b"tg" | b"Tg" | b"tG" if rules.errs(MistakeKind::LowerCaseMap) => GoblinWord::Tracker,
        _ if rules.errs(MistakeKind::UnknownGoblinPatrols) => GoblinWord::Patrol,
        _ if rules.errs(MistakeKind::UnknownGoblinTracks) => GoblinWord::Tracker,
        _ => GoblinWord::Unknown,
    }
}

/// The way a patrol goblin of the map faces, if there may be a mistake in that.
pub(crate) fn mistaken_facing_in_map<R: Adherence<MistakeKind>>(rules: R, facing: Direction) -> Direction {
    let swapped = match facing {
        Direction::Left | Direction::Right => MistakeKind::PatrolLeftRight,
        Direction::Up | Direction::Down => MistakeKind::PatrolUpDown,
    };
    if rules.errs(swapped) || rules.errs(MistakeKind::PatrolFacesBack) { facing.opposite() } else { facing }
}
