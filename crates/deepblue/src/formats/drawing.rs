//! Boards as text, for people.

use crate::kinds::{Kind, Team};
use crate::map::Chart;
use crate::place::Area;
use crate::state::State;
use crate::view::{Sighting, View};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use board::Size;
use game::{DrawnAsText, Game, Viewer};

impl DrawnAsText for State {
    /// One line a row, then what the signs mean, then the scores and the limits.
    fn draw(&self, who: Viewer) -> String {
        let mut view = View::default();
        self.view(who, &mut view);
        let mut page = board(self.chart(), &view);
        page += "\n. ocean  # land  $ mine  % oilfield  + fort that is neutral or out of sight\n";
        page += "team 0 in capitals, team 1 in small letters: B base, F fort, S submarine, D destroyer, C carrier, T cargo, P fighter, E scout\n";
        page += &limits(self.chart(), &view);
        page
    }
}

fn board(chart: &Chart, view: &View) -> String {
    let size = chart.size;
    let mut signs: Vec<char> = size.cells().map(|cell| if chart.is_land(cell) { '#' } else { '.' }).collect();
    // What is higher hides what is lower.
    let mut elements: Vec<&Sighting> = view.elements.iter().collect();
    elements.sort_by_key(|element| element.kind.level());
    for element in elements {
        let corner = element.corner(&chart.rules);
        let area = Area::of(element.kind, corner);
        area.cells().for_each(|cell| signs[size.index(cell)] = sign(element.kind, element.team));
    }
    let rows = signs.chunks(size.cols.into()).map(|row| row.iter().collect::<String>() + "\n");
    rows.collect()
}

fn limits(chart: &Chart, view: &View) -> String {
    let Size { rows, cols } = chart.size;
    let ([first, second], count) = (view.scores, view.elements.len());
    let Chart { max_round, max_population, weather, .. } = chart;
    format!(
        "{rows} by {cols}, {count} elements, round {} of {max_round}, scores {first} : {second}, population {max_population}, weather {weather}, ruleset {}\n",
        view.round, chart.rules.name
    )
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
