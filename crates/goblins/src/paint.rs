//! The board as an array of numbers.

use crate::event::Event;
use crate::kinds::Kind;
use crate::map::Setup;
use crate::mistakes::MistakeKind;
use crate::state::{Id, MAX_UNITS, NOWHERE, StateOf};
use board::{Cell, Direction, bits};
use game::mistakes::Adherence;
use game::{Layout, Log, Paint, Picture, Seat};

/// What is said of each square: 0 or 1, but for `points` (steps that the mage to move can still
/// make), `patrol_steps` and `tracker_sight`, which are cut to what fits (0 to 255).
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
        let rows = planes.chunks_exact_mut(usize::from(self.size().cols) * CHANNELS.len());
        for (row, (water, mountains)) in rows.zip(self.map.water.0.iter().zip(&self.map.mountains.0)) {
            bits((*water).into()).for_each(|col| row[col * CHANNELS.len() + WATER] = 1);
            bits((*mountains).into()).for_each(|col| row[col * CHANNELS.len() + MOUNTAIN] = 1);
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

    /// Paints the squares of units that are not what or where they were, those that they left and
    /// those that they are on.
    #[inline]
    fn paint_changes(&self, shown: &Shown, planes: &mut [u8]) {
        let units = self.map.units.len();
        let now = &self.places()[..units];
        for (was, is) in shown.places[..units].iter().zip(now).filter(|(was, is)| was != is) {
            self.paint_square(*was, planes);
            self.paint_square(*is, planes);
        }
        for (word, (was, is)) in shown.turned.iter().zip(self.turned()).enumerate() {
            let turned = bits(was ^ is).filter_map(|bit| now.get(word * 64 + bit));
            turned.for_each(|cell| self.paint_square(*cell, planes));
        }
        let to_move = self.mage_to_move();
        if (shown.to_move, shown.points) != (to_move, self.points) {
            shown.to_move.into_iter().chain(to_move).for_each(|cell| self.paint_square(cell, planes));
        }
    }

    /// Paints what stands on a square; the dead are on none.
    #[inline]
    fn paint_square(&self, cell: Cell, planes: &mut [u8]) {
        if cell == NOWHERE {
            return;
        }
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
