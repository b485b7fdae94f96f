//! Making puzzles: maps on which exactly one first turn wins in time.
//!
//! A random sketch with a win of the wanted length is changed step by step, and a change is kept if
//! no more first turns win than before, until one is left. Then terrain that does not matter is
//! taken away.

use crate::first_turns::{FirstTurns, first_turns};
use crate::meter::{Halt, Limits, Progress, Watch};
use crate::puzzle::Puzzle;
use board::SplitMix64;

/// A map that is being made.
pub(crate) trait Sketch: Clone {
    /// The states of its game.
    type State: Puzzle;

    /// Some map, for a win of so many turns.
    fn random(random: &mut SplitMix64, turns: u32) -> Self;

    /// Changes something.
    fn change(&mut self, random: &mut SplitMix64);

    /// Takes away the piece of terrain of this number. False if there are not so many.
    fn clear(&mut self, number: usize) -> bool;

    /// The map file.
    fn text(&self) -> String;

    /// The beginning of a game on it.
    fn start(&self) -> Option<Self::State>;
}

/// A puzzle that was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Composed<O> {
    /// The map file.
    pub map: String,
    /// The fewest turns in which it can be won.
    pub turns: u32,
    /// The first turn that wins; every other one misses the win in time.
    pub solution: Vec<O>,
    /// How many different first turns look at least as good, and fail.
    pub tries: u32,
    /// How many different first turns there are.
    pub all: u32,
}

impl<O> Composed<O> {
    /// How hard it is.
    #[must_use]
    pub const fn grade(&self) -> Grade {
        Grade::of(self.turns, self.tries)
    }
}

/// How hard a puzzle is, by how many plausible tries fail, times the turns for which each has to be
/// followed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Grade {
    /// Less than 40.
    Easy,
    /// Less than 150.
    Medium,
    /// 150 and more.
    Hard,
}

impl Grade {
    /// The grade of a puzzle that is won in so many turns, with so many tries that fail.
    #[must_use]
    pub const fn of(turns: u32, tries: u32) -> Self {
        match tries.saturating_mul(turns) {
            0..40 => Self::Easy,
            40..150 => Self::Medium,
            _ => Self::Hard,
        }
    }

    /// In a word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        }
    }
}

/// The most turns of a puzzle that is made.
pub const MOST_PUZZLE_TURNS: u32 = 3;

/// What looking at one map may cost. A map that needs more is too large for a puzzle that somebody
/// solves by hand.
const LOOK: Limits = Limits { nodes: 150_000, memory: 64 << 20 };

/// The most winning first turns of a sketch that is worth changing.
const MOST_WINNING: u32 = 40;

/// Changes tried on one sketch.
const CHANGES: u32 = 80;

/// A puzzle with fewer plausible tries that fail is too easy.
const FEWEST_TRIES: u32 = 10;

/// Makes a puzzle that is won in so many turns, from 1 to [`MOST_PUZZLE_TURNS`]. The same seed
/// makes the same puzzle.
///
/// # Errors
/// [`Halt::Asked`] if the watch stops it.
pub(crate) fn compose<S: Sketch>(
    turns: u32,
    seed: u64,
    watch: Watch<'_>,
) -> Result<Composed<<S::State as game::Game>::Order>, Halt> {
    let mut random = SplitMix64::new(seed);
    let mut workshop = Workshop { turns: turns.clamp(1, MOST_PUZZLE_TURNS), nodes: 0, watch };
    loop {
        let mut sketch = S::random(&mut random, turns);
        let Some(mut first) = workshop.look(&sketch, MOST_WINNING)? else { continue };
        for _ in 0..CHANGES {
            if is_good(&first) {
                return workshop.tidied(sketch, first);
            }
            // Where one turn wins already, but stands out, a change may give it company that fails.
            let mut changed = sketch.clone();
            changed.change(&mut random);
            if let Some(better) = workshop.look(&changed, first.winning)? {
                (sketch, first) = (changed, better);
            }
        }
    }
}

/// Whether one turn wins, and is not the one that everybody would play.
fn is_good<O>(first: &FirstTurns<O>) -> bool {
    first.winning == 1 && first.tries >= FEWEST_TRIES
}

/// Looks at maps.
struct Workshop<'a> {
    turns: u32,
    /// Positions looked at on all maps so far.
    nodes: u64,
    watch: Watch<'a>,
}

impl Workshop<'_> {
    /// The first turns of a map; none if it is too large, is not won in time, or if more than so
    /// many turns win.
    fn look<S: Sketch>(
        &mut self,
        sketch: &S,
        most: u32,
    ) -> Result<Option<FirstTurns<<S::State as game::Game>::Order>>, Halt> {
        let Some(start) = sketch.start() else { return Ok(None) };
        let before = self.nodes;
        let mut watch =
            |progress: &Progress| (self.watch)(&Progress { nodes: before + progress.nodes, ..*progress });
        if watch(&Progress::default()).is_break() {
            return Err(Halt::Asked);
        }
        let looked = first_turns(&start, self.turns, most, LOOK, &mut watch);
        match looked {
            Err(Halt::Asked) => Err(Halt::Asked),
            Err(_) => {
                self.nodes += LOOK.nodes;
                Ok(None)
            }
            Ok(first) => {
                self.nodes += first.as_ref().map_or(0, |first| first.nodes);
                Ok(first.filter(|first| first.winning > 0))
            }
        }
    }

    /// The puzzle without the terrain that does not matter.
    fn tidied<S: Sketch>(
        mut self,
        mut sketch: S,
        mut first: FirstTurns<<S::State as game::Game>::Order>,
    ) -> Result<Composed<<S::State as game::Game>::Order>, Halt> {
        let mut number = 0;
        loop {
            let mut clearer = sketch.clone();
            if !clearer.clear(number) {
                break;
            }
            match self.look(&clearer, 1)?.filter(is_good) {
                Some(still) => (sketch, first) = (clearer, still),
                None => number += 1,
            }
        }
        Ok(Composed {
            map: sketch.text(),
            turns: self.turns,
            solution: first.solution.unwrap_or_default(),
            tries: first.tries,
            all: first.all,
        })
    }
}

/// A number below this one.
pub(crate) fn draw(random: &mut SplitMix64, below: usize) -> usize {
    random.below(below.max(1) as u64) as usize
}

/// One of these.
pub(crate) fn pick<T: Copy>(random: &mut SplitMix64, from: &[T]) -> T {
    from[draw(random, from.len())]
}

/// So many different numbers below this one, in no order.
pub(crate) fn draw_many(random: &mut SplitMix64, count: usize, below: usize) -> Vec<usize> {
    let mut all: Vec<usize> = (0..below).collect();
    (0..count.min(below))
        .map(|_| {
            let at = draw(random, all.len());
            all.swap_remove(at)
        })
        .collect()
}
