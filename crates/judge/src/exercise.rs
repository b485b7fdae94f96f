//! The graded games, and what their course asks for.

use crate::case::Case;
use crate::courses;
use crate::generate::Source;
use game::console::{Console, DialogueOptions, Stage};
use game::dialogue_trace::DialogueTrace;
use game::mistakes::{Mistake, MistakeSet, Rule, Translation};

/// A graded game with the rules of its course.
#[derive(Debug)]
pub struct Exercise {
    /// The game's name.
    pub name: &'static str,
    /// Its dialogue, which is what a right program does.
    pub console: &'static dyn Console,
    /// Points for each stage; a stage's points are given only if all its cases are correct.
    pub points: [u32; 4],
    /// Points for cases that students do not see, run on the program of the last stage.
    pub hidden_points: u32,
    /// The mistakes that no case within the hand-out can show.
    pub beyond_handout: &'static [&'static str],
    /// Whether the course could grade this case.
    pub is_within_handout: fn(&Case) -> bool,
    /// Where new cases come from.
    pub source: Source,
    /// Its rules and mistakes in Chinese.
    pub chinese: Translation,
    /// Which rules may be concerned where another one seems to be.
    pub relations: &'static [Relation],
    /// What the first line of a map holds.
    pub header: MapHeader,
    /// The sorts of entries in a map, in the order of the header's counts.
    pub sorts: &'static [Sort],
    /// What an answer in the dialogue is.
    pub answers: Answers,
    /// Finds the boards in an output from which a shorter game could begin, where that is possible.
    pub openings: Option<FindOpenings>,
}

/// Which rules may be concerned where another one seems to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Relation {
    /// The one that seems to be.
    pub rule: &'static Rule,
    /// Those that may be if something has happened by them, too.
    pub if_at_work: &'static [&'static Rule],
    /// Those that may be in any case: by them nothing happens that could be seen.
    pub always: &'static [&'static Rule],
}

/// What the first line of a map holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MapHeader {
    /// The number of entries of each sort.
    Counts,
    /// Height and width before these numbers.
    SizeAndCounts,
}

/// A sort of entries in a map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sort {
    /// Its name in English.
    pub en: &'static str,
    /// Its name in Chinese.
    pub zh: &'static str,
}

/// What an answer in a dialogue is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answers {
    /// A line that counts as a whole.
    Lines,
    /// A line of symbols that count one by one.
    Symbols,
}

/// Finds the boards in the lines of an output from which a shorter game could begin.
pub type FindOpenings = fn(&[Vec<u8>]) -> Vec<Opening>;

/// A board from which a shorter game could begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// How many answers were given before.
    pub answered: usize,
    /// What stands on it, by sort.
    pub entries: Vec<Vec<String>>,
}

/// What a dialogue came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// What was written.
    pub output: Vec<u8>,
    /// The exit status.
    pub status: u8,
}

impl Exercise {
    /// All graded games.
    #[must_use]
    pub fn all() -> &'static [Self] {
        &courses::EXERCISES
    }

    /// The graded game of this name.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        courses::EXERCISES.iter().find(|exercise| exercise.name == name)
    }

    /// The points for a stage.
    #[must_use]
    pub fn points_for(&self, stage: Stage) -> u32 {
        self.points[stage as usize - 1]
    }

    /// What a program that makes these mistakes does.
    #[must_use]
    pub fn play(&self, stage: Stage, input: &[u8], mistakes: MistakeSet) -> Played {
        let mut port = game::console::Transcript::new(input);
        let status =
            self.console.run(&mut port, DialogueOptions { stage, mistakes, ..DialogueOptions::default() });
        Played { output: port.output, status }
    }

    /// What such a program does, with what is going on meanwhile.
    #[must_use]
    pub fn record<'a>(&self, stage: Stage, input: &'a [u8], mistakes: MistakeSet) -> DialogueTrace<'a> {
        let mut record = DialogueTrace::new(input);
        self.console.run(&mut record, DialogueOptions { stage, mistakes, ..DialogueOptions::default() });
        record
    }

    /// The mistakes that can show in a stage, with their places in the game's list.
    pub fn mistakes_in(&self, stage: Stage) -> impl Iterator<Item = (usize, &'static Mistake)> {
        let all = self.console.mistakes().iter().enumerate();
        all.filter(move |(_, mistake)| mistake.stages.contains(&stage))
    }
}
