//! Maps: the ground and the four starting towers.

use crate::grid::Extent;
use crate::kinds::{PLAYERS, Point, Terrain};
use crate::profile::Rules;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

/// The longest side a board may have.
pub const MAX_SIDE: u8 = 32;
/// The least a side must leave beside the strip.
pub(crate) const MIN_BESIDE_STRIP: u8 = 6;

/// A valid map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Map {
    extent: Extent,
    ground: Vec<Terrain>,
    towers: [Point; PLAYERS],
}

/// Why ground and towers make no map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadMap {
    /// A side is too short or too long.
    Extent(Extent),
    /// The number of cells is not width times height.
    Cells {
        /// How many there are.
        found: usize,
        /// How many there should be.
        wanted: usize,
    },
    /// A starting tower lies outside the map.
    Outside(Point),
    /// Two starting towers share a cell.
    Shared(Point),
    /// Tower ground without a starting tower.
    BareTowerGround(Point),
    /// A starting tower on other ground.
    NoTowerGround(Point, Terrain),
}

impl fmt::Display for BadMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Extent(extent) => write!(
                f,
                "the board is {} x {}; a side is at least {MIN_BESIDE_STRIP} longer than the strip in the middle (3 \
                 wide, or 2 on an even side) and at most {MAX_SIDE}",
                extent.width, extent.height
            ),
            Self::Cells { found, wanted } => write!(f, "there are {found} cells and should be {wanted}"),
            Self::Outside(at) => write!(f, "the starting tower at {at} lies outside the map"),
            Self::Shared(at) => write!(f, "two starting towers stand at {at}"),
            Self::BareTowerGround(at) => write!(f, "{at} is tower ground (0) and has no starting tower"),
            Self::NoTowerGround(at, terrain) => {
                write!(
                    f,
                    "the starting tower at {at} stands on {} and not on tower ground (0)",
                    terrain.name()
                )
            }
        }
    }
}

impl Map {
    /// The map with this ground, row by row, and these starting towers, in the order of the players.
    ///
    /// # Errors
    /// If that is no map.
    pub fn new(extent: Extent, ground: Vec<Terrain>, towers: [Point; PLAYERS]) -> Result<Self, BadMap> {
        if !is_legal(extent) {
            return Err(BadMap::Extent(extent));
        }
        if ground.len() != extent.area() {
            return Err(BadMap::Cells { found: ground.len(), wanted: extent.area() });
        }
        for (n, at) in towers.into_iter().enumerate() {
            if !extent.contains(at) {
                return Err(BadMap::Outside(at));
            }
            if towers[..n].contains(&at) {
                return Err(BadMap::Shared(at));
            }
        }
        for (at, terrain) in extent.points().zip(&ground) {
            match (towers.contains(&at), *terrain == Terrain::TowerGround) {
                (true, false) => return Err(BadMap::NoTowerGround(at, *terrain)),
                (false, true) => return Err(BadMap::BareTowerGround(at)),
                _ => {}
            }
        }
        Ok(Self { extent, ground, towers })
    }

    /// How large it is.
    #[must_use]
    pub const fn extent(&self) -> Extent {
        self.extent
    }

    /// What the ground of a cell is like.
    ///
    /// # Panics
    /// If the point lies outside the map.
    #[must_use]
    pub fn ground(&self, at: Point) -> Terrain {
        self.ground[self.extent.index(at)]
    }

    /// Where the starting towers stand, in the order of the players.
    #[must_use]
    pub const fn towers(&self) -> &[Point; PLAYERS] {
        &self.towers
    }
}

/// Whether a board may have this extent.
pub(crate) fn is_legal(extent: Extent) -> bool {
    let legal = |side: u8| side <= MAX_SIDE && side >= MIN_BESIDE_STRIP + 2 + side % 2;
    legal(extent.width) && legal(extent.height)
}

/// A map and the rules it is played by, on boards of at most `SIDE` rows and columns.
#[derive(Clone, Debug)]
pub struct Setup<const SIDE: usize> {
    map: Arc<Map>,
    rules: Rules,
}

/// A map does not fit into the type of state it was meant for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge {
    /// The map's extent.
    pub extent: Extent,
    /// The longest side that fits.
    pub side: usize,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Extent { width, height } = self.extent;
        write!(f, "the board is {width} x {height}; at most {0} x {0} fits", self.side)
    }
}

impl<const SIDE: usize> Setup<SIDE> {
    /// A game on this map by these rules.
    ///
    /// # Errors
    /// If the map is larger than `SIDE`.
    pub fn new(map: Map, rules: Rules) -> Result<Self, TooLarge> {
        let extent = map.extent();
        if usize::from(extent.width.max(extent.height)) > SIDE {
            return Err(TooLarge { extent, side: SIDE });
        }
        Ok(Self { map: Arc::new(map), rules })
    }

    /// The map.
    #[must_use]
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }
}
