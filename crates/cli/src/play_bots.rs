//! The bots at a table with people: built-in ones, and programs as for `match`.

use crate::failure::Failure;
use crate::match_command::made_ready;
use crate::play_table::TableOptions;
use bots::Player;
use game::{DynGame, Seat};
use matches::{Clock, Entrant, ProgramPlayer, Workshop};
use sandbox::Sandbox;
use std::collections::BTreeMap;
use std::sync::Arc;
use web::shared::{BotMaker, Sitter, TableSetup, built_in_bots};

/// Who the bots of a table are: what is not built in is made ready now.
pub(crate) fn maker(options: &TableOptions, setup: &TableSetup) -> Result<BotMaker, Failure> {
    let named = setup.seats.iter().filter_map(|sitter| match sitter {
        Sitter::Bot(name) if !bots::is_built_in(name) => Some(name),
        _ => None,
    });
    let names: Vec<&String> = named.collect();
    if names.is_empty() {
        return Ok(built_in_bots());
    }
    let sandbox = options.containment.open()?;
    let bound = options.bound.folders()?;
    let (game, rules) = (setup.game.as_str(), setup.rules.as_str());
    let workshop = Workshop { game, rules, sandbox: &sandbox, without: &[], bound: &bound };
    let mut entrants = BTreeMap::new();
    for name in names {
        let entrant = made_ready(name, workshop)?;
        entrants.insert(name.clone(), entrant);
    }
    let programs =
        Programs { entrants, sandbox, game: game.into(), rules: rules.into(), clock: options.bot_clock };
    Ok(Arc::new(move |name, table, seat, seed| programs.bot(name, table, seat, seed)))
}

/// Programs that are ready to be started.
struct Programs {
    entrants: BTreeMap<String, Entrant>,
    sandbox: Sandbox,
    game: String,
    rules: String,
    clock: Clock,
}

impl Programs {
    fn bot(&self, name: &str, table: &dyn DynGame, seat: Seat, seed: u64) -> Result<Box<dyn Player>, String> {
        let Some(entrant) = self.entrants.get(name) else {
            return built_in_bots()(name, table, seat, seed);
        };
        let player = ProgramPlayer::start(entrant, (&self.game, &self.rules), &self.sandbox, self.clock)?;
        Ok(Box::new(player))
    }
}
