//! What a seat sees of the sea: its view, by cell.

use super::names::Names;
use super::text;
use crate::{Area, Kind, Level, Sighting, State, Team, View};
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use board::Cell;
use face::{Ground, Ink, Look, Tile, Viewpoint};
use game::{Game, Seat, Viewer};

/// A seat's view, by cell.
pub(super) struct Scene<'a> {
    state: &'a State,
    team: Team,
    view: View,
    /// For each cell what covers it, as places in the view's list.
    by_cell: BTreeMap<Cell, Vec<usize>>,
}

impl<'a> Scene<'a> {
    pub(super) fn new(state: &'a State, seat: Seat) -> Self {
        let mut view = View::default();
        state.view(Viewer::Seat(seat), &mut view);
        let mut scene = Self { state, team: Team::of(seat), view, by_cell: BTreeMap::new() };
        for (at, sighting) in scene.view.elements.iter().enumerate() {
            for cell in scene.area(sighting).cells() {
                scene.by_cell.entry(cell).or_default().push(at);
            }
        }
        scene
    }

    /// What an element covers, from what the view says.
    fn area(&self, sighting: &Sighting) -> Area {
        let Cell { row, col } = sighting.place.cell;
        let centre = sighting.kind == Kind::Base && self.state.chart().rules.bases_shown_by_centre;
        let corner = if centre {
            Cell::new(row.saturating_sub(1), col.saturating_sub(1))
        } else {
            Cell::new(row, col)
        };
        Area::of(sighting.kind, corner)
    }

    /// Index and extent of everything the seat knows of.
    pub(super) fn areas(&self) -> impl Iterator<Item = (i32, Area)> {
        self.view.elements.iter().map(|sighting| (sighting.index, self.area(sighting)))
    }

    fn at(&self, cell: Cell) -> impl DoubleEndedIterator<Item = &Sighting> {
        self.by_cell.get(&cell).into_iter().flatten().map(|at| &self.view.elements[*at])
    }

    pub(super) fn indices_at(&self, cell: Cell) -> impl Iterator<Item = i32> {
        self.at(cell).map(|sighting| sighting.index)
    }

    fn is_seen(&self, cell: Cell) -> bool {
        self.state.sees(self.team, Area::cell(cell), Level::Surface)
    }

    pub(super) fn tile(&self, cell: Cell, look: &Look) -> Tile {
        let (land, seen) = (self.state.chart().is_land(cell), self.is_seen(cell));
        let ground = match (land, seen) {
            (_, false) => Ground::Fog,
            (true, true) => Ground::Land,
            (false, true) => Ground::Water,
        };
        let sign = match (land, seen) {
            (true, _) => look.sign("▒", "#"),
            (false, true) if !look.colour => "~",
            (false, true) => " ",
            (false, false) => look.sign("·", "."),
        };
        // Of several one above the other the highest is drawn, one's own first.
        let top = self.at(cell).max_by_key(|sighting| (sighting.team == self.team, sighting.place.level));
        let Some(top) = top else { return Tile::ground(ground, sign) };
        let code = text::code(top.kind, look);
        let (code, ink) = match top.team {
            team if team == self.team => (code.to_string(), Ink::Own),
            Team::Nobody => (code.to_string(), Ink::Neutral),
            _ => (code.to_lowercase(), Ink::Enemy),
        };
        Tile { long: code.clone(), short: code, note: String::new(), owner: None, ground, ink }
    }

    pub(super) fn facts(&self, cell: Cell, from: &Viewpoint<'_, Names>) -> Vec<String> {
        let land = self.state.chart().is_land(cell);
        let mut lines = vec![text::place(cell, land, self.is_seen(cell), from.lang())];
        for sighting in self.at(cell) {
            lines.extend(text::sighting(sighting, self.state, from));
        }
        lines
    }
}
