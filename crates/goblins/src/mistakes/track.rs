//! Mistakes of tracking goblins.

use super::MistakeKind;
use crate::state::{MAX_SIDE, Squares, StateOf};
use crate::track::Quarry;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use board::Cell;
use game::mistakes::Adherence;

impl<R: Adherence<MistakeKind>> StateOf<R> {
    /// How far a tracking goblin sees, if there may be a mistake in that.
    pub(crate) fn mistaken_sight(&self, sight: i32) -> i32 {
        if self.rules.errs(MistakeKind::SightOneLess) {
            sight - 1
        } else if self.rules.errs(MistakeKind::SightOneMore) {
            sight.saturating_add(1)
        } else if self.rules.errs(MistakeKind::SightEndless) {
            i32::MAX
        } else {
            sight
        }
    }

    /// Whether a mage is within sight, if there may be a mistake in that.
    pub(crate) fn is_wrongly_within(&self, at: Cell, mage: Cell, sight: u32) -> bool {
        let errs = |mistake| self.rules.errs(mistake);
        let (rows, cols) = (u32::from(at.row.abs_diff(mage.row)), u32::from(at.col.abs_diff(mage.col)));
        let sight = u64::from(sight);
        match () {
            () if errs(MistakeKind::SightZeroSees) => u64::from(rows + cols) <= sight.max(1),
            () if errs(MistakeKind::SightIsSquare) => u64::from(rows.max(cols)) <= sight,
            () if errs(MistakeKind::SightByRows) => u64::from(rows) <= sight,
            () if errs(MistakeKind::SightByColumns) => u64::from(cols) <= sight,
            () if errs(MistakeKind::SightIsRound) => u64::from(rows * rows + cols * cols) <= sight * sight,
            () => u64::from(rows + cols) <= sight,
        }
    }

    /// Whether a tracking goblin strikes after its way, if there may be a mistake in that.
    pub(crate) fn tracker_strikes(&self, moved: bool) -> bool {
        let errs = self.rules.errs(MistakeKind::TrackerNoStrike)
            || (self.rules.errs(MistakeKind::TrackerStrikesStanding) && moved)
            || (self.rules.errs(MistakeKind::TrackerStrikesMoved) && !moved);
        !errs
    }

    /// Whom a tracking goblin goes for if there is a mistake in that.
    pub(crate) fn mistaken_quarry(&self, at: Cell, sight: i32, seen: &Squares) -> Option<Quarry> {
        let Ways { open, ends } = self.mistaken_ways(at, sight);
        let search = Search::new(at, &open, self.rules.errs(MistakeKind::TrackerStepsDiagonally));
        let reachable = seen.cells().filter_map(|mage| {
            let (steps, landing) = self.mistaken_landing(mage, &ends, &search)?;
            Some((mage, steps, landing))
        });
        let (mage, steps, landing) = reachable
            .min_by_key(|(mage, steps, landing)| self.mistaken_preference(at, *mage, *steps, *landing))?;
        let distance = steps + 1;
        let is_nearer = |other: Cell| (at.manhattan(other), other.row, other.col);
        let gives_up = (self.rules.errs(MistakeKind::PathWithinSight)
            && i64::from(distance) > i64::from(sight))
            || (self.rules.errs(MistakeKind::TrackerBesideIdle) && distance == 1)
            || (self.rules.errs(MistakeKind::NearestUnreachable)
                && seen.cells().any(|other| is_nearer(other) < is_nearer(mage)));
        if gives_up {
            return None;
        }
        let landing = self.stop_on_the_way(at, landing, &open, sight);
        Some(Quarry { mage, landing, distance })
    }

    /// Where a tracking goblin can go, if there may be a mistake in that.
    fn mistaken_ways(&self, at: Cell, sight: i32) -> Ways {
        let errs = |mistake| self.rules.errs(mistake);
        let mut open = self.free();
        let mut ends = open;
        ends.insert(at);
        if errs(MistakeKind::UnitsDoNotBlock) {
            open = self.map.plain;
        }
        if errs(MistakeKind::PathsCrossAll) {
            open = self.size().cells().collect();
        }
        if errs(MistakeKind::TrackerKeepsWithinSight) {
            let is_seen = |cell: &Cell| i64::from(at.manhattan(*cell)) <= i64::from(sight);
            open = open & self.size().cells().filter(is_seen).collect::<Squares>();
        }
        if errs(MistakeKind::GoblinsDoNotBlock) {
            open |= *self.goblins() & self.map.plain;
        }
        if errs(MistakeKind::MagesDoNotBlock) {
            open |= *self.mages() & self.map.plain;
        }
        for (mistake, terrain) in [
            (MistakeKind::TrackerCrossesWater, self.map.water),
            (MistakeKind::TrackerCrossesMountains, self.map.mountains),
        ] {
            if errs(mistake) || errs(MistakeKind::TrackerCrossesTerrain) {
                open |= terrain;
                ends |= terrain & !(*self.mages() | *self.goblins());
            }
        }
        Ways { open, ends }
    }

    /// The square beside a mage where a tracking goblin stops, and the steps to it, if there may be
    /// a mistake in that.
    fn mistaken_landing(&self, mage: Cell, ends: &Squares, search: &Search) -> Option<(u32, Cell)> {
        let errs = |mistake| self.rules.errs(mistake);
        let beside = Squares::of(mage).neighbours() & *ends;
        let reached = beside.cells().filter_map(|cell| Some((search.found(cell)?, cell)));
        let preference = |(found, cell): &(Found, Cell)| {
            let (row, col) = (u32::from(cell.row), u32::from(cell.col));
            let (first, second) = match () {
                () if errs(MistakeKind::LandingTiesByColumn) => (col, row),
                () if errs(MistakeKind::LandingTiesLast) || errs(MistakeKind::TrackerTiesLast) => {
                    (u32::MAX - row, u32::MAX - col)
                }
                () if errs(MistakeKind::LandingTiesRight) => (row, u32::MAX - col),
                () if errs(MistakeKind::LandingTiesBottom) => (u32::MAX - row, col),
                () if errs(MistakeKind::LandingTiesByLetters) => (letter_place(mage, *cell), 0),
                () if errs(MistakeKind::LandingByPath) => (found.nth, 0),
                () => (row, col),
            };
            (found.steps, first, second)
        };
        if errs(MistakeKind::LandingAnywhere) || errs(MistakeKind::TrackerFirstFound) {
            let all: Vec<(Found, Cell)> = reached.collect();
            let steps = all.iter().map(|(found, _)| found.steps).min()?;
            return all.first().map(|(_, cell)| (steps, *cell));
        }
        reached.min_by_key(preference).map(|(found, cell)| (found.steps, cell))
    }

    /// How a tracking goblin ranks a mage, the least first, if there may be a mistake in that.
    fn mistaken_preference(&self, at: Cell, mage: Cell, steps: u32, landing: Cell) -> (u32, u16, u8, u8) {
        let errs = |mistake| self.rules.errs(mistake);
        let away = match () {
            () if errs(MistakeKind::NearestByLine) || errs(MistakeKind::NearestUnreachable) => {
                at.manhattan(mage)
            }
            () if errs(MistakeKind::TargetFirstSeen) || errs(MistakeKind::TrackerFirstFound) => 0,
            () if errs(MistakeKind::TargetFarthest) => u32::MAX - steps,
            () => steps,
        };
        let place = self.holder(mage).map_or(0, |id| id.0);
        let order = match () {
            () if errs(MistakeKind::TargetTiesByOrder) || errs(MistakeKind::TargetFirstSeen) => place,
            () if errs(MistakeKind::TargetTiesLastOrder) => u16::MAX - place,
            () => 0,
        };
        let (first, second) = match () {
            () if errs(MistakeKind::TargetTiesByColumn) => (mage.col, mage.row),
            () if errs(MistakeKind::TargetTiesRight) => (mage.row, u8::MAX - mage.col),
            () if errs(MistakeKind::TargetTiesBottom) => (u8::MAX - mage.row, mage.col),
            () if errs(MistakeKind::TargetTiesByLanding) => (landing.row, landing.col),
            () => (mage.row, mage.col),
        };
        if errs(MistakeKind::TargetTiesLast) || errs(MistakeKind::TrackerTiesLast) {
            return (away, order, u8::MAX - first, u8::MAX - second);
        }
        (away, order, first, second)
    }

    /// Where a tracking goblin stops on its way if it makes too few steps, which is a mistake.
    fn stop_on_the_way(&self, from: Cell, landing: Cell, open: &Squares, sight: i32) -> Cell {
        let most = match sight {
            _ if self.rules.errs(MistakeKind::TrackerStays) => return from,
            _ if self.rules.errs(MistakeKind::TrackerStopsShort) => {
                let mut open = *open;
                open.insert(from);
                Search::new(from, &open, false).found(landing).map_or(0, |found| found.steps as i32 - 1)
            }
            _ if self.rules.errs(MistakeKind::TrackerOneStep) => 1,
            _ if self.rules.errs(MistakeKind::TrackerTwoSteps) => 2,
            _ if self.rules.errs(MistakeKind::TrackerThreeSteps) => 3,
            sight if self.rules.errs(MistakeKind::MovesWithinSight) => sight,
            _ => return landing,
        };
        let mut open = *open;
        open.insert(from);
        let search = Search::new(landing, &open, false);
        let left = |cell: Cell| search.found(cell).map(|found| found.steps);
        let mut at = from;
        for _ in 0..most {
            let beside = Squares::of(at).neighbours() & open;
            let next = beside.cells().filter(|cell| left(*cell).is_some() && left(*cell) < left(at));
            let Some(next) = next.min_by_key(|cell| (cell.row, cell.col)) else { break };
            at = next;
        }
        if self.is_held(at) { from } else { at }
    }
}

/// The squares a tracking goblin may cross, and those on which it may stop.
struct Ways {
    open: Squares,
    ends: Squares,
}

/// How a search found a square.
#[derive(Clone, Copy)]
struct Found {
    steps: u32,
    /// So many squares were found before it.
    nth: u32,
}

/// A breadth-first search over open squares, in the order of the letters W, A, S, D.
struct Search([Option<Found>; MAX_SIDE * MAX_SIDE]);

impl Search {
    fn new(from: Cell, open: &Squares, diagonally: bool) -> Self {
        let mut search = Self([None; MAX_SIDE * MAX_SIDE]);
        let mut queue = VecDeque::from([from]);
        let mut found = Found { steps: 0, nth: 0 };
        search.0[square(from)] = Some(found);
        while let Some(at) = queue.pop_front() {
            let steps = search.found(at).map_or(0, |found| found.steps) + 1;
            let corners = DIAGONALS.into_iter().filter(|_| diagonally);
            for (rows, cols) in LETTERS.into_iter().chain(corners) {
                let next = offset(at, rows, cols).filter(|cell| open.has(*cell));
                if let Some(next) = next.filter(|cell| search.found(*cell).is_none()) {
                    found = Found { steps, nth: found.nth + 1 };
                    search.0[square(next)] = Some(found);
                    queue.push_back(next);
                }
            }
        }
        search
    }

    fn found(&self, cell: Cell) -> Option<Found> {
        self.0[square(cell)]
    }
}

/// Where the letters W, A, S, D lead.
const LETTERS: [(i8, i8); 4] = [(-1, 0), (0, -1), (1, 0), (0, 1)];

const DIAGONALS: [(i8, i8); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// The square so far away, on the largest board there is.
fn offset(cell: Cell, rows: i8, cols: i8) -> Option<Cell> {
    board::Size::new(MAX_SIDE as u8, MAX_SIDE as u8).offset(cell, rows, cols)
}

/// The place of a neighbour in the order of the letters W, A, S, D.
fn letter_place(cell: Cell, neighbour: Cell) -> u32 {
    let place = LETTERS.iter().position(|(rows, cols)| offset(cell, *rows, *cols) == Some(neighbour));
    place.map_or(u32::MAX, |place| place as u32)
}

const fn square(cell: Cell) -> usize {
    cell.row as usize * MAX_SIDE + cell.col as usize
}
