//! `sandtable feed`, as typed.

use crate::containment::{Bound, Containment};
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;

pub(crate) const HELP: &str = "\
DIR is what was given to `sandtable match --record`, or one game's folder in it. The bot's messages are sent one by one,
each reply is awaited and compared with the recorded one. No clock runs.

A record is data, and nothing that it names is run. BOT is a bot as in `sandtable match`: it is built anew if need be and
contained. COMMAND is run as you would run it: not contained, its standard error on your terminal, and Ctrl-C goes to it.

A debugger that needs the keyboard lets the program take its input elsewhere:
  sandtable feed rec/ 0 -- gdbserver localhost:4000 ./mybot     and elsewhere: gdb -ex 'target remote localhost:4000' ./mybot
  sandtable feed rec/ 0 --to input.jsonl                        and then: gdb -ex 'run < input.jsonl' ./mybot
The second way gives everything at once, which suits bots that answer every line (not the old interfaces' drivers).

Exit status: 0 all of the input was replied to, 1 the program ended early or the recorded input is damaged (with --strict
also if a reply differs or the recorded output ends within a line), 2 wrong usage or no such record.

Examples:
  sandtable match fc18 ./bot.py greedy random random --record rec/
  sandtable feed rec/ 0 ./bot.py
  sandtable feed rec/ 0 -- python3 -X faulthandler bot.py";

#[derive(Args, Debug)]
pub(crate) struct Feed {
    /// The folder of a record: of a match or of a game
    #[arg(value_name = "DIR")]
    pub(crate) record: PathBuf,
    /// The seat, counted from 0
    pub(crate) seat: u8,
    /// The bot to feed: a program, a source file or a folder with a bot.toml
    #[arg(conflicts_with_all = ["command", "to"])]
    pub(crate) bot: Option<String>,
    /// Which game of the match, counted from 1; the first if nothing is said
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) game: Option<u32>,
    /// Let it be a failure if a reply differs from the recorded one, or the recorded output ends
    /// within a line
    #[arg(long)]
    pub(crate) strict: bool,
    /// Only write the input to this file (`-`: standard output)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["strict", "command"])]
    pub(crate) to: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) containment: Containment,
    #[command(flatten)]
    pub(crate) bound: Bound,
    /// The command to feed, with its arguments
    #[arg(last = true, value_name = "COMMAND")]
    pub(crate) command: Vec<OsString>,
}
