//! The games that can be solved, and the way to them from a table whose game is not known when the
//! program is compiled.
//!
//! ```
//! use solver::{Limits, Question, Verdict, solve};
//! use std::ops::ControlFlow;
//!
//! // A tank at (5, 3) and a hydralisk at (2, 3).
//! let setup = breach::Setup::parse(b"0 2  5 3 T  2 3 H", breach::Stage::Four).unwrap();
//! let state = breach::State::new(&setup);
//! let question = Question { most_turns: 3, fewest_losses: false };
//! let answer = solve(&state, question, Limits::memory(1 << 20), &mut |_| ControlFlow::Continue(()));
//! assert_eq!(answer.verdict(), Verdict::Solved(1));
//! ```

mod breach;
mod goblins;

use self::breach::sketch::BreachSketch;
use self::goblins::sketch::GoblinsSketch;
use crate::answer::Answer;
use crate::compose::{Composed, Sketch, compose};
use crate::first_turns::{FirstTurns, first_turns};
use crate::meter::{Halt, Limits, Watch};
use crate::puzzle::Puzzle;
use crate::search::{Question, solve};
use game::{DynGame, Game, JsonGame, JsonText, Session};

/// An order of some game.
#[derive(Clone, PartialEq, Debug)]
pub struct AnyOrder {
    /// As a replay has it.
    pub json: JsonText,
    /// In words.
    pub text: String,
}

/// What [`solve`] says of the game at this table, with the answers to the graded dialogue that play
/// the win.
#[derive(Clone, PartialEq, Debug)]
pub struct AnyAnswer {
    /// The answer.
    pub answer: Answer<AnyOrder>,
    /// What a player of the dialogue would type, if there is a win.
    pub dialogue: Option<String>,
}

/// Solves the game at this table; none if it is not one that can be solved.
#[must_use]
pub fn solve_table(
    table: &dyn DynGame,
    question: Question,
    limits: Limits,
    watch: Watch<'_>,
) -> Option<AnyAnswer> {
    const SOLVERS: [Solver; 2] = [solved::<::breach::State>, solved::<::goblins::State>];
    SOLVERS.iter().find_map(|solver| solver(table, question, limits, &mut *watch))
}

/// Whether the game at this table can be solved.
#[must_use]
pub fn is_solvable(table: &dyn DynGame) -> bool {
    table.as_any().is::<Session<::breach::State>>() || table.as_any().is::<Session<::goblins::State>>()
}

type Solver = fn(&dyn DynGame, Question, Limits, Watch<'_>) -> Option<AnyAnswer>;

fn solved<P>(table: &dyn DynGame, question: Question, limits: Limits, watch: Watch<'_>) -> Option<AnyAnswer>
where
    P: Puzzle + JsonGame<Order: ToString>,
{
    let start = table.as_any().downcast_ref::<Session<P>>()?.game();
    let answer = solve(start, question, limits, watch);
    let dialogue = answer.win.as_ref().map(|win| dialogue(start, &win.turns));
    Some(AnyAnswer { answer: answer.map(named::<P>), dialogue })
}

fn named<G: JsonGame<Order: ToString>>(order: &G::Order) -> AnyOrder {
    AnyOrder { json: JsonText::of(order), text: order.to_string() }
}

/// What [`first_turns`] says of the game at this table; none if it is not one that can be solved.
pub fn first_turns_of(
    table: &dyn DynGame,
    turns: u32,
    most: u32,
    limits: Limits,
    watch: Watch<'_>,
) -> Option<Result<Option<FirstTurns<AnyOrder>>, Halt>> {
    const COUNTERS: [Counter; 2] = [counted::<::breach::State>, counted::<::goblins::State>];
    COUNTERS.iter().find_map(|counter| counter(table, turns, most, limits, &mut *watch))
}

type Counted = Result<Option<FirstTurns<AnyOrder>>, Halt>;
type Counter = fn(&dyn DynGame, u32, u32, Limits, Watch<'_>) -> Option<Counted>;

fn counted<P>(table: &dyn DynGame, turns: u32, most: u32, limits: Limits, watch: Watch<'_>) -> Option<Counted>
where
    P: Puzzle + JsonGame<Order: ToString>,
{
    let start = table.as_any().downcast_ref::<Session<P>>()?.game();
    let counted = first_turns(start, turns, most, limits, watch);
    Some(counted.map(|first| first.map(|first| first.map(named::<P>))))
}

/// Makes a puzzle of this game that is won in so many turns, from 1 to
/// [`MOST_PUZZLE_TURNS`](crate::MOST_PUZZLE_TURNS). The same seed makes the same puzzle. None if
/// puzzles of this game cannot be made.
///
/// Within it the error is that the watch stopped it.
pub fn compose_map(
    game: &str,
    turns: u32,
    seed: u64,
    watch: Watch<'_>,
) -> Option<Result<Composed<AnyOrder>, Halt>> {
    const COMPOSERS: [(&str, Composer); 2] = [
        (::breach::State::NAME, composed::<BreachSketch, ::breach::State>),
        (::goblins::State::NAME, composed::<GoblinsSketch, ::goblins::State>),
    ];
    let (_, composer) = COMPOSERS.iter().find(|(name, _)| *name == game)?;
    Some(composer(turns, seed, watch))
}

type Composer = fn(u32, u64, Watch<'_>) -> Result<Composed<AnyOrder>, Halt>;

fn composed<S, P>(turns: u32, seed: u64, watch: Watch<'_>) -> Result<Composed<AnyOrder>, Halt>
where
    S: Sketch<State = P>,
    P: Puzzle + JsonGame<Order: ToString>,
{
    let made = compose::<S>(turns, seed, watch)?;
    let Composed { map, turns, solution, tries, all } = made;
    Ok(Composed { map, turns, solution: solution.iter().map(named::<P>).collect(), tries, all })
}

fn dialogue<P: Puzzle>(start: &P, turns: &[Vec<P::Order>]) -> String {
    let mut text = String::new();
    let mut state = start.clone();
    for turn in turns {
        state.answers(turn, &mut text);
        turn.iter().for_each(|order| state.play(game::Seat::ONLY, *order, &mut game::Silent));
        state.end_turn(game::Seat::ONLY, &mut game::Silent);
    }
    text
}
