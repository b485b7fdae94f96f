//! The games of the arena: what is played on each ladder, and how it is presented.

use crate::map_picture::drawn;
use face::MapInfo;
use game::{DynSetup, GameEntry, Words};
use games::{HostedGame, Visitor};
use matches::{Clock, SeriesMap};
use std::ops::ControlFlow;
use std::sync::Arc;

/// A game of the arena.
#[derive(Clone, Debug)]
pub(crate) struct HostedLadder {
    pub(crate) entry: &'static dyn GameEntry,
    pub(crate) title: Words,
    pub(crate) help: &'static [Words],
    pub(crate) map_infos: &'static [MapInfo],
    /// The maps of the ladder: bundled ones that its rules can play and that have as many seats as
    /// the usual one.
    pub(crate) maps: Vec<SeriesMap>,
    pub(crate) seats: usize,
    pub(crate) rules: &'static str,
    pub(crate) clock: Clock,
    /// For each of the maps a drawing of it, as SVG of our own.
    pub(crate) pictures: Vec<String>,
}

impl HostedLadder {
    pub(crate) fn name(&self) -> &'static str {
        self.entry.name()
    }

    /// A map by its name.
    pub(crate) fn map(&self, name: &str) -> Option<&SeriesMap> {
        self.maps.iter().find(|map| map.name == name)
    }

    /// The drawing of a map.
    pub(crate) fn picture(&self, name: &str) -> Option<&str> {
        let at = self.maps.iter().position(|map| map.name == name)?;
        self.pictures.get(at).map(String::as_str)
    }

    /// What a map is called, in both languages.
    pub(crate) fn map_title(&self, name: &str) -> Option<Words> {
        self.map_infos.iter().find(|info| info.name == name).map(|info| info.title)
    }
}

/// All games of this build.
pub(crate) fn ladders() -> Vec<HostedLadder> {
    let mut gather = Gather(Vec::new());
    games::visit(&mut gather);
    gather.0
}

struct Gather(Vec<HostedLadder>);

impl Visitor for Gather {
    type Found = ();

    fn visit<G: HostedGame>(&mut self, entry: &'static dyn GameEntry) -> ControlFlow<()> {
        // A game with several types of states is visited once for each.
        let is_new = self.0.iter().all(|ladder| ladder.name() != entry.name());
        if is_new && let Some(ladder) = hosted(entry, G::TITLE, G::HELP, G::MAPS) {
            self.0.push(ladder);
        }
        ControlFlow::Continue(())
    }
}

/// A game with its maps; none if it has none that can be played.
fn hosted(
    entry: &'static dyn GameEntry,
    title: Words,
    help: &'static [Words],
    map_infos: &'static [MapInfo],
) -> Option<HostedLadder> {
    let rules = *entry.profiles().first()?;
    let opened = |(name, text): &(&str, &str)| {
        let setup: Arc<dyn DynSetup> = entry.open(text.as_bytes(), rules).ok()?.into();
        Some(SeriesMap { name: (*name).to_owned(), text: (*text).to_owned(), setup })
    };
    let mut maps: Vec<SeriesMap> = entry.maps().iter().filter_map(opened).collect();
    let usual = maps.iter().find(|map| map.name == entry.usual_map()).or(maps.first())?;
    let seats = usual.setup.start(0).seats();
    maps.retain(|map| map.setup.start(0).seats() == seats);
    let clock = Clock::default();
    let pictures = maps.iter().map(|map| drawn(&*map.setup).unwrap_or_default()).collect();
    Some(HostedLadder { entry, title, help, map_infos, maps, seats: seats.into(), rules, clock, pictures })
}
