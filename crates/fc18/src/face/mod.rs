//! How the game is shown, in both languages. What happens and why orders are refused says itself.

pub mod controls;
mod drawing;
pub mod film;
mod lessons;
pub mod old_logs;
mod scene;
pub mod standing;
mod text;

use crate::kinds::PLAYERS;
use crate::{Event, Gone, State};
use alloc::string::String;
use face::film::Film;
use face::{Face, ForeignFiles, Lesson, MapDrawing, MapInfo, Viewpoint};
use game::{Seat, Words};

impl<const SIDE: usize> Face for State<SIDE> {
    const TITLE: Words = Words("FC18 Towers", "塔防 AI 挑战赛");
    const HELP: &'static [Words] = text::HELP;
    const MAPS: &'static [MapInfo] = MAPS;
    const DRAWING: Option<&'static dyn MapDrawing> = Some(&drawing::Drawing);
    const LESSONS: &'static [Lesson] = lessons::LESSONS;

    type Recorder = film::Filming;
    type Names = ();

    fn film_foreign(files: ForeignFiles<'_>) -> Option<Result<Film, String>> {
        match files {
            ForeignFiles::Folder { name, files } => old_logs::film_folder(files, name),
            ForeignFiles::File { .. } => None,
        }
    }

    fn tell(event: &Event, before: &Self, after: &Self, from: &Viewpoint<'_, ()>) -> String {
        text::tell(event, [before, after], from)
    }

    fn rounds(&self) -> Option<u32> {
        Some(crate::kinds::ROUNDS.into())
    }

    /// Players count rounds, of one turn each.
    fn shown_turn(turn: u32) -> u32 {
        turn.saturating_sub(1) / PLAYERS as u32 + 1
    }

    fn is_news(event: &Event) -> bool {
        !matches!(
            event,
            Event::Moved { .. }
                | Event::Worked { .. }
                | Event::TurnEnded { .. }
                | Event::WorkLost { .. }
                | Event::Finished { .. }
        )
    }

    fn is_alarm(&self, seat: Seat, event: &Event) -> bool {
        match *event {
            Event::CorpsAttacked { target, .. } | Event::CorpsShot { target, .. } => {
                self.find_corps(target).is_some_and(|corps| corps.owner == seat)
            }
            Event::TowerAttacked { tower, .. } => {
                self.find_tower(tower).is_some_and(|tower| tower.owner == seat)
            }
            Event::CorpsGone { owner, why, .. } => {
                owner == seat && !matches!(why, Gone::BecameTower | Gone::WorkedOut)
            }
            Event::TowerCaptured { from, .. } | Event::EngineerTaken { from, .. } => from == seat,
            Event::TowerDestroyed { owner, .. } => owner == seat,
            _ => false,
        }
    }
}

/// From first steps to hard.
const MAPS: &[MapInfo] = &[
    MapInfo::battle("campus", Words("Campus", "校园")),
    MapInfo::battle("courtyard", Words("Courtyard", "庭院")),
    MapInfo::battle("open-field", Words("Open Field", "旷野")),
    MapInfo::battle("four-passes", Words("Four Passes", "四隘")),
    MapInfo::battle("gates-and-halls", Words("Gates and Halls", "门与堂")),
    MapInfo::battle("long-road", Words("Long Road", "长路")),
    MapInfo::battle("moor", Words("Moor", "荒原")),
    MapInfo::battle("old-capital", Words("Old Capital", "故都")),
    MapInfo::battle("wide-country", Words("Wide Country", "广野")),
];
