//! New maps.

use crate::fair::{access, unfairness};
use crate::kinds::{Kind, Rules, Team};
use crate::map::{Placed, Plan};
use crate::place::Area;
use crate::seas::{STEPS, Seas};
use alloc::vec;
use alloc::vec::Vec;
use board::{Cell, Size, SplitMix64};

/// What a new map should be like. Same wish, same map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wish {
    /// The seed.
    pub seed: u64,
    /// The extent.
    pub size: Size,
    /// How much land beside the base islands, from 0 (little) to 2 (much).
    pub land: u8,
}

/// The smallest side of a new map: two base islands and some water must fit.
pub const LEAST_SIDE: u8 = 24;

/// How one half of a map becomes the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Symmetry {
    MirrorRows,
    MirrorCols,
    Rotation,
}

/// Makes a fair map: one half is the image of the other, and every ship can get everywhere.
///
/// None if no such map was found; other seeds or sizes may do.
#[must_use]
pub fn generate(wish: Wish) -> Option<Plan> {
    let mut random = SplitMix64::new(wish.seed);
    (0..200).find_map(|_| {
        let symmetry =
            [Symmetry::MirrorRows, Symmetry::MirrorCols, Symmetry::Rotation][random.below(3) as usize];
        let mut draft = Draft::new(wish, symmetry, random.next_u64());
        draft.run().filter(is_good)
    })
}

/// Both sides alike, valid, and nothing out of reach.
fn is_good(plan: &Plan) -> bool {
    let reachable = |team| access(plan, team).iter().all(|(_, steps)| steps.is_some());
    plan.faults().is_empty()
        && plan.breaches(&Rules::DOCUMENT).is_empty()
        && Team::BOTH.into_iter().all(reachable)
        && unfairness(plan).is_none()
}

struct Draft {
    wish: Wish,
    symmetry: Symmetry,
    random: SplitMix64,
    plan: Plan,
    /// Cells that belong to an island or the water around it.
    claimed: Vec<bool>,
}

impl Draft {
    fn new(wish: Wish, symmetry: Symmetry, seed: u64) -> Self {
        let area = wish.size.area();
        let plan = Plan { size: wish.size, land: vec![false; area], ..Plan::default() };
        Self { wish, symmetry, random: SplitMix64::new(seed), plan, claimed: vec![false; area] }
    }

    fn run(&mut self) -> Option<Plan> {
        let base = self.find_site(9)?;
        self.raise_base_island(base);
        self.put(Kind::Base, Team::First, Cell::new(base.row + 2, base.col + 2));
        let area = self.wish.size.area() as u64;
        let islands = (area / 450 + 2) * (2 + u64::from(self.wish.land)) / 2 + self.random.below(3);
        let mut sites = Vec::new();
        for _ in 0..islands {
            let Some(site) = self.find_site(8) else { break };
            self.raise_island(site);
            sites.push(site);
        }
        let seas = Seas::new(self.wish.size, |cell| !self.plan.is_land(cell));
        for site in sites {
            if self.random.below(5) < 2 {
                let island = Area { from: site, to: Cell::new(site.row + 7, site.col + 7) };
                let at = self.find_shore(&seas, island)?;
                self.put(Kind::Fort, Team::Nobody, at);
            }
        }
        let resources = (5 + self.random.below(3) + 3 * u64::from(self.wish.land)).min(12);
        let Size { rows, cols } = self.wish.size;
        let everywhere = Area { from: Cell::new(0, 0), to: Cell::new(rows - 1, cols - 1) };
        for number in 0..resources {
            let kind = if number < resources.div_ceil(2) { Kind::Mine } else { Kind::Oilfield };
            let at = self.find_shore(&seas, everywhere)?;
            self.put(kind, Team::Nobody, at);
        }
        self.number();
        Some(self.plan.clone())
    }

    /// The cell's image in the other half.
    fn image(&self, cell: Cell) -> Cell {
        let Size { rows, cols } = self.wish.size;
        let (row, col) = (rows - 1 - cell.row, cols - 1 - cell.col);
        match self.symmetry {
            Symmetry::MirrorRows => Cell::new(row, cell.col),
            Symmetry::MirrorCols => Cell::new(cell.row, col),
            Symmetry::Rotation => Cell::new(row, col),
        }
    }

    /// The image of the upper-left cell of an element: the image's own upper-left cell.
    fn image_corner(&self, kind: Kind, at: Cell) -> Cell {
        let Area { from, to } = Area::of(kind, at);
        let (one, two) = (self.image(from), self.image(to));
        Cell::new(one.row.min(two.row), one.col.min(two.col))
    }

    /// The upper-left cell of a square of this side that is wholly unclaimed and does not touch its
    /// own image.
    fn find_site(&mut self, side: u8) -> Option<Cell> {
        let Size { rows, cols } = self.wish.size;
        (0..200).find_map(|_| {
            let row = self.random.below(u64::from(rows - side + 1)) as u8;
            let col = self.random.below(u64::from(cols - side + 1)) as u8;
            let site = Area { from: Cell::new(row, col), to: Cell::new(row + side - 1, col + side - 1) };
            let (one, two) = (self.image(site.from), self.image(site.to));
            let image = Area {
                from: Cell::new(one.row.min(two.row), one.col.min(two.col)),
                to: Cell::new(one.row.max(two.row), one.col.max(two.col)),
            };
            // Bases come first and stay well apart; islands only must not run into each other.
            let apart = if side == 9 { i32::from(rows.max(cols)) / 3 } else { 0 };
            let free = site.cells().all(|cell| !self.claimed[self.wish.size.index(cell)]);
            if !free || site.distance(image) <= apart {
                return None;
            }
            for cell in site.cells().chain(image.cells()) {
                self.claimed[self.wish.size.index(cell)] = true;
            }
            Some(site.from)
        })
    }

    fn raise(&mut self, cell: Cell) {
        for cell in [cell, self.image(cell)] {
            let at = self.wish.size.index(cell);
            self.plan.land[at] = true;
        }
    }

    /// 5 by 5 land with the base in its middle and a ragged rim on three sides; the fourth stays
    /// open to the water.
    fn raise_base_island(&mut self, site: Cell) {
        let open = self.random.below(4);
        for row in 0..9u8 {
            for col in 0..9u8 {
                let inner = (2..7).contains(&row) && (2..7).contains(&col);
                let rim = (1..8).contains(&row) && (1..8).contains(&col);
                let on_open_side = match open {
                    0 => row < 2,
                    1 => row > 4,
                    2 => col < 2,
                    _ => col > 4,
                };
                let ragged = rim && !inner && self.random.below(3) == 0;
                if !on_open_side && (inner || ragged) {
                    self.raise(Cell::new(site.row + row, site.col + col));
                }
            }
        }
    }

    /// A block of 2 to 4 by 2 to 4 with a ragged rim, within 6 by 6, with water around it.
    fn raise_island(&mut self, site: Cell) {
        let (rows, cols) = (2 + self.random.below(3) as u8, 2 + self.random.below(3) as u8);
        for row in 1..7u8 {
            for col in 1..7u8 {
                let inner = (2..2 + rows).contains(&row) && (2..2 + cols).contains(&col);
                let rim = (1..3 + rows).contains(&row) && (1..3 + cols).contains(&col);
                if inner || rim && self.random.below(2) == 0 {
                    self.raise(Cell::new(site.row + row, site.col + col));
                }
            }
        }
    }

    /// A free land cell of the area beside the open sea.
    fn find_shore(&mut self, seas: &Seas, area: Area) -> Option<Cell> {
        let size = self.wish.size;
        let open = size.cells().map(|cell| seas.piece_of(cell)).max_by_key(|piece| seas.extent(*piece))?;
        let is_shore = |cell: &Cell| {
            let mut near = STEPS.iter().filter_map(|(rows, cols)| size.offset(*cell, *rows, *cols));
            self.plan.is_land(*cell)
                && near.any(|near| seas.piece_of(near) == open)
                && self.plan.elements.iter().all(|placed| placed.area().distance(Area::cell(*cell)) > 1)
                && Area::cell(*cell).distance(Area::cell(self.image(*cell))) > 1
        };
        let shores: Vec<Cell> = area.cells().filter(is_shore).collect();
        if shores.is_empty() {
            return None;
        }
        Some(shores[self.random.below(shores.len() as u64) as usize])
    }

    /// Puts an element and its image.
    fn put(&mut self, kind: Kind, team: Team, at: Cell) {
        let image = self.image_corner(kind, at);
        self.plan.elements.push(Placed::new(0, kind, team, at));
        self.plan.elements.push(Placed::new(0, kind, team.other(), image));
    }

    /// Gives every element an index.
    fn number(&mut self) {
        for at in 0..self.plan.elements.len() {
            let mut index = self.random.below(10_000) as i32;
            while self.plan.elements[..at].iter().any(|other| other.index == index) {
                index += 10_000;
            }
            self.plan.elements[at].index = index;
        }
        self.plan.elements.sort_by_key(|placed| placed.index);
    }
}
