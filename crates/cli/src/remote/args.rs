//! `sandtable remote`, as typed.

use crate::registry;
use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use std::path::PathBuf;

pub(crate) const HELP: &str = "\
`login` keeps the address and a token (made on your account's page of the arena) in a file that only you can read:
$XDG_CONFIG_HOME/sandtable/arena.json (~/.config/sandtable/arena.json). For scripts, $SANDTABLE_ARENA and
$SANDTABLE_TOKEN come before it.

Exit status: 0 done, 1 the arena refuses or does not answer, an upload is broken, or what was handed in could not be
opened or built, 2 wrong usage.

Examples:
  sandtable remote login https://arena.example < token.txt
  sandtable remote upload fc18 my-bot/
  sandtable remote challenge fc18 my-bot greedy --blocks 10
  sandtable remote watch 1234
  sandtable remote replays fc18 --bot my-bot -o replays/
  sandtable remote enter 3 my-bot
  sandtable remote tournament 3 --json
  sandtable remote submit 12 homework.zip
  sandtable remote marks 12 > marks.csv";

#[derive(Args, Debug)]
pub(crate) struct Remote {
    #[command(subcommand)]
    pub(crate) action: Action,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Action {
    /// Keep an arena's address and a token, which is read from standard input
    Login {
        /// Where the arena is, as a browser shows it
        #[arg(value_name = "ADDRESS")]
        arena: String,
    },
    /// Forget the token (the arena's page revokes it)
    Logout,
    /// Say who you are there, and how your bots are doing
    Status {
        /// Print JSON, as the arena answers
        #[arg(long)]
        json: bool,
    },
    /// Print a ladder
    Ladder {
        #[command(flatten)]
        game: Game,
        /// Print JSON, as the arena answers
        #[arg(long)]
        json: bool,
    },
    /// Send a bot, and wait until it is built and checked
    Upload(Upload),
    /// Let a bot of yours play another, and wait for the result
    Challenge(Challenge),
    /// Show a match turn by turn while it is played
    Watch {
        /// The number of the match
        #[arg(value_name = "MATCH")]
        id: u32,
        /// Leave out the boards
        #[arg(long)]
        brief: bool,
    },
    /// Fetch replays, the newest first; those that are there already are left alone
    Replays(Replays),
    /// Print how a tournament stands; without its number all are listed
    Tournament(Tournament),
    /// Enter a bot of yours in a tournament, with the version that plays now
    Enter(Enter),
    /// Hand in coursework, and wait until it is graded
    Submit(Submit),
    /// Print what your submissions came to; for a teacher, the marks of a class as CSV
    Marks(Marks),
}

#[derive(Args, Debug)]
pub(crate) struct Tournament {
    /// The number of the tournament; without it all are listed
    #[arg(value_name = "TOURNAMENT")]
    pub(crate) tournament: Option<u32>,
    /// Print JSON, as the arena answers
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Enter {
    /// The number of the tournament, as its address and `tournament` show it
    #[arg(value_name = "TOURNAMENT")]
    pub(crate) tournament: u32,
    /// A bot of yours
    pub(crate) bot: String,
}

#[derive(Args, Debug)]
pub(crate) struct Submit {
    /// The number of the assignment, as its address and `marks` show it
    #[arg(value_name = "ASSIGNMENT")]
    pub(crate) assignment: u32,
    /// A source file, a zip, or a folder, which is sent as a zip
    #[arg(value_name = "FILE|DIR")]
    pub(crate) path: PathBuf,
    /// Do not wait until it is graded
    #[arg(long)]
    pub(crate) no_wait: bool,
    /// Print JSON, as the arena answers
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Marks {
    /// The number of the assignment; without it all are listed
    #[arg(value_name = "ASSIGNMENT")]
    pub(crate) assignment: Option<u32>,
    /// Print JSON, as the arena answers
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Game {
    /// The game
    #[arg(id = "game", value_name = "GAME", value_parser = PossibleValuesParser::new(registry::names()))]
    pub(crate) name: String,
}

#[derive(Args, Debug)]
pub(crate) struct Upload {
    #[command(flatten)]
    pub(crate) game: Game,
    /// A source file, a zip, or a folder, which is sent as a zip
    #[arg(value_name = "FILE|DIR")]
    pub(crate) path: PathBuf,
    /// What the bot is called there; by default as the file or folder
    #[arg(long)]
    pub(crate) name: Option<String>,
    /// Do not wait until it is checked
    #[arg(long)]
    pub(crate) no_wait: bool,
    /// Print JSON: the bot and its version, as the arena answers
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Challenge {
    #[command(flatten)]
    pub(crate) game: Game,
    /// A bot of yours
    pub(crate) bot: String,
    /// Whom it plays: bots of the ladder
    #[arg(required = true, value_name = "OPPONENT", num_args = 1..=10)]
    pub(crate) opponents: Vec<String>,
    /// Names of maps, played in turn; without them all of the ladder's
    #[arg(long, value_name = "MAP,…", value_delimiter = ',')]
    pub(crate) maps: Vec<String>,
    /// Blocks against each: one map and seed, with the seats exchanged
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(i64).range(1..=50))]
    pub(crate) blocks: i64,
    /// Do not wait for the result
    #[arg(long)]
    pub(crate) no_wait: bool,
    /// Print JSON, as the arena answers
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Replays {
    #[command(flatten)]
    pub(crate) game: Game,
    /// Only matches of this bot
    #[arg(long, value_name = "NAME")]
    pub(crate) bot: Option<String>,
    /// At most so many
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) most: usize,
    /// Where they go; the folder is made
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: PathBuf,
    /// Print a line of JSON for each match: the match, as the arena answers, and the file
    #[arg(long)]
    pub(crate) json: bool,
}
