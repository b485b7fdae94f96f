//! Finding the type of a game by its name.

use crate::games_batch::{Batch, TypedBatch};
use crate::position::{Position, TypedPosition};
use crate::{MapText, OpenError, Options};
use game::{DynSetup, GameEntry, OpenSetup};
use games::{HostedGame, Visitor};
use std::ops::ControlFlow;

/// The most games of a batch.
const MOST_GAMES: usize = 1 << 20;
/// The most threads of a batch.
const MOST_THREADS: usize = 1024;

/// Opens a batch.
///
/// # Errors
/// What is wrong with the options, in one sentence.
pub fn open(options: &Options) -> Result<Box<dyn Batch>, OpenError> {
    let entry = find(&options.game)?;
    let limits = [("games", options.games, MOST_GAMES), ("threads", options.threads, MOST_THREADS)];
    for (name, found, most) in limits {
        if found == 0 || found > most {
            return Err(OpenError(format!("`{name}` is {found} and must be from 1 to {most}")));
        }
    }
    let rules = profile(entry, &options.rules);
    let setups = options.maps.iter().map(|map| open_map(entry, map, rules)).collect::<Result<Vec<_>, _>>()?;
    if setups.is_empty() {
        return Err(OpenError("a batch needs a map".into()));
    }
    games::visit(&mut OpenBatch { options, rules, setups: &setups })
        .unwrap_or_else(|| Err(OpenError(format!("{} cannot be played in a batch", options.game))))
}

/// A game's first state on a map, under a rule profile (its first if that is empty).
///
/// # Errors
/// What is wrong with the map or the profile, in one sentence.
pub fn position(game: &str, map: &MapText, rules: &str, seed: u64) -> Result<Box<dyn Position>, OpenError> {
    let entry = find(game)?;
    let setup = open_map(entry, map, profile(entry, rules))?;
    games::visit(&mut OpenPosition { setup: &*setup, seed })
        .ok_or_else(|| OpenError(format!("{game} has no states of this kind")))
}

fn find(game: &str) -> Result<&'static dyn GameEntry, OpenError> {
    let names = || games::ALL.iter().map(|entry| entry.name()).collect::<Vec<_>>().join(", ");
    games::find(game).ok_or_else(|| OpenError(format!("there is no game `{game}`; there are {}", names())))
}

fn profile<'a>(entry: &dyn GameEntry, rules: &'a str) -> &'a str {
    if rules.is_empty() { entry.profiles()[0] } else { rules }
}

fn open_map(entry: &dyn GameEntry, map: &MapText, rules: &str) -> Result<Box<dyn DynSetup>, OpenError> {
    entry.open(map.text.as_bytes(), rules).map_err(|wrong| OpenError::map(&map.name, &wrong))
}

fn setup_of<G: HostedGame>(setup: &dyn DynSetup) -> Option<&G::Setup> {
    setup.as_any().downcast_ref::<OpenSetup<G>>().map(|open| &open.0)
}

struct OpenBatch<'a> {
    options: &'a Options,
    rules: &'a str,
    setups: &'a [Box<dyn DynSetup>],
}

impl Visitor for OpenBatch<'_> {
    type Found = Result<Box<dyn Batch>, OpenError>;

    fn visit<G: HostedGame>(&mut self, entry: &'static dyn GameEntry) -> ControlFlow<Self::Found> {
        if setup_of::<G>(&*self.setups[0]).is_none() {
            return ControlFlow::Continue(());
        }
        ControlFlow::Break(self.make::<G>(entry))
    }
}

impl OpenBatch<'_> {
    fn make<G: HostedGame>(&self, entry: &'static dyn GameEntry) -> Result<Box<dyn Batch>, OpenError> {
        let maps = &self.options.maps;
        let mut setups: Vec<G::Setup> = Vec::new();
        for (setup, map) in self.setups.iter().zip(maps) {
            let setup = setup_of::<G>(&**setup);
            let fits = setup.filter(|setup| {
                let first = setups.first().unwrap_or(setup);
                G::numbering(setup) == G::numbering(first) && G::layout(setup) == G::layout(first)
            });
            setups.push(fits.cloned().ok_or_else(|| {
                OpenError(format!(
                    "the maps of a batch must have the same arrays: {} has other sizes or another number of units than {}",
                    map.name, maps[0].name
                ))
            })?);
        }
        let seats = usize::from(G::start(&setups[0], 0).seats());
        if self.options.opponents.len() > seats {
            let found = self.options.opponents.len();
            return Err(OpenError(format!("there are {found} opponents, and the game has {seats} seats")));
        }
        if self.options.opponents.len() == seats && self.options.opponents.iter().all(Option::is_some) {
            return Err(OpenError("all seats have opponents: one must be left to the learner".into()));
        }
        Ok(Box::new(TypedBatch::<G>::new(entry, self.options, self.rules, setups)?))
    }
}

struct OpenPosition<'a> {
    setup: &'a dyn DynSetup,
    seed: u64,
}

impl Visitor for OpenPosition<'_> {
    type Found = Box<dyn Position>;

    fn visit<G: HostedGame>(&mut self, _: &'static dyn GameEntry) -> ControlFlow<Self::Found> {
        match setup_of::<G>(self.setup) {
            Some(setup) => ControlFlow::Break(Box::new(TypedPosition::<G>::new(setup.clone(), self.seed))),
            None => ControlFlow::Continue(()),
        }
    }
}
