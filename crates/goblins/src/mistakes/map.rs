//! Mistakes in reading the map.

use super::MistakeKind;
use crate::kinds::{Kind, Terrain};
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
