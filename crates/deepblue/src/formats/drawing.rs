//! Maps as text, for people.

use crate::kinds::{Kind, Team};
use crate::state::{Body, State};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use board::Cell;

/// Draws a state: one line a row, then what the signs mean, then the limits.
pub(crate) fn draw(state: &State) -> String {
    let chart = state.chart();
    let size = chart.size;
    let mut signs: Vec<char> = size.cells().map(|cell| if chart.is_land(cell) { '#' } else { '.' }).collect();
    // What is higher hides what is lower.
    let mut elements: Vec<&Body> = state.elements().map(|(_, body)| body).collect();
    elements.sort_by_key(|body| body.kind.level());
    for body in elements {
        body.area().cells().for_each(|cell| signs[size.index(cell)] = sign(body.kind, body.team));
    }
    let mut page = String::new();
    for row in 0..size.rows {
        let start = size.index(Cell::new(row, 0));
        page.extend(&signs[start..start + usize::from(size.cols)]);
        page.push('\n');
    }
    page += "\n. ocean  # land  $ mine  % oilfield  + neutral fort\n";
    page += "team 0 in capitals, team 1 in small letters: B base, F fort, S submarine, D destroyer, C carrier, T cargo, P fighter, E scout\n";
    page += &format!(
        "{} by {}, {} elements, {} rounds, population {}, weather {}, ruleset {}\n",
        size.rows,
        size.cols,
        state.elements().count(),
        chart.max_round,
        chart.max_population,
        chart.weather,
        chart.rules.name
    );
    page
}

const fn sign(kind: Kind, team: Team) -> char {
    let capital = match (kind, team) {
        (Kind::Mine, _) => '$',
        (Kind::Oilfield, _) => '%',
        (Kind::Fort, Team::Nobody) => '+',
        (Kind::Base, _) => 'B',
        (Kind::Fort, _) => 'F',
        (Kind::Submarine, _) => 'S',
        (Kind::Destroyer, _) => 'D',
        (Kind::Carrier, _) => 'C',
        (Kind::Cargo, _) => 'T',
        (Kind::Fighter, _) => 'P',
        (Kind::Scout, _) => 'E',
    };
    if matches!(team, Team::Second) { capital.to_ascii_lowercase() } else { capital }
}
