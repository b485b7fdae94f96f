//! The solver as a bot, [`Planner`]: `strong` in games for one, and `hard` where a short search is
//! not yet the best play.

use crate::levels::{Level, Thinker};
use crate::player::{Player, Seated};
use game::{Bot, DynGame, JsonGame, SeatHandle, Session};
use solver::{Answer, Limits, Puzzle, Question, Verdict, look_ahead, solve};
use std::ops::ControlFlow;

/// The bot of this level for the game at this table, if the solver plays it.
pub(crate) fn for_table(table: &dyn DynGame, thinker: Thinker) -> Option<Box<dyn Player>> {
    // Small maps of goblins are solved at once: `hard` would be as good as `strong` there.
    let (makers, nodes): (&[Maker], _) = match thinker.level {
        Level::Easy | Level::Medium => return None,
        Level::Hard => (&[made::<::breach::State>], HARD_NODES),
        Level::Strong => (&[made::<::breach::State>, made::<::goblins::State>], NODES),
    };
    makers.iter().find_map(|maker| maker(table, thinker.nodes.unwrap_or(nodes)))
}

type Maker = fn(&dyn DynGame, u64) -> Option<Box<dyn Player>>;

fn made<P: Puzzle<Order: Send> + JsonGame<Refusal: Send>>(
    table: &dyn DynGame,
    nodes: u64,
) -> Option<Box<dyn Player>> {
    let is_this_game = table.as_any().is::<Session<P>>();
    is_this_game.then(|| Box::new(Seated::<P, _>::new(Planner::<P>::new(nodes))) as Box<dyn Player>)
}

/// Positions that it looks at in a turn, at most, if nobody says otherwise.
const NODES: u64 = 3_000_000;

/// The same for `hard`.
const HARD_NODES: u64 = 30_000;

/// The share of them that is for a look ahead, if no win is found with the rest.
const AHEAD: u64 = 6;

/// How many turns it looks ahead where it knows no win.
const TURNS_AHEAD: u32 = 3;

/// Bytes for what it remembers while it thinks.
const MEMORY: usize = 256 << 20;

/// Longer wins are not looked for.
const MOST_TURNS: u32 = 20;

/// The solver with a number of positions a turn.
///
/// It keeps the line that it has found. A line that is not proven to be the shortest is thought
/// over every turn; of two lines it plays the shorter one. Where it finds no win it plays the first
/// turn of the line that looks best a few turns later.
#[derive(Debug)]
pub struct Planner<P: Puzzle> {
    /// Positions that it looks at in a turn, at most.
    nodes: u64,
    /// What is still to be played, the next turn first.
    plan: Option<Plan<P>>,
    note: Option<String>,
}

/// A win that is being played.
#[derive(Debug)]
struct Plan<P: Puzzle> {
    /// The position in which it goes on.
    at: u128,
    turns: Vec<Vec<P::Order>>,
    is_shortest: bool,
}

impl<P: Puzzle> Default for Planner<P> {
    fn default() -> Self {
        Self::new(NODES)
    }
}

impl<P: Puzzle> Planner<P> {
    /// A solver that looks at so many positions in a turn, at most.
    #[must_use]
    pub const fn new(nodes: u64) -> Self {
        Self { nodes, plan: None, note: None }
    }
}

impl<P: Puzzle<Order: Send>> Bot<P> for Planner<P> {
    fn play(&mut self, handle: &mut SeatHandle<'_, P>) {
        let Some(state) = handle.state().cloned() else { return };
        let turn = self.next_turn(&state);
        for order in turn {
            handle.submit(order);
        }
        if let (Some(plan), Some(after)) = (&mut self.plan, handle.state()) {
            let mut after = after.clone();
            after.end_turn(handle.seat(), &mut game::Silent);
            plan.at = after.wide_key();
        }
    }

    fn note(&self) -> Option<String> {
        self.note.clone()
    }
}

impl<P: Puzzle> Planner<P> {
    /// The orders of this turn. What is left of the plan is kept.
    fn next_turn(&mut self, state: &P) -> Vec<P::Order> {
        let known = self.plan.take().filter(|plan| plan.at == state.wide_key() && !plan.turns.is_empty());
        let plan = match known {
            Some(plan) if plan.is_shortest => {
                self.note = Some(format!("as planned: a win in {}", turns(plan.turns.len())));
                Some(plan)
            }
            known => self.think(state, known),
        };
        let Some(mut plan) = plan else { return self.look_ahead(state) };
        let turn = plan.turns.remove(0);
        self.plan = Some(plan);
        turn
    }

    /// The shorter of the win that is known and of what the solver finds now.
    fn think(&mut self, state: &P, known: Option<Plan<P>>) -> Option<Plan<P>> {
        let question = Question { most_turns: MOST_TURNS, fewest_losses: false };
        let limits = Limits { nodes: self.nodes - self.nodes / AHEAD, memory: MEMORY };
        let answer = solve(state, question, limits, &mut |_| ControlFlow::Continue(()));
        self.note = Some(said(&answer, self.nodes));
        let is_shortest = matches!(answer.verdict(), Verdict::Solved(_));
        let found = answer.win.map(|win| Plan { at: state.wide_key(), turns: win.turns, is_shortest });
        match (known, found) {
            (Some(known), Some(found)) if found.turns.len() > known.turns.len() => Some(known),
            (known, found) => found.or(known),
        }
    }

    fn look_ahead(&mut self, state: &P) -> Vec<P::Order> {
        let limits = Limits { nodes: self.nodes / AHEAD, memory: MEMORY };
        let line = look_ahead(state, TURNS_AHEAD, limits, &mut |_| ControlFlow::Continue(()));
        line.into_iter().next().unwrap_or_default()
    }
}

/// What the solver has found, for the replay.
fn said<O>(answer: &Answer<O>, budget: u64) -> String {
    let found = match answer.verdict() {
        Verdict::Solved(most) => format!("a win in {}, none shorter", turns(most as usize)),
        Verdict::NotWithin(most) => format!("no win in {}", turns(most as usize)),
        Verdict::Between { known: Some(most), .. } => format!("a win in {}", turns(most as usize)),
        Verdict::Between { none_within: 0, known: None } => "no win known".to_owned(),
        Verdict::Between { none_within, known: None } => {
            format!("no win in {}", turns(none_within as usize))
        }
    };
    format!("{found}; {} of {budget} positions", answer.nodes)
}

fn turns(count: usize) -> String {
    format!("{count} turn{}", if count == 1 { "" } else { "s" })
}
