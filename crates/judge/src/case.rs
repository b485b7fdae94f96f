//! Cases: an input and the output that belongs to it.

use crate::exercise::{Exercise, Played};
use crate::handout::Section;
use game::conform::{Compare, Folder, RecordedDialogue, read_cases};
use game::console::Stage;
use game::mistakes::MistakeSet;

/// An input, the output that belongs to it, and how the two are compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// Its name in its set.
    pub name: String,
    /// The stage it belongs to.
    pub stage: Stage,
    /// What the program reads.
    pub input: Vec<u8>,
    /// What it should write.
    pub expected: Vec<u8>,
    /// How it should end.
    pub exit_status: u8,
    /// How its output is compared.
    pub compare: Compare,
    /// Whether it is graded, or tried for its own sake.
    pub section: Section,
}

impl Case {
    /// The case with this input, its expectations worked out by our own engine.
    #[must_use]
    pub fn made(exercise: &Exercise, stage: Stage, name: impl Into<String>, input: Vec<u8>) -> Self {
        let played = exercise.play(stage, &input, MistakeSet::NONE);
        let mut case = Self {
            name: name.into(),
            stage,
            input,
            expected: played.output,
            exit_status: played.status,
            compare: Compare::Loose,
            section: Section::Handout,
        };
        case.section = Section::of(exercise, &case);
        case
    }

    /// Whether a program that makes these mistakes fails this case.
    #[must_use]
    pub fn exposes(&self, exercise: &Exercise, mistakes: MistakeSet) -> bool {
        self.is_failed_by(&exercise.play(self.stage, &self.input, mistakes))
    }

    /// Whether a program that does this fails this case.
    pub(crate) fn is_failed_by(&self, played: &Played) -> bool {
        played.status != self.exit_status
            || crate::compare::difference(self.compare, &self.expected, &played.output).is_some()
    }
}

/// How strictly outputs are compared.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Strictness {
    /// As the course does: white space at line ends and empty lines at the end do not count.
    #[default]
    Course,
    /// Byte for byte, but for cases whose manifest says otherwise.
    Exact,
}

/// Reads a folder of `NAME.in` and `NAME.out` files with an optional `manifest.tsv`.
///
/// Whoever names a folder of cases wants them graded, whatever they hold.
///
/// # Errors
/// One sentence, if it is not such a folder.
pub fn read_folder(folder: &dyn Folder, stage: Stage, strictness: Strictness) -> Result<Vec<Case>, String> {
    let cases = read_cases(folder)?;
    Ok(cases.into_iter().map(|case| from_record(case, stage, strictness)).collect())
}

fn from_record(recorded: RecordedDialogue, stage: Stage, strictness: Strictness) -> Case {
    let RecordedDialogue { name, input, expected, exit_status, compare } = recorded;
    let compare = match strictness {
        Strictness::Course => Compare::Loose,
        Strictness::Exact => compare,
    };
    Case { name, stage, input, expected, exit_status, compare, section: Section::Handout }
}
