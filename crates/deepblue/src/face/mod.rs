//! How the game is shown, in both languages. What happens and why orders are refused says itself.

mod arrows;
pub mod controls;
mod drawing;
pub mod film;
mod ledger;
mod lessons;
pub mod names;
pub mod old_replay;
mod scene;
pub mod standing;
mod supply;
mod text;

use crate::event::Noun;
use crate::formats::battle::Battle;
use crate::{Event, Fact, Refusal, State, Team};
use alloc::string::String;
use face::film::Film;
use face::{Face, ForeignFiles, Lesson, MapDrawing, MapInfo, Viewpoint};
use game::{Seat, Words};
use names::Names;

impl Face for State {
    const TITLE: Words = Words("Deep Blue", "深蓝");
    const HELP: &'static [Words] = text::HELP;
    const MAPS: &'static [MapInfo] = MAPS;
    const DRAWING: Option<&'static dyn MapDrawing> = Some(&drawing::Drawing);
    const LESSONS: &'static [Lesson] = lessons::LESSONS;

    type Recorder = film::Filming;
    type Names = Names;

    fn film_foreign(files: ForeignFiles<'_>) -> Option<Result<Film, String>> {
        let ForeignFiles::File { name, bytes } = files else { return None };
        let stem = name.strip_suffix(".battle")?;
        Some(Battle::read(bytes).and_then(|battle| old_replay::film(&battle, stem)))
    }

    fn learn_names(&self, seat: Seat, names: &mut Names) {
        names.learn(self, seat);
    }

    fn tell(event: &Event, before: &Self, after: &Self, from: &Viewpoint<'_, Names>) -> String {
        text::tell(&event.fact, [before, after], from)
    }

    fn refuse(&self, refusal: &Refusal, from: &Viewpoint<'_, Names>) -> String {
        text::refuse(self, refusal, from)
    }

    fn is_news(event: &Event) -> bool {
        !matches!(event.fact, Fact::Move { .. } | Fact::ChangeDest { .. })
    }

    fn side_of(event: &Event, from: &Viewpoint<'_, Names>) -> Option<u8> {
        let (_, nouns) = event.fact.sentence();
        let index = nouns.iter().find_map(|noun| match *noun {
            Noun::Element(index) => Some(index),
            _ => None,
        })?;
        let team = from.names.team_of(index)?;
        Team::BOTH.contains(&team).then_some(team as u8)
    }

    fn rounds(&self) -> Option<u32> {
        Some(self.chart().max_round)
    }

    fn is_alarm(&self, seat: Seat, event: &Event) -> bool {
        let own = |index: i32| self.element(index).is_some_and(|body| body.team == Team::of(seat));
        match event.fact {
            Fact::AttackUnit { target: Some(target), .. } => own(target),
            Fact::Destroy { .. } | Fact::Capture { .. } => true,
            _ => false,
        }
    }
}

/// From first steps to hard.
const MAPS: &[MapInfo] = &[
    MapInfo::battle("training", Words("Training", "演习")),
    MapInfo::battle("duel", Words("Duel", "对决")),
    MapInfo::battle("lagoon", Words("Lagoon", "潟湖")),
    MapInfo::battle("skerries", Words("Skerries", "礁群")),
    MapInfo::battle("twin-coasts", Words("Twin Coasts", "双岸")),
    MapInfo::battle("archipelago", Words("Archipelago", "群岛")),
    MapInfo::battle("fogbank", Words("Fogbank", "雾堤")),
    MapInfo::battle("fleet-action", Words("Fleet Action", "舰队决战")),
    MapInfo::battle("great-ocean", Words("Great Ocean", "大洋")),
];
