//! The board as an array of numbers.

use crate::event::Event;
use crate::kinds::Kind;
use crate::map::Setup;
use crate::mistakes::MistakeKind;
use crate::state::{Id, MAX_UNITS, NOWHERE, Squares, StateOf};
use board::{Cell, Direction};
use game::mistakes::Adherence;
use game::{Layout, Log, Paint, Picture, Seat};

/// What is said of each square: 0 or 1, but for `points` (steps that the mage to move can still make), `patrol_steps` and `tracker_sight`,
/// which are cut to what fits (0 to 255).
const CHANNELS: &[&str] = &[
    "water",
    "mountain",
    "mage",
    "to_move",
    "points",
    "patrol_up",
    "patrol_down",
    "patrol_left",
    "patrol_right",
    "patrol_steps",
    "tracker",
    "tracker_sight",
];

const WATER: usize = 0;
const MOUNTAIN: usize = 1;
const MAGE: usize = 2;
const TO_MOVE: usize = 3;
const POINTS: usize = 4;
const PATROL: usize = 5;
const PATROL_STEPS: usize = 9;
const TRACKER: usize = 10;
const TRACKER_SIGHT: usize = 11;

/// Which units a picture shows, and where.
#[derive(Clone, Debug)]
pub struct Shown {
    /// Whether it shows anything.
    painted: bool,
    places: [Cell; MAX_UNITS],
    turned: [u64; MAX_UNITS.div_ceil(64)],
    to_move: Option<Cell>,
    points: u8,
}

impl Default for Shown {
    fn default() -> Self {
        let turned = [0; MAX_UNITS.div_ceil(64)];
        Self { painted: false, places: [NOWHERE; MAX_UNITS], turned, to_move: None, points: 0 }
    }
}

/// It is compared with the state, and listens to nothing.
impl Log<Event> for Shown {
    const ON: bool = false;

    fn tell(&mut self, _: Event) {}
}

impl<R: Adherence<MistakeKind>> Paint for StateOf<R> {
    type Shown = Shown;

    fn layout(setup: &Setup) -> Layout {
        let (height, width) = (setup.0.size.rows.into(), setup.0.size.cols.into());
        Layout { height, width, channels: CHANNELS, rows: 0, columns: &[], scalars: &[] }
    }

    fn paint(&self, _: Seat, into: &mut Picture<'_>) {
        let planes = &mut into.planes[..self.size().area() * CHANNELS.len()];
        planes.fill(0);
        for (channel, terrain) in [(WATER, &self.map.water), (MOUNTAIN, &self.map.mountains)] {
            terrain.cells().for_each(|cell| planes[self.size().index(cell) * CHANNELS.len() + channel] = 1);
        }
        self.living().for_each(|id| self.paint_unit(id, planes));
    }

    #[inline]
    fn repaint(&self, seat: Seat, shown: &mut Shown, into: &mut Picture<'_>) {
        if shown.painted {
            self.paint_changes(shown, into.planes);
        } else {
            self.paint(seat, into);
        }
        self.note_shown(shown);
    }
}

impl<R: Adherence<MistakeKind>> StateOf<R> {
    #[inline]
    fn paint_unit(&self, id: Id, planes: &mut [u8]) {
        let cell = self.place(id);
        let channels = &mut planes[self.size().index(cell) * CHANNELS.len()..][..CHANNELS.len()];
        match self.kind_of(id) {
            Kind::Mage => {
                channels[MAGE] = 1;
                if self.active() == Some(id) {
                    channels[TO_MOVE] = 1;
                    channels[POINTS] = self.points;
                }
            }
            Kind::Patrol { facing, steps } => {
                channels[PATROL + facing as usize] = 1;
                channels[PATROL_STEPS] = steps.clamp(0, 255) as u8;
            }
            Kind::Tracker { sight } => {
                channels[TRACKER] = 1;
                channels[TRACKER_SIGHT] = sight.clamp(0, 255) as u8;
            }
        }
    }

    /// Wipes the squares of units that are not what or where they were, then paints those units anew.
    #[inline]
    fn paint_changes(&self, shown: &Shown, planes: &mut [u8]) {
        let units = self.map.units.len();
        let mut changed = Squares::EMPTY;
        let mut any = false;
        let (before, now) = (&shown.places[..units], &self.places()[..units]);
        for (was, is) in before.iter().zip(now).filter(|(was, is)| was != is) {
            any = true;
            [was, is].into_iter().filter(|cell| **cell != NOWHERE).for_each(|cell| changed.insert(*cell));
        }
        for (at, (was, is)) in
            shown.turned.iter().zip(self.turned()).enumerate().filter(|(_, (was, is))| was != is)
        {
            let bits = (0..64).filter(|bit| (was ^ is) >> bit & 1 != 0);
            for cell in bits.filter_map(|bit| now.get(at * 64 + bit)).filter(|cell| **cell != NOWHERE) {
                any = true;
                changed.insert(*cell);
            }
        }
        let to_move = self.mage_to_move();
        if (shown.to_move, shown.points) != (to_move, self.points) {
            any = true;
            shown.to_move.into_iter().chain(to_move).for_each(|cell| changed.insert(cell));
        }
        if any {
            changed.cells().for_each(|cell| self.paint_square(cell, planes));
        }
    }

    #[inline]
    fn paint_square(&self, cell: Cell, planes: &mut [u8]) {
        // Terrain never changes.
        planes[self.size().index(cell) * CHANNELS.len()..][MAGE..CHANNELS.len()].fill(0);
        if let Some(id) = self.holder(cell) {
            self.paint_unit(id, planes);
        }
    }

    #[inline]
    fn note_shown(&self, shown: &mut Shown) {
        let units = self.map.units.len();
        shown.painted = true;
        shown.places[..units].copy_from_slice(&self.places()[..units]);
        shown.turned = *self.turned();
        shown.to_move = self.mage_to_move();
        shown.points = self.points;
    }
}

const _: () = assert!(PATROL + Direction::ALL.len() == PATROL_STEPS && TRACKER_SIGHT + 1 == CHANNELS.len());
