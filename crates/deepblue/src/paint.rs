//! What a seat sees as arrays of numbers: rows of what it knows of, and planes of land and sight.

use crate::event::Event;
use crate::kinds::{Kind, Level, Team};
use crate::map::Setup;
use crate::seas::MAX_SIDE;
use crate::state::{Body, MAX_ELEMENTS, State};
use crate::view::Sighting;
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

/// Words for the columns of the largest map.
const WORDS: usize = (MAX_SIDE as usize).div_ceil(64);

/// The cells that a side sees on each level, row by row, one bit a column.
#[derive(Clone, Debug)]
struct Sight([[[u64; WORDS]; MAX_SIDE as usize]; 3]);

impl Sight {
    const NONE: Self = Self([[[0; WORDS]; MAX_SIDE as usize]; 3]);

    /// What a team sees.
    fn of(state: &State, team: Team) -> Self {
        let mut sight = Self::NONE;
        for body in state.elements.bodies().iter().filter(|body| body.team == team) {
            for level in Level::ALL {
                sight.light(state, body, level);
            }
        }
        sight
    }

    fn light(&mut self, state: &State, body: &Body, level: Level) {
        let area = body.area();
        let range = state.chart.sight[body.kind as usize][level as usize];
        let last = (i32::from(state.chart.size.rows) - 1, i32::from(state.chart.size.cols) - 1);
        let (top, bottom) = (i32::from(area.from.row), i32::from(area.to.row));
        let (left, right) = (i32::from(area.from.col), i32::from(area.to.col));
        for row in top.saturating_sub(range).max(0)..=bottom.saturating_add(range).min(last.0) {
            let rest = range - (top - row).max(row - bottom).max(0);
            let (from, to) = (left.saturating_sub(rest).max(0), right.saturating_add(rest).min(last.1));
            let words = &mut self.0[level as usize][row as usize];
            for (word, bits) in words.iter_mut().enumerate() {
                *bits |= columns(from - 64 * word as i32, to - 64 * word as i32);
            }
        }
    }

    fn sees(&self, body: &Body) -> bool {
        let rows = &self.0[body.kind.level() as usize];
        let lit = |row: u8, col: u8| rows[usize::from(row)][usize::from(col / 64)] >> (col % 64) & 1 != 0;
        body.area().cells().any(|cell| lit(cell.row, cell.col))
    }
}

/// The bits from one to another, as far as they are those of a word.
const fn columns(from: i32, to: i32) -> u64 {
    if to < 0 || from > 63 {
        return 0;
    }
    let from = if from < 0 { 0 } else { from };
    let above = if to >= 63 { 0 } else { u64::MAX << (to + 1) };
    !above & u64::MAX << from
}

/// What the planes of a picture show.
#[derive(Clone, Debug)]
pub struct Shown {
    /// Whether they show anything.
    painted: bool,
    sight: Sight,
}

impl Default for Shown {
    fn default() -> Self {
        Self { painted: false, sight: Sight::NONE }
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
        let sight = Sight::of(self, team);
        if !shown.painted {
            self.paint_land(into.planes);
            shown.painted = true;
        }
        self.paint_sight(&shown.sight, &sight, into.planes);
        self.paint_rows(team, &sight, &mut into.table[..MAX_ELEMENTS * COLUMNS.len()]);
        self.paint_scalars(team, &mut into.scalars[..SCALARS.len()]);
        shown.sight = sight;
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

    /// Brings planes that show one sight to another.
    fn paint_sight(&self, before: &Sight, now: &Sight, planes: &mut [u8]) {
        let cols = usize::from(self.chart.size.cols);
        for level in Level::ALL {
            let (before, now) = (&before.0[level as usize], &now.0[level as usize]);
            for row in (0..usize::from(self.chart.size.rows)).filter(|row| before[*row] != now[*row]) {
                for word in 0..WORDS {
                    let mut changed = before[row][word] ^ now[row][word];
                    while changed != 0 {
                        let bit = changed.trailing_zeros() as usize;
                        changed &= changed - 1;
                        let cell = row * cols + word * 64 + bit;
                        let channel = cell * CHANNELS.len() + 1 + level as usize;
                        planes[channel] = (now[row][word] >> bit & 1) as u8;
                    }
                }
            }
        }
    }

    fn paint_rows(&self, team: Team, sight: &Sight, table: &mut [i16]) {
        let mut rows = table.chunks_exact_mut(COLUMNS.len());
        let own = self.elements().filter(|(_, body)| body.team == team);
        for ((index, body), row) in own.zip(&mut rows) {
            paint_row(row, 1, &self.whole(index, body));
        }
        for (index, body) in self.elements().filter(|(_, body)| body.team != team) {
            let visible = sight.sees(body);
            let told = self.whole(index, body).to_others(visible);
            if let Some((sighting, row)) = told.and_then(|sighting| Some((sighting, rows.next()?))) {
                let side = if sighting.team.plays() { 2 } else { 3 };
                paint_row(row, side, &sighting);
            }
        }
        rows.for_each(|row| row.fill(0));
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

fn paint_row(row: &mut [i16], side: i16, sighting: &Sighting) {
    let Sighting { kind, place, visible, health, fuel, ammo, metal, dest, .. } = *sighting;
    let dest = dest.map_or(place.cell, |dest| dest.cell);
    row.copy_from_slice(&[
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
    ]);
}
