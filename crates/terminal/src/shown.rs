//! What is shown of a game before it is known which one it is.

use crate::grid::Grid;
use board::Cell;
use face::{Controls, Look, MapInfo, MarkSet};
use game::{GameEntry, Lang, Seat, Session, Words};
use games::{HostedGame, Task, Visitor};
use ratatui::Frame;
use ratatui::layout::Rect;
use std::ops::ControlFlow;

/// The name of a game, and its maps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shown {
    pub(crate) title: Words,
    pub(crate) maps: &'static [MapInfo],
}

/// What is shown of a game.
pub(crate) fn of_game(name: &str) -> Shown {
    struct Find<'a>(&'a str);

    impl Visitor for Find<'_> {
        type Found = Shown;

        fn visit<G: HostedGame>(&mut self, _: &'static dyn GameEntry) -> ControlFlow<Shown> {
            if self.0 == G::NAME {
                return ControlFlow::Break(Shown { title: G::TITLE, maps: G::MAPS });
            }
            ControlFlow::Continue(())
        }
    }

    games::visit(&mut Find(name)).unwrap_or(Shown { title: Words("Sandtable", "沙盘"), maps: &[] })
}

/// The title of a bundled map, or the name of another.
pub(crate) fn map_title(game: &str, name: &str, lang: Lang) -> String {
    let info = of_game(game).maps.iter().find(|info| info.name == name);
    info.map_or_else(|| name.to_string(), |info| lang.pick(info.title).to_string())
}

/// Draws a map as a game on it begins, as a seat sees it; nothing if it is no map.
pub(crate) fn draw_map(
    (entry, map, rules): (&dyn GameEntry, &str, &str),
    seat: Seat,
    frame: &mut Frame<'_>,
    area: Rect,
    look: &Look,
) {
    if let Ok(table) = entry.start(map.as_bytes(), rules, 0) {
        let _ = games::at_table(&*table, Draw { seat, frame, area, look });
    }
}

struct Draw<'a, 'b> {
    seat: Seat,
    frame: &'a mut Frame<'b>,
    area: Rect,
    look: &'a Look,
}

impl Task for Draw<'_, '_> {
    type Output = ();

    fn run<G: HostedGame>(self, session: &Session<G>) {
        let state = session.game();
        let seat = if self.seat.0 < state.seats() { self.seat } else { Seat(0) };
        let nowhere = Cell::new(u8::MAX, u8::MAX);
        // Of a map that is too large the part around the player is shown.
        let focus = state.first_cursor(seat);
        let grid = Grid::fit(self.area, Controls::extent(state), G::CELL_SIZES, focus, Cell::new(0, 0));
        let tile = state.tiles(seat, self.look);
        grid.draw(self.frame.buffer_mut(), self.look, nowhere, |cell| (tile(cell), MarkSet::default()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::console::{Detail, DialogueOptions, Transcript};

    #[test]
    fn every_bundled_map_has_a_title_and_nothing_else_has() {
        for entry in games::ALL {
            let mut bundled: Vec<_> = entry.maps().iter().map(|(name, _)| *name).collect();
            let mut described: Vec<_> = of_game(entry.name()).maps.iter().map(|info| info.name).collect();
            bundled.sort_unstable();
            described.sort_unstable();
            assert_eq!(described, bundled);
        }
    }

    /// That par is right the solver's tests say; here that the recorded lines do not beat it.
    #[test]
    fn no_recorded_line_takes_fewer_turns_than_par() {
        for entry in games::ALL {
            let Some(console) = entry.console() else { continue };
            for (name, map) in entry.maps() {
                let path =
                    format!("{}/../../maps/{}/wins/{name}.in", env!("CARGO_MANIFEST_DIR"), entry.name());
                let answers = std::fs::read(path).unwrap();
                let mut port = Transcript::new(&answers);
                let options = DialogueOptions {
                    map: Some(map.as_bytes()),
                    detail: Detail::Events,
                    ..DialogueOptions::default()
                };
                console.run(&mut port, options);
                let turns = port.remarks.iter().filter(|remark| is_end_of_turn(remark)).count();
                let info = of_game(entry.name()).maps.iter().find(|info| info.name == *name).unwrap();
                assert!(usize::from(info.puzzle.unwrap().par) <= turns, "{name}");
            }
        }
    }

    fn is_end_of_turn(remark: &str) -> bool {
        remark.ends_with("ends; the enemy acts") || remark.ends_with(": the goblins act")
    }
}
