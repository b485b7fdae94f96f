//! Maps: the ground and the four starting towers.

use crate::kinds::{PLAYERS, Terrain};
use crate::profile::Rules;
use alloc::sync::Arc;
use alloc::vec::Vec;
use board::{Cell, Size};
use core::fmt;

/// The longest side a board may have.
pub const MAX_SIDE: u8 = 32;
/// The least a side must leave beside the strip.
pub(crate) const MIN_BESIDE_STRIP: u8 = 6;

/// A valid map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Map {
    size: Size,
    ground: Vec<Terrain>,
    towers: [Cell; PLAYERS],
}

/// Why ground and towers make no map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadMap {
    /// A side is too short or too long.
    Size(Size),
    /// The number of cells is not width times height.
    Cells {
        /// How many there are.
        found: usize,
        /// How many there should be.
        wanted: usize,
    },
    /// A starting tower lies outside the map.
    Outside(Cell),
    /// Two starting towers share a cell.
    Shared(Cell),
    /// Tower ground without a starting tower.
    BareTowerGround(Cell),
    /// A starting tower on other ground.
    NoTowerGround(Cell, Terrain),
}

impl fmt::Display for BadMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size(size) => write!(
                f,
                "the board is {} x {}; a side is at least {MIN_BESIDE_STRIP} longer than the strip in the middle (3 \
                 wide, or 2 on an even side) and at most {MAX_SIDE}",
                size.cols, size.rows
            ),
            Self::Cells { found, wanted } => write!(f, "there are {found} cells and should be {wanted}"),
            Self::Outside(Cell { row, col }) => {
                write!(f, "the starting tower in row {row}, column {col} lies outside the map")
            }
            Self::Shared(Cell { row, col }) => {
                write!(f, "two starting towers stand in row {row}, column {col}")
            }
            Self::BareTowerGround(Cell { row, col }) => {
                write!(f, "row {row}, column {col} is tower ground (0) and has no starting tower")
            }
            Self::NoTowerGround(Cell { row, col }, terrain) => {
                let terrain = terrain.name();
                write!(
                    f,
                    "the starting tower in row {row}, column {col} stands on {terrain} and not on tower ground (0)"
                )
            }
        }
    }
}

impl Map {
    /// The map with this ground, row by row, and these starting towers, in the order of the
    /// players.
    ///
    /// # Errors
    /// If that is no map.
    pub fn new(size: Size, ground: Vec<Terrain>, towers: [Cell; PLAYERS]) -> Result<Self, BadMap> {
        if !is_legal(size) {
            return Err(BadMap::Size(size));
        }
        if ground.len() != size.area() {
            return Err(BadMap::Cells { found: ground.len(), wanted: size.area() });
        }
        for (n, at) in towers.into_iter().enumerate() {
            if !size.contains(at) {
                return Err(BadMap::Outside(at));
            }
            if towers[..n].contains(&at) {
                return Err(BadMap::Shared(at));
            }
        }
        for (at, terrain) in size.cells().zip(&ground) {
            match (towers.contains(&at), *terrain == Terrain::TowerGround) {
                (true, false) => return Err(BadMap::NoTowerGround(at, *terrain)),
                (false, true) => return Err(BadMap::BareTowerGround(at)),
                _ => {}
            }
        }
        Ok(Self { size, ground, towers })
    }

    /// How large it is.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// What the ground of a cell is like.
    ///
    /// # Panics
    /// If the point lies outside the map.
    #[must_use]
    pub fn ground(&self, at: Cell) -> Terrain {
        self.ground[self.size.index(at)]
    }

    /// Where the starting towers stand, in the order of the players.
    #[must_use]
    pub const fn towers(&self) -> &[Cell; PLAYERS] {
        &self.towers
    }
}

/// Whether a board may have this size.
pub(crate) fn is_legal(size: Size) -> bool {
    let legal = |side: u8| side <= MAX_SIDE && side >= MIN_BESIDE_STRIP + 2 + side % 2;
    legal(size.cols) && legal(size.rows)
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
    /// The map's size.
    pub size: Size,
    /// The longest side that fits.
    pub side: usize,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Size { rows: height, cols: width } = self.size;
        write!(f, "the board is {width} x {height}; at most {0} x {0} fits", self.side)
    }
}

impl<const SIDE: usize> Setup<SIDE> {
    /// A game on this map by these rules.
    ///
    /// # Errors
    /// If the map is larger than `SIDE`.
    pub fn new(map: Map, rules: Rules) -> Result<Self, TooLarge> {
        let size = map.size();
        if usize::from(size.cols.max(size.rows)) > SIDE {
            return Err(TooLarge { size, side: SIDE });
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
