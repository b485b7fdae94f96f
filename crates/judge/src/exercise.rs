//! The graded games, and what their course asks for.

use game::console::{Console, Options, Stage};
use game::dialogue_trace::DialogueTrace;
use game::mistakes::{Mistake, MistakeSet};

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
}

/// What a dialogue came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// What was written.
    pub output: Vec<u8>,
    /// The exit status.
    pub status: u8,
}

static EXERCISES: [Exercise; 2] = [
    Exercise {
        name: "breach",
        console: &breach::console::Console,
        points: [5, 6, 6, 8],
        hidden_points: 5,
        beyond_handout: &["outside-asks-again", "flattens-under-unit"],
    },
    Exercise {
        name: "goblins",
        console: &goblins::console::Console,
        points: [6, 7, 7, 5],
        hidden_points: 5,
        beyond_handout: &["first-terrain-counts", "plain-unknown", "skips-blank-lines"],
    },
];

impl Exercise {
    /// All graded games.
    #[must_use]
    pub fn all() -> &'static [Self] {
        &EXERCISES
    }

    /// The graded game of this name.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Self> {
        EXERCISES.iter().find(|exercise| exercise.name == name)
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
        let status = self.console.run(&mut port, Options { stage, mistakes, ..Options::default() });
        Played { output: port.output, status }
    }

    /// What such a program does, with what is going on meanwhile.
    #[must_use]
    pub fn record<'a>(&self, stage: Stage, input: &'a [u8], mistakes: MistakeSet) -> DialogueTrace<'a> {
        let mut record = DialogueTrace::new(input);
        self.console.run(&mut record, Options { stage, mistakes, ..Options::default() });
        record
    }

    /// The mistakes that can show in a stage, with their places in the game's list.
    pub fn mistakes_in(&self, stage: Stage) -> impl Iterator<Item = (usize, &'static Mistake)> {
        let all = self.console.mistakes().iter().enumerate();
        all.filter(move |(_, mistake)| mistake.stages.contains(&stage))
    }
}
