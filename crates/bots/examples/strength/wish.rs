//! What the command line asks for.

use crate::opponents;
use std::thread;

pub(crate) const USAGE: &str = "usage: strength [GAME] [--map MAP]... [--new-maps N] [--map-seed SEED] [--rules PROFILE|all] [--seat N]... [--turn-seats] [--seeds N] [--first SEED] [--jobs J] [--bot NAME] [--against NAME] [--levels] [--notes]";

/// What was asked for.
#[derive(Clone)]
pub(crate) struct Wish {
    pub(crate) game: Option<String>,
    /// Bundled maps; all if there are none here.
    pub(crate) maps: Vec<String>,
    /// How many new maps to play on instead, and the seed of the first.
    pub(crate) new_maps: u64,
    pub(crate) map_seed: u64,
    pub(crate) rules: Option<String>,
    /// The seats that the bot takes, from 0; all if there are none here.
    pub(crate) seats: Vec<u8>,
    /// Whether it takes one seat a map, another one on every map.
    pub(crate) turn_seats: bool,
    pub(crate) seeds: u64,
    /// The seed of the first game of a row; each other has the next.
    pub(crate) first: u64,
    pub(crate) jobs: usize,
    pub(crate) bot: String,
    pub(crate) against: String,
    /// Every level against the one below it.
    pub(crate) levels: bool,
    /// Whether what the bot says about its turns is printed.
    pub(crate) notes: bool,
}

impl Default for Wish {
    fn default() -> Self {
        Self {
            game: None,
            maps: Vec::new(),
            new_maps: 0,
            map_seed: 1,
            rules: None,
            seats: Vec::new(),
            turn_seats: false,
            seeds: 100,
            first: 0,
            jobs: thread::available_parallelism().map_or(1, usize::from),
            bot: "greedy".into(),
            against: "random".into(),
            levels: false,
            notes: false,
        }
    }
}

impl Wish {
    pub(crate) fn read(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut wish = Self::default();
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or_else(|| format!("{argument} needs a value"));
            let number = |text: String| text.parse().map_err(|_| format!("`{text}` is no number"));
            match argument.as_str() {
                "--map" => wish.maps.push(value()?),
                "--new-maps" => wish.new_maps = number(value()?)?,
                "--map-seed" => wish.map_seed = number(value()?)?,
                "--rules" => wish.rules = Some(value()?),
                "--seeds" => wish.seeds = number(value()?)?,
                "--first" => wish.first = number(value()?)?,
                "--seat" => wish.seats.push(number(value()?)? as u8),
                "--turn-seats" => wish.turn_seats = true,
                "--levels" => wish.levels = true,
                "--notes" => wish.notes = true,
                "--jobs" => wish.jobs = number(value()?)?.max(1) as usize,
                "--bot" => wish.bot = value()?,
                "--against" => wish.against = value()?,
                name if !name.starts_with('-') => wish.game = Some(argument),
                _ => return Err(format!("there is no option {argument}")),
            }
        }
        for name in [&wish.bot, &wish.against] {
            if !bots::is_built_in(name) && !opponents::NAMES.contains(&name.as_str()) {
                let known = [bots::names(), &opponents::NAMES].concat().join(", ");
                return Err(format!("there is no bot `{name}`; there are {known}"));
            }
        }
        Ok(wish)
    }
}
