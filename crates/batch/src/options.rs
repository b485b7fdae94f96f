//! What a batch is to be like.

use game::SetupError;
use std::fmt;

/// What a batch is to be like.
#[derive(Clone, Debug)]
pub struct Options {
    /// The game's name.
    pub game: String,
    /// The maps, at least one. Game `i` begins with map `i`, its next game is on the map that is as
    /// many further on as there are games.
    pub maps: Vec<MapText>,
    /// The rule profile; the game's first if it is empty.
    pub rules: String,
    /// How many games there are.
    pub games: usize,
    /// Of all chance.
    pub seed: u64,
    /// How many threads step the games.
    pub threads: usize,
    /// Names of built-in bots in seats, one entry for each seat; fewer leave the rest to the
    /// caller.
    pub opponents: Vec<Option<String>>,
    /// What is paid.
    pub rewards: Rewards,
    /// What an illegal number does.
    pub on_illegal: OnIllegal,
    /// When a game that is over begins again.
    pub auto_reset: AutoReset,
    /// Turns after which a game is cut off; 0 for as many as a match would allow.
    pub max_turns: u32,
    /// Numbers after which a game is cut off; 0 for no such limit.
    pub max_steps: u32,
    /// Whether orders are kept, for replays.
    pub record: bool,
    /// Whose pictures there are.
    pub rows: Rows,
    /// How pictures are painted.
    pub painting: Painting,
}

/// A map's name, for people, and its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapText {
    /// Its name.
    pub name: String,
    /// Its text.
    pub text: String,
}

/// What is paid to a seat.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rewards {
    /// For the first place. Places between the first and the last are paid in proportion.
    pub win: f32,
    /// For a game for one that is drawn, and to seats that share all places.
    pub draw: f32,
    /// For the last place.
    pub loss: f32,
    /// For every point of the game's own score, at the end.
    pub score: f32,
    /// For every number that the seat plays.
    pub step: f32,
    /// For every turn that the seat ends.
    pub turn: f32,
}

impl Default for Rewards {
    fn default() -> Self {
        Self { win: 1.0, draw: 0.0, loss: -1.0, score: 0.0, step: 0.0, turn: 0.0 }
    }
}

/// What an illegal number does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnIllegal {
    /// It is an error, and no game of the batch is stepped.
    Error,
    /// Nothing.
    Nothing,
    /// The game is over, and the seat has lost it.
    Loss,
}

/// When a game that is over begins again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AutoReset {
    /// In the step that ended it: arrays show the new game, final arrays the old one.
    SameStep,
    /// In the next step, whose number is ignored.
    NextStep,
    /// When it is asked to.
    Never,
}

/// Whose pictures there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rows {
    /// One for each game: that of the seat to move.
    Acting,
    /// One for each seat of each game.
    Seats,
}

/// How pictures are painted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Painting {
    /// Only what has changed, and only for seats that are to move: nobody else may write into the
    /// arrays.
    Changes,
    /// Anew after every step, for all seats that have rows. Takes the memory of one more picture
    /// for each row.
    Full,
}

impl Options {
    /// One game on the game's usual map, played by the caller.
    #[must_use]
    pub fn new(game: &str) -> Self {
        let entry = games::find(game);
        let usual = entry.and_then(|entry| {
            let name = entry.usual_map();
            let map = entry.maps().iter().find(|(map, _)| *map == name)?;
            Some(MapText { name: map.0.into(), text: map.1.into() })
        });
        Self {
            game: game.into(),
            maps: usual.into_iter().collect(),
            rules: String::new(),
            games: 1,
            seed: 0,
            threads: 1,
            opponents: Vec::new(),
            rewards: Rewards::default(),
            on_illegal: OnIllegal::Error,
            auto_reset: AutoReset::SameStep,
            max_turns: 0,
            max_steps: 0,
            record: false,
            rows: Rows::Acting,
            painting: Painting::Changes,
        }
    }
}

/// Why there is no such batch, in one sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenError(pub String);

impl OpenError {
    pub(crate) fn map(name: &str, wrong: &SetupError) -> Self {
        match wrong {
            SetupError::Profile(unknown) => Self(unknown.to_string()),
            SetupError::Map(report) => Self(format!("the map {name} is not valid: {}", report.first())),
        }
    }
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for OpenError {}
