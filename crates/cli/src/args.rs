//! The command line, as typed.

use crate::registry;
use crate::seed::Seed;
use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Play, judge, watch and train on turn-based strategy games.
#[derive(Parser, Debug)]
#[command(name = "sandtable", version, max_term_width = 100)]
#[command(
    after_help = "Exit status: 0 done, 1 what was asked about failed, 2 wrong usage. `console` has its own."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Run the arena: ladders, uploads and live matches in the browser
    #[cfg(feature = "server")]
    #[command(after_help = crate::serve::args::HELP)]
    Serve(crate::serve::args::Serve),
    /// Build and play for an arena that runs on other machines
    #[cfg(feature = "server")]
    #[command(after_help = crate::worker::args::HELP)]
    Worker(crate::worker::args::Worker),
    /// Play in the terminal or, with --web, in the browser
    #[command(after_help = PLAY_HELP)]
    Play(Play),
    /// Hold a game's graded dialogue on standard input and output, byte for byte
    #[command(after_help = CONSOLE_HELP)]
    Console(Console),
    /// Let bots play against each other, one game or many
    #[command(after_help = crate::match_command::args::HELP)]
    Match(crate::match_command::args::Match),
    /// Find out whether one bot is better than another, and how sure that is
    #[command(after_help = crate::compare::args::HELP)]
    Compare(crate::compare::args::Compare),
    /// Look for better values of the numbers that a bot declares in its bot.toml
    #[command(after_help = crate::tune::args::HELP)]
    Tune(crate::tune::args::Tune),
    /// Play tournaments: leagues, cups, Swiss, ladders, with ratings and a report
    #[command(after_help = crate::tournament::args::HELP)]
    Tournament(crate::tournament::args::Tournament),
    /// Rate the bots of any folder of replays
    #[command(after_help = crate::rate::HELP)]
    Rate(crate::rate::Rate),
    /// Write a working bot to start from, with all it needs, into a new folder
    #[command(after_help = NEW_BOT_HELP)]
    NewBot(NewBot),
    /// Say whether a bot speaks the protocol, in time, without crashing, and what to do where it
    /// does not
    #[command(after_help = crate::check_bot::args::HELP)]
    CheckBot(crate::check_bot::args::CheckBot),
    /// Play a recorded bot's input to it again, and compare what it replies
    #[command(after_help = crate::feed::args::HELP)]
    Feed(crate::feed::args::Feed),
    /// Verify, show, export and branch replays
    #[command(after_help = crate::replay::args::HELP)]
    Replay(crate::replay::args::Replay),
    /// Validate, draw and list maps
    #[command(
        after_help = "Examples:\n  sandtable map breach list\n  sandtable map breach show first-contact\n  sandtable map goblins check my.map"
    )]
    Map(Map),
    /// Find the shortest win on a map of a game for one, and prove that none is shorter
    #[command(after_help = crate::solve::args::HELP)]
    Solve(crate::solve::args::Solve),
    /// Make a puzzle, a map on which exactly one first turn wins in time, or list those that are
    /// bundled
    #[command(after_help = crate::puzzle::args::HELP)]
    Puzzle(crate::puzzle::args::Puzzle),
    /// Grade a program on cases of a console game, and explain what goes wrong
    #[command(after_help = crate::judge::args::HELP)]
    Judge(crate::judge::args::Judge),
    /// Grade a whole class: marks, feedback, mistakes by frequency, and submissions that are alike
    #[command(after_help = crate::class::args::HELP)]
    Class(crate::class::args::Class),
    /// Run our engine against a folder of recorded cases
    #[command(after_help = CONFORM_HELP)]
    Conform(Conform),
    /// Count lines of play and digest where they end, to verify ports of the rules
    #[command(after_help = "Example:\n  sandtable perft breach first-contact --depth 3")]
    Perft(Perft),
    /// Measure how fast the engines are on this machine, in CPU time
    #[command(after_help = "Example:\n  sandtable bench breach --load playout-pick")]
    Bench(Bench),
    /// Print JSON Schemas of what bots are told and may answer
    #[command(
        after_help = "PIECE is order, view, briefing or event, or, alike in all games, message (what a bot is sent) or reply (what it answers).\nWithout it all are printed, as one object by name.\n\nExamples:\n  sandtable schema fc18 order\n  sandtable schema deepblue > deepblue-schemas.json"
    )]
    Schema(Schema),
    /// Look after an arena that `serve` made: ratings, backups, accounts
    #[cfg(feature = "server")]
    #[command(after_help = crate::arena::args::HELP)]
    Arena(crate::arena::args::Arena),
    /// Use an arena from the command line: upload, challenge, watch, fetch replays
    #[cfg(feature = "remote")]
    #[command(after_help = crate::remote::args::HELP)]
    Remote(crate::remote::args::Remote),
    /// Say what this machine can enforce, layer by layer, and which compilers it has
    #[command(after_help = crate::doctor::args::HELP)]
    Doctor(crate::doctor::args::Doctor),
    /// List the games of this build, one a line
    Games(Games),
    /// Print completions for a shell
    #[command(after_help = COMPLETIONS_HELP)]
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Print a manual page, or write all of them
    #[command(after_help = MAN_HELP)]
    Man(Man),
}

const PLAY_HELP: &str = "\
Games are saved at the end of every turn and when you leave, in $XDG_DATA_HOME/sandtable (by default
~/.local/share/sandtable), and gone on with the next time. Press ? in the game for all keys.

With --seats several people play: every seat of a person has a link of its own, and one link watches. The
table goes on until Ctrl-C; the same command goes on with it, under the same links.

NO_COLOR turns colours off; the language follows LC_ALL, LC_MESSAGES, LANG. Needs 80 columns and 24 rows.
Exit status: 0 when you leave, 1 if a map or file is wrong, 2 for wrong usage, 128 + N after signal N.

Examples:
  sandtable play breach
  sandtable play goblins --map lake --lang zh
  sandtable play deepblue --map duel --seat 1 --against random
  sandtable play breach --web
  sandtable play deepblue --web --map training --seats person,person
  sandtable play fc18 --web --map campus --seats person,easy,person,./my-bot --listen 0.0.0.0
  sandtable play fc18 --save my-game.json";

const CONSOLE_HELP: &str = "\
Exit status: breach 0 at the end of a game (stages 1 and 2: of the input), 3 if the map is malformed or the input
ends early; goblins always 0. 2 for wrong usage, 1 if the output cannot be written.

Examples:
  sandtable console breach --map first-contact
  sandtable console goblins --stage 2 < case.in > case.out
  sandtable console goblins -D < case.in 2> what-happened.txt";

const NEW_BOT_HELP: &str = "\
DIR must not exist yet, or be empty. The bot in it beats `random`; its README says what to change first.
Exit status: 0 written, 1 the files cannot be written, 2 wrong usage.

Examples:
  sandtable new-bot breach python my-bot
  sandtable new-bot fc18 rust my-bot
  sandtable new-bot deepblue cpp my-fleet --style classic";

const COMPLETIONS_HELP: &str = "\
Examples:
  sandtable completions bash > ~/.local/share/bash-completion/completions/sandtable
  sandtable completions zsh > ~/.zfunc/_sandtable
  sandtable completions fish > ~/.config/fish/completions/sandtable.fish";

const MAN_HELP: &str = "\
Every command has a page. Exit status: 0 done, 1 a page cannot be written, 2 wrong usage.

Examples:
  sandtable man match | man -l -
  sandtable man replay verify
  sandtable man --dir ~/.local/share/man/man1";

const CONFORM_HELP: &str = "\
DIR holds NAME.in and NAME.out files, with an optional manifest.tsv (columns case, exit_status, compare). For fc18
it holds vectors NAME.json, or both logs of a game (log_info.txt, everyround_info.txt), each turn being a case.
The last line is `N passed, M failed`. Exit status 1 if a case failed, 2 if the folder is not as described.

Example:
  sandtable conform goblins cases/stage2 --stage 2
  sandtable conform fc18 logs/final --rules final2021";

#[derive(Args, Debug)]
pub(crate) struct Play {
    /// The game
    #[arg(value_parser = PossibleValuesParser::new(registry::names()))]
    pub(crate) game: String,
    /// A map file, or the name of a bundled map; without it you choose on the screen
    #[arg(long, value_name = "FILE")]
    pub(crate) map: Option<PathBuf>,
    /// The rule profile
    #[arg(long, value_name = "PROFILE")]
    pub(crate) rules: Option<String>,
    /// Your seat, counted from 0 (in games for several)
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seat: u8,
    /// The bot in the other seats; give it again for each further seat
    #[arg(long, value_name = "BOT", value_parser = PossibleValuesParser::new(bots::names()))]
    pub(crate) against: Vec<String>,
    /// Same seed, same dice (in games with chance); without it every game is different
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<Seed>,
    /// Keep the game in this file, and go on with it if it is there
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Start over, whatever was saved
    #[arg(long)]
    pub(crate) new: bool,
    /// The language of the screen
    #[arg(long, value_name = "LANGUAGE", value_parser = PossibleValuesParser::new(["en", "zh"]))]
    pub(crate) lang: Option<String>,
    /// Draw with plain characters only
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Play in the browser: on this machine only, by a link that nobody else knows
    #[cfg(feature = "server")]
    #[arg(long)]
    pub(crate) web: bool,
    /// With --web: print the link, and open no browser
    #[cfg(feature = "server")]
    #[arg(long, requires = "web")]
    pub(crate) no_open: bool,
    /// With --web: the port; without it any that is free
    #[cfg(feature = "server")]
    #[arg(long, value_name = "N", requires = "web")]
    pub(crate) port: Option<u16>,
    /// With --web: the address to listen on; 0.0.0.0 lets other machines in that have a link
    #[cfg(feature = "server")]
    #[arg(long, value_name = "ADDRESS", requires = "web", default_value = "127.0.0.1")]
    pub(crate) listen: std::net::IpAddr,
    #[cfg(feature = "server")]
    #[command(flatten)]
    pub(crate) table: crate::play_table::TableOptions,
}

#[derive(Args, Debug)]
pub(crate) struct NewBot {
    /// The game
    #[arg(value_parser = PossibleValuesParser::new(registry::names()))]
    pub(crate) game: String,
    /// What it is written in
    #[arg(value_enum)]
    pub(crate) language: Language,
    /// The folder to write
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Against which interface (classic: the old contest's own C++ headers; deepblue and fc18 only)
    #[arg(long, value_enum, default_value_t = Style::Modern)]
    pub(crate) style: Style,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Language {
    Cpp,
    Python,
    Rust,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Style {
    Modern,
    Classic,
}

#[derive(Args, Debug)]
pub(crate) struct Console {
    /// The game
    #[arg(value_parser = PossibleValuesParser::new(registry::names_with_console()))]
    pub(crate) game: String,
    /// How much of the game exists
    #[arg(long, value_name = "1..4", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=4))]
    pub(crate) stage: u8,
    /// Read the map from a file (or take a bundled map by name); standard input then holds only
    /// answers
    #[arg(long, value_name = "FILE")]
    pub(crate) map: Option<PathBuf>,
    /// Tell on standard error what happens, one line an event; twice: with the figures behind it
    #[arg(short = 'D', long, action = clap::ArgAction::Count)]
    pub(crate) debug: u8,
    /// Get a rule wrong on purpose, to try a judge or a set of cases; a wrong name lists all
    #[arg(long, value_name = "NAME")]
    pub(crate) mistake: Vec<String>,
}

#[derive(Args, Debug)]
pub(crate) struct Map {
    /// The game
    #[arg(value_parser = PossibleValuesParser::new(registry::names()))]
    pub(crate) game: String,
    #[command(subcommand)]
    pub(crate) action: MapAction,
}

#[derive(Subcommand, Debug)]
pub(crate) enum MapAction {
    /// Diagnostics every problem of a map, with line numbers
    Check(MapFile),
    /// Draw a map
    Show(MapFile),
    /// Make a new map and print it
    New {
        /// Same seed, same map
        #[arg(long, value_name = "SEED", default_value = "1")]
        seed: Seed,
        /// Number of rows
        #[arg(long)]
        rows: Option<u8>,
        /// Number of columns
        #[arg(long)]
        cols: Option<u8>,
        /// How it is made (in games that know several ways)
        #[arg(long, value_name = "NAME")]
        style: Option<String>,
    },
    /// List the bundled maps, in games for one with par: the fewest turns in which each can be won
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
}

#[derive(Args, Debug)]
pub(crate) struct MapFile {
    /// A map file, or the name of a bundled map
    pub(crate) file: PathBuf,
    /// The rule profile it is meant for
    #[arg(long, value_name = "PROFILE")]
    pub(crate) rules: Option<String>,
    /// The stage it is meant for (in games that have stages)
    #[arg(long, value_name = "1..4", conflicts_with = "rules", value_parser = clap::value_parser!(u8).range(1..=4))]
    pub(crate) stage: Option<u8>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Conform {
    /// The game
    #[arg(value_parser = PossibleValuesParser::new(registry::names()))]
    pub(crate) game: String,
    /// The folder of cases
    pub(crate) dir: PathBuf,
    /// The stage the cases belong to (in games that have stages)
    #[arg(long, value_name = "1..4", conflicts_with = "rules", value_parser = clap::value_parser!(u8).range(1..=4))]
    pub(crate) stage: Option<u8>,
    /// The rule profile, where the cases do not name one
    #[arg(long, value_name = "PROFILE")]
    pub(crate) rules: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Perft {
    /// The game
    #[arg(value_parser = PossibleValuesParser::new(registry::names()))]
    pub(crate) game: String,
    #[command(flatten)]
    pub(crate) map: MapFile,
    /// Length of the lines: orders and ends of turns
    #[arg(long, default_value_t = 3)]
    pub(crate) depth: u32,
}

#[derive(Args, Debug)]
pub(crate) struct Bench {
    /// The game; all if none is named
    #[arg(value_parser = PossibleValuesParser::new(registry::names()))]
    pub(crate) game: Option<String>,
    /// Only this load
    #[arg(long, value_name = "NAME")]
    pub(crate) load: Option<String>,
    /// Do the work this many times, instead of for about a second
    #[arg(long, value_name = "N")]
    pub(crate) passes: Option<u64>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Schema {
    /// The game
    #[arg(value_parser = PossibleValuesParser::new(registry::names()))]
    pub(crate) game: String,
    /// Which of its schemas; all if none is named
    pub(crate) piece: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct Man {
    /// The command whose page is printed; without it that of the whole program
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
    /// Write all pages into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    pub(crate) dir: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct Games {
    /// Print JSON, with what each game is, its seats, rule profiles and bundled maps
    #[arg(long)]
    pub(crate) json: bool,
}
