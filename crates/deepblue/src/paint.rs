//! What a seat sees as arrays of numbers: rows of what it knows of, and planes of land and sight.

use crate::event::Event;
use crate::kinds::{Kind, Level, Team};
use crate::map::Setup;
use crate::sight::{NO_ROWS, Rows, Seeing, Sight};
use crate::state::{MAX_ELEMENTS, State};
use crate::view::Sighting;
use board::{Size, bits};
use game::{Layout, Log, Paint, Picture, Seat};

/// What is said of each cell, 0 or 1: whether it is land, and whether it is in sight under water,
/// on the surface, in the air.
const CHANNELS: &[&str] = &["land", "sees_under_water", "sees_surface", "sees_air"];

/// What is said of each element that the seat knows of: one's own first, in the rows that actions
/// number, then the others, both by ascending index. `side` is 1 for one's own, 2 for the
/// opponent's, 3 for nobody's; a row of zeros is no element. The rest is as in the view, with 0 for
/// what the seat may not know.
const COLUMNS: &[&str] = &[
    "side", "kind", "level", "row", "col", "visible", "health", "fuel", "ammo", "metal", "dest_row",
    "dest_col",
];

/// What is said once.
const SCALARS: &[&str] = &[
    "round",
    "max_round",
    "own_score",
    "other_score",
    "population",
    "max_population",
    "makes_submarines",
    "makes_destroyers",
    "makes_carriers",
    "makes_cargos",
    "makes_fighters",
    "makes_scouts",
];

/// What a picture shows.
#[derive(Clone, Debug)]
pub struct Shown {
    /// Whether it shows anything.
    painted: bool,
    /// The cells in sight.
    sight: Sight,
    /// Rows of the table that are not empty.
    rows: usize,
}

impl Default for Shown {
    fn default() -> Self {
        Self { painted: false, sight: Sight::NONE, rows: MAX_ELEMENTS }
    }
}

/// It is compared with the state, and listens to nothing.
impl Log<Event> for Shown {
    const ON: bool = false;

    fn tell(&mut self, _: Event) {}
}

impl Paint for State {
    type Shown = Shown;

    fn layout(setup: &Setup) -> Layout {
        let size = setup.chart().size;
        Layout {
            height: size.rows.into(),
            width: size.cols.into(),
            channels: CHANNELS,
            rows: MAX_ELEMENTS,
            columns: COLUMNS,
            scalars: SCALARS,
        }
    }

    fn paint(&self, seat: Seat, into: &mut Picture<'_>) {
        self.repaint(seat, &mut Shown::default(), into);
    }

    fn repaint(&self, seat: Seat, shown: &mut Shown, into: &mut Picture<'_>) {
        let team = Team::of(seat);
        if !shown.painted {
            self.paint_land(into.planes);
            shown.painted = true;
        }
        let (seeing, mut work) = (Seeing::new(self, team), [NO_ROWS; 2]);
        for level in Level::ALL {
            let now = seeing.cells(level, &mut work);
            self.paint_sight(level, &mut shown.sight.0[level as usize], now, into.planes);
        }
        let (rows, _) = into.table[..MAX_ELEMENTS * COLUMNS.len()].as_chunks_mut();
        let filled = self.paint_rows(team, &shown.sight, rows);
        rows[filled..shown.rows.max(filled)].fill([0; COLUMNS.len()]);
        shown.rows = filled;
        self.paint_scalars(team, &mut into.scalars[..SCALARS.len()]);
    }
}

impl State {
    fn paint_land(&self, planes: &mut [u8]) {
        let size = self.chart.size;
        let planes = &mut planes[..size.area() * CHANNELS.len()];
        for (cell, channels) in size.cells().zip(planes.chunks_exact_mut(CHANNELS.len())) {
            channels.fill(0);
            channels[0] = self.chart.is_land(cell).into();
        }
    }

    /// Brings the plane of a level, which shows what was in sight before, up to date.
    fn paint_sight(&self, level: Level, before: &mut Rows, now: &Rows, planes: &mut [u8]) {
        let Size { rows, cols } = self.chart.size;
        let (rows, cols) = (usize::from(rows), usize::from(cols));
        let words = before.iter_mut().zip(now).take(cols.div_ceil(64));
        for (first_col, (before, now)) in (0..).step_by(64).zip(words) {
            let both = before[1..=rows].iter_mut().zip(&now[1..=rows]);
            for (row, (before, now)) in both.enumerate().filter(|(_, (before, now))| before != now) {
                for bit in bits(*before ^ now) {
                    let cell = row * cols + first_col + bit;
                    planes[cell * CHANNELS.len() + 1 + level as usize] = (now >> bit & 1) as u8;
                }
                *before = *now;
            }
        }
    }

    /// Paints a row for each element that the team knows of. Returns how many these are.
    fn paint_rows(&self, team: Team, sight: &Sight, rows: &mut [Row]) -> usize {
        let all = rows.len();
        let mut rows = rows.iter_mut();
        for (index, body) in self.elements().filter(|(_, body)| body.team == team) {
            let row = rows.next();
            row.into_iter().for_each(|row| *row = as_row(1, &self.whole(index, body)));
        }
        for (index, body) in self.elements().filter(|(_, body)| body.team != team) {
            if let Some(sighting) = self.whole(index, body).to_others(sight.sees(body))
                && let Some(row) = rows.next()
            {
                *row = as_row(if sighting.team.plays() { 2 } else { 3 }, &sighting);
            }
        }
        all - rows.len()
    }

    fn paint_scalars(&self, team: Team, into: &mut [i32]) {
        let clamp = |number: i64| number.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        let score = |team: Team| self.scores.get(team as usize).map_or(0, |score| clamp(*score));
        let population = self.populations.get(team as usize).copied().unwrap_or(0);
        let (game, makes) = into.split_at_mut(6);
        game.copy_from_slice(&[
            clamp(self.round.into()),
            clamp(self.chart.max_round.into()),
            score(team),
            score(team.other()),
            population,
            self.chart.max_population,
        ]);
        makes.fill(0);
        for (kind, _) in self.production(team) {
            makes[*kind as usize - Kind::UNITS[0] as usize] += 1;
        }
    }
}

/// A row of the table.
type Row = [i16; COLUMNS.len()];

#[inline]
fn as_row(side: i16, sighting: &Sighting) -> Row {
    let Sighting { kind, place, visible, health, fuel, ammo, metal, dest, .. } = *sighting;
    let dest = dest.map_or(place.cell, |dest| dest.cell);
    [
        side,
        kind as i16,
        place.level as i16,
        place.cell.row.into(),
        place.cell.col.into(),
        visible.into(),
        health as i16,
        fuel as i16,
        ammo as i16,
        metal as i16,
        dest.row.into(),
        dest.col.into(),
    ]
}
