//! The command line of `sandtable judge`.

use crate::containment::Containment;
use crate::registry;
use crate::seed::Seed;
use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use std::path::PathBuf;

pub(crate) const HELP: &str = "\
SOURCE is a program, a .cpp file, a folder of C++ files, or a folder or .zip with a folder for
each task (1_task1 ... 4_task4). C++ is compiled as the course does, with g++ -std=c++11 -Wall
-Wextra -Wno-return-type -pedantic; headers of the Stanford library are there, and includes are
found in any case. Without --cases a set of our own is used: cases within the hand-out, which are
graded, and robustness cases (malformed input, end of input, odd maps), which are not unless --robust
is given. A case passes if the program ends with the right status (0 if nothing else is said) within
1 second of CPU time and prints the right text; white space at line ends and empty lines at the end
do not count unless --exact is given. Verdicts are kept: what has not changed is not run again.

Exit status: 0 everything is correct, 1 something is not, 2 wrong usage.

Examples:
  sandtable judge breach my-program --stage 2
  sandtable judge goblins 20190001.zip --include lib/include --link lib/lib
  sandtable judge breach src/ --stage 1 --cases published/stage1 --watch
  sandtable judge goblins . --run 'python3 main.py {stage}' --stage 3
  sandtable judge gen breach --stage 4 --count 100 --seed 7 -o cases/
  sandtable judge minimize cases/17.in -- ./my-program";

#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Judge {
    #[command(subcommand)]
    pub(crate) action: Option<Action>,
    #[command(flatten)]
    pub(crate) grade: Grade,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Action {
    /// Make new cases that show every mechanism of a stage and find out every known mistake
    #[command(after_help = "Example:\n  sandtable judge gen goblins --stage 2 --count 50 --seed 3 -o cases/")]
    Gen(Gen),
    /// Shrink a failing case to the smallest one that still fails
    #[command(
        after_help = "Example:\n  sandtable judge minimize cases/17.in -o smallest -- ./my-program\n\nThe expected output stands beside the case (17.out); game and stage are found out from the two unless they are given.\nExit status: 0 done, 1 the program does not fail, 2 wrong usage."
    )]
    Minimize(Minimize),
}

#[derive(Args, Debug)]
pub(crate) struct Grade {
    /// The game
    // Required unless there is a subcommand, which only an option can be.
    #[arg(required = true, value_parser = PossibleValuesParser::new(registry::names_with_console()))]
    pub(crate) game: Option<String>,
    /// What was handed in
    #[arg(required = true)]
    pub(crate) source: Option<PathBuf>,
    /// Judge this stage only (default: all that SOURCE has a folder for; 4 if it is one program)
    #[arg(long, value_name = "1..4", value_parser = clap::value_parser!(u8).range(1..=4))]
    pub(crate) stage: Option<u8>,
    /// Run this case only
    #[arg(long, value_name = "NAME")]
    pub(crate) case: Option<String>,
    /// A folder of cases (NAME.in, NAME.out, perhaps manifest.tsv), or of folders stage1 ... stage4
    /// with such
    #[arg(long, value_name = "DIR")]
    pub(crate) cases: Option<PathBuf>,
    /// Cases for the last points, run on the program of stage 4
    #[arg(long, value_name = "DIR")]
    pub(crate) hidden: Option<PathBuf>,
    /// Compare byte for byte
    #[arg(long)]
    pub(crate) exact: bool,
    /// Count robustness cases, too: malformed input, end of input in odd places, odd maps
    #[arg(long)]
    pub(crate) robust: bool,
    /// Only the verdicts, without explanations
    #[arg(long)]
    pub(crate) brief: bool,
    /// Show the warnings of a build that succeeded
    #[arg(long)]
    pub(crate) warnings: bool,
    /// Run every case, also where the verdict is known
    #[arg(long)]
    pub(crate) fresh: bool,
    /// The language of the explanations (default: from the locale)
    #[arg(long, value_name = "LANGUAGE", value_parser = PossibleValuesParser::new(judge::Language::ALL.map(judge::Language::name)))]
    pub(crate) lang: Option<String>,
    /// Judge again whenever a file of SOURCE changes
    #[arg(long, conflicts_with = "json")]
    pub(crate) watch: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) program: HowToRun,
}

/// How a program is built and run.
#[derive(Args, Debug)]
pub(crate) struct HowToRun {
    /// The command that builds SOURCE, for other languages; `{stage}` is the number of the stage
    #[arg(long, value_name = "COMMAND")]
    pub(crate) build: Option<String>,
    /// The command that runs it, in its folder (with --build the default is ./program, or the only
    /// program that was built)
    #[arg(long, value_name = "COMMAND")]
    pub(crate) run: Option<String>,
    /// A folder with the teacher's headers
    #[arg(long, value_name = "DIR")]
    pub(crate) include: Vec<PathBuf>,
    /// The teacher's library, or a folder of libraries
    #[arg(long, value_name = "PATH")]
    pub(crate) link: Vec<PathBuf>,
    /// CPU time for each case, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = seconds)]
    pub(crate) time: f64,
    #[command(flatten)]
    pub(crate) containment: Containment,
}

#[derive(Args, Debug)]
pub(crate) struct Gen {
    /// The game
    #[arg(value_parser = PossibleValuesParser::new(registry::names_with_console()))]
    pub(crate) game: String,
    /// The stage
    #[arg(long, value_name = "1..4", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=4))]
    pub(crate) stage: u8,
    /// How many cases (default: as few as show everything)
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) count: Option<u16>,
    /// Same seed, same cases
    #[arg(long, value_name = "SEED", default_value = "1")]
    pub(crate) seed: Seed,
    /// The folder for the cases; it must be empty or not there yet
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: PathBuf,
    /// Only what the course grades
    #[arg(long, conflicts_with = "robust_only")]
    pub(crate) graded_only: bool,
    /// Only what the course never tries
    #[arg(long)]
    pub(crate) robust_only: bool,
    /// Print the report as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Minimize {
    /// The case's input, with the expected output beside it
    pub(crate) case: PathBuf,
    /// The game, if it is not to be found out
    #[arg(long, value_parser = PossibleValuesParser::new(registry::names_with_console()))]
    pub(crate) game: Option<String>,
    /// The stage, if it is not to be found out
    #[arg(long, value_name = "1..4", value_parser = clap::value_parser!(u8).range(1..=4))]
    pub(crate) stage: Option<u8>,
    /// Write NAME.in and NAME.out instead of printing the input
    #[arg(short, long, value_name = "NAME")]
    pub(crate) output: Option<PathBuf>,
    /// Compare byte for byte
    #[arg(long)]
    pub(crate) exact: bool,
    /// Stop after so many seconds with the smallest case found by then
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = seconds)]
    pub(crate) time: f64,
    #[command(flatten)]
    pub(crate) containment: Containment,
    /// The program that fails: what could be a SOURCE, or a command with arguments
    #[arg(last = true, required = true)]
    pub(crate) program: Vec<String>,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.001..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("a number of seconds from 0.001 to 3600".to_string()),
    }
}
