//! What a player calls the elements: *your destroyer 2* and not an index, which is a number drawn
//! by chance.

use crate::{Kind, State, Team, View};
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use board::Cell;
use face::Viewpoint;
use game::{Game, Lang, Seat, Viewer, Words};

/// Numbers of the elements that a player has seen: counted for each kind and side, in the order in
/// which they came into sight.
#[derive(Clone, Debug, Default)]
pub struct Names {
    known: BTreeMap<i32, Known>,
}

#[derive(Clone, Copy, Debug)]
struct Known {
    kind: Kind,
    team: Team,
    number: u32,
}

impl Names {
    /// The side that an element was of when the seat last saw it.
    pub(super) fn team_of(&self, index: i32) -> Option<Team> {
        self.known.get(&index).map(|known| known.team)
    }

    /// Names what a seat sees for the first time.
    pub(super) fn learn(&mut self, state: &State, seat: Seat) {
        let mut view = View::default();
        state.view(Viewer::Seat(seat), &mut view);
        for sighting in &view.elements {
            // Forts change sides and keep their number.
            let team = if sighting.kind.is_unit() { sighting.team } else { Team::Nobody };
            let alike = |known: &&Known| known.kind == sighting.kind && known.team == team;
            if !self.known.contains_key(&sighting.index) {
                let number = 1 + self.known.values().filter(alike).count() as u32;
                self.known.insert(sighting.index, Known { kind: sighting.kind, team, number });
            }
        }
    }
}

/// Whose something is, to a player.
pub(super) fn side(team: Team, seat: Seat) -> Words {
    match team {
        Team::Nobody => Words("", ""),
        team if team == Team::of(seat) => Words("your ", "己方"),
        _ => Words("enemy ", "敌方"),
    }
}

/// What a player calls an element that it sees, or saw in one of these states.
pub(super) fn name(index: i32, states: &[&State], from: &Viewpoint<'_, Names>) -> String {
    // Whose a fort in the fog is now the seat does not know: its view says whose it seems to be.
    let seen = states.iter().find_map(|state| {
        let mut view = View::default();
        state.view(Viewer::Seat(from.seat), &mut view);
        let at = view.elements.binary_search_by_key(&index, |sighting| sighting.index).ok()?;
        Some((view.elements[at].kind, view.elements[at].team))
    });
    let known = from.names.known.get(&index);
    match seen.or(known.map(|known| (known.kind, known.team))) {
        Some((kind, team)) => full_name(kind, team, index, from),
        None => format!("{index}"),
    }
}

/// What a player calls an element of this kind and side.
pub(super) fn full_name(kind: Kind, team: Team, index: i32, from: &Viewpoint<'_, Names>) -> String {
    let lang = from.lang();
    let (side, word) = (lang.pick(side(team, from.seat)), lang.pick(kind.words()));
    match from.names.known.get(&index) {
        // Each side has one base.
        Some(known) if kind != Kind::Base => format!("{side}{word} {}", known.number),
        _ => format!("{side}{word}"),
    }
}

/// An element and where it is.
pub(super) fn name_and_place(index: i32, state: &State, from: &Viewpoint<'_, Names>) -> Option<String> {
    let Cell { row, col } = state.element(index)?.at;
    let name = name(index, &[state], from);
    Some(match from.lang() {
        Lang::En => format!("{name} at ({row}, {col})"),
        Lang::Zh => format!("{name} ({row}, {col})"),
    })
}
