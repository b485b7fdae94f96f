//! Guided games: what the player is to do next.
//!
//! How far a lesson has come is worked out from the game and from what is in hand, so that taking
//! back goes back in the lesson, too.

use crate::history::Act;
use crate::interaction::Interaction;
use crate::overlay::Overlay;
use crate::words;
use board::Cell;
use face::{END_TURN, Lesson, LessonStep, Mark, Until};
use game::Words;
use games::HostedGame;

/// What the player of a guided game is to do next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guidance {
    /// What is learnt.
    pub title: Words,
    /// What to do.
    pub say: Words,
    /// The number of the step, counted from 1.
    pub number: usize,
    /// How many steps there are.
    pub of: usize,
    /// Cells to look at.
    pub cells: Vec<Cell>,
    /// The key whose button is to be pressed; empty if none is.
    pub key: &'static str,
}

impl<G: HostedGame> Interaction<G> {
    /// Begins a lesson, or goes on with it.
    pub fn teach(&mut self, lesson: &'static Lesson) {
        self.lesson = Some(lesson);
    }

    /// What the player is to do next; nothing without a lesson, and when it is over.
    pub fn guidance(&self) -> Option<Guidance> {
        let lesson = self.lesson.filter(|_| !self.is_over())?;
        let (title, of) = (lesson.title, lesson.steps.len());
        let number = self.step_of(lesson.steps);
        if self.has_left(lesson.line) {
            let say = words::LESSON_LEFT;
            return Some(Guidance { title, say, number: number.min(of), of, cells: Vec::new(), key: "u" });
        }
        let LessonStep { say, at, key, .. } = *lesson.steps.get(number)?;
        let cells = at.iter().map(|(row, col)| Cell::new(*row, *col)).collect();
        Some(Guidance { title, say, number: number + 1, of, cells, key })
    }

    /// Whether something else was done than the lesson says.
    fn has_left(&self, line: &[&str]) -> bool {
        let played = &self.history.steps()[..self.history.played()];
        let is_line = |(step, wanted): (&crate::history::Step<G::Order>, &&str)| match step.act {
            Act::EndTurn => *wanted == END_TURN,
            Act::Order(order) => serde_json::from_str(wanted).is_ok_and(|wanted: G::Order| wanted == order),
        };
        !line.is_empty() && (played.len() > line.len() || !played.iter().zip(line).all(is_line))
    }

    /// The first step that is still to be done: after the last whose effect is there, all that hold
    /// for the moment are passed.
    fn step_of(&self, steps: &[LessonStep]) -> usize {
        let lasting = steps.iter().rposition(|step| self.has_come(step.until));
        let first = lasting.map_or(0, |last| last + 1);
        let passed = steps[first..].iter().take_while(|step| self.holds(step)).count();
        first + passed
    }

    /// Whether what a step waits for has come to stay.
    fn has_come(&self, until: Until) -> bool {
        let own = || {
            let played = &self.history.steps()[..self.history.played()];
            played.iter().filter(|step| step.seat == self.seat.0 && step.act.order().is_some()).count()
        };
        match until {
            Until::Ordered(orders) => own() >= orders,
            Until::Played(steps) => self.history.played() >= steps,
            Until::Turn(turn) => G::shown_turn(self.now().turn()) >= turn,
            Until::Over => self.is_over(),
            Until::Chosen | Until::Aimed | Until::Coached | Until::Listed => false,
        }
    }

    /// Whether what a step waits for is so at the moment.
    fn holds(&self, step: &LessonStep) -> bool {
        let first = step.at.first().map(|(row, col)| Cell::new(*row, *col));
        let has = |mark: Mark| first.is_some_and(|cell| self.marks().at(cell).has(mark));
        match step.until {
            Until::Chosen => has(Mark::Chosen),
            Until::Aimed => has(Mark::Target),
            Until::Coached => self.coach.plays_along(),
            Until::Listed => matches!(self.overlay, Overlay::List { .. }),
            lasting => self.has_come(lasting),
        }
    }
}
