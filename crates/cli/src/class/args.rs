//! The command line of `sandtable class`.

use crate::containment::Containment;
use crate::registry;
use clap::Args;
use clap::builder::PossibleValuesParser;
use std::path::PathBuf;

pub(crate) const HELP: &str = "\
FOLDER holds what was handed in: a folder, a .zip or a source file for each student. With a roster
(a CSV file with a column `number` or `学号`, perhaps `name` and `submitted`) each is matched by the
student number, or else the name, in its file name; of several the newest counts.

REPORT gets marks.csv, class.html, feedback/NAME.html (what a student may see), similar/ (pairs that
are alike), junit.xml, gradescope/NAME/results.json and submissions.jsonl. The same command again
grades only what changed, also after it was killed.

Exit status: 0 the class is graded, 1 it could not be, 2 wrong usage, 130 interrupted.

Examples:
  sandtable class breach handed-in/ -o report/
  sandtable class goblins handed-in/ --stage 2 --roster class.csv --policy policy.toml -o report/
  sandtable class breach --print-policy > policy.toml";

#[derive(Args, Debug)]
pub(crate) struct Class {
    /// The game
    #[arg(value_parser = PossibleValuesParser::new(registry::names_with_console()))]
    pub(crate) game: String,
    /// The folder of submissions
    #[arg(required_unless_present = "print_policy")]
    pub(crate) folder: Option<PathBuf>,
    /// Grade this stage only (default: all that a submission has a folder for; 4 if it is one
    /// program)
    #[arg(long, value_name = "1..4", value_parser = clap::value_parser!(u8).range(1..=4))]
    pub(crate) stage: Option<u8>,
    /// The students, as CSV
    #[arg(long, value_name = "FILE.csv")]
    pub(crate) roster: Option<PathBuf>,
    /// Points, deadline and what students see, as TOML (default: the course's way)
    #[arg(long, value_name = "FILE.toml")]
    pub(crate) policy: Option<PathBuf>,
    /// Print a commented policy to start from
    #[arg(long, exclusive = true, requires = "game")]
    pub(crate) print_policy: bool,
    /// A folder of cases, as for `judge` (default: our own)
    #[arg(long, value_name = "DIR")]
    pub(crate) cases: Option<PathBuf>,
    /// Cases that students do not have, run on the program of stage 4
    #[arg(long, value_name = "DIR")]
    pub(crate) hidden: Option<PathBuf>,
    /// Take the time of a file's last change for that of handing in, where the roster says nothing
    #[arg(long)]
    pub(crate) file_times: bool,
    /// A folder with the teacher's headers
    #[arg(long, value_name = "DIR")]
    pub(crate) include: Vec<PathBuf>,
    /// The teacher's library, or a folder of libraries
    #[arg(long, value_name = "PATH")]
    pub(crate) link: Vec<PathBuf>,
    /// Submissions graded at the same time (default: one a core)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) jobs: Option<u16>,
    /// The language of the pages (default: from the locale)
    #[arg(long, value_name = "LANGUAGE", value_parser = PossibleValuesParser::new(judge::Language::ALL.map(judge::Language::name)))]
    pub(crate) lang: Option<String>,
    /// The folder for the report
    #[arg(short, long, value_name = "REPORT", required_unless_present = "print_policy")]
    pub(crate) output: Option<PathBuf>,
    /// Print a summary as JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) containment: Containment,
}
