//! All first turns of a position: which of them still win, and which only look like it.

use crate::meter::{Halt, Limits, Meter, Watch};
use crate::puzzle::Puzzle;
use crate::search::Search;
use crate::table::Table;
use game::{Seat, Silent};
use std::ops::ControlFlow;

/// What can be done in the first turn of a position whose shortest win has a known number of turns.
///
/// Turns that lead to the same position are one turn: the order of orders does not matter, nor a
/// detour.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FirstTurns<O> {
    /// Different turns from which the shortest win is still possible.
    pub winning: u32,
    /// Different turns that miss the shortest win and look like it: after them the position looks
    /// at least as good as after a winning one, or, where the first turn has to be the last, one
    /// foe is left.
    pub tries: u32,
    /// All different turns.
    pub all: u32,
    /// One of those that win, if there is any.
    pub solution: Option<Vec<O>>,
    /// Positions looked at.
    pub nodes: u64,
}

/// Looks at every first turn of a position. None if there is a win in fewer turns, or if more than
/// `most` different turns win.
///
/// # Errors
/// Which limit was reached first.
pub fn first_turns<P: Puzzle>(
    start: &P,
    turns: u32,
    most: u32,
    limits: Limits,
    watch: Watch<'_>,
) -> Result<Option<FirstTurns<P::Order>>, Halt> {
    if !start.has_turns() || !start.to_move().has(Seat::ONLY) {
        return Ok(None);
    }
    let mut search = Search::new(Meter::new(limits, watch));
    for fewer in 1..turns {
        if search.win(start, fewer)? {
            return Ok(None);
        }
    }
    let mut census = Census {
        search,
        turns,
        most,
        seen: Table::default(),
        ends: Table::default(),
        way: Vec::new(),
        won: Vec::new(),
        missed: Vec::new(),
        solution: None,
    };
    match census.visit(start) {
        Err(Stop::Halt(halt)) => Err(halt),
        Err(Stop::Enough) => Ok(None),
        Ok(()) => Ok(Some(census.result())),
    }
}

impl<O> FirstTurns<O> {
    /// The same with other words for the orders.
    pub(crate) fn map<P>(self, say: impl Fn(&O) -> P) -> FirstTurns<P> {
        let Self { winning, tries, all, solution, nodes } = self;
        let solution = solution.map(|orders| orders.iter().map(say).collect());
        FirstTurns { winning, tries, all, solution, nodes }
    }
}

/// The state of the count.
struct Census<'a, P: Puzzle> {
    search: Search<'a, P::Order>,
    turns: u32,
    most: u32,
    /// States within the turn.
    seen: Table,
    /// Positions after it.
    ends: Table,
    /// The orders that lead to where the count is.
    way: Vec<P::Order>,
    /// How the positions look that still win, and how the others do.
    won: Vec<i64>,
    missed: Vec<Missed>,
    solution: Option<Vec<P::Order>>,
}

/// How a position looks that does not win any more.
struct Missed {
    worth: i64,
    /// The foes that are left when the turn ends.
    foes: u32,
}

/// Why a count ends early.
enum Stop {
    Halt(Halt),
    /// More turns win than may.
    Enough,
}

impl From<Halt> for Stop {
    fn from(halt: Halt) -> Self {
        Self::Halt(halt)
    }
}

impl<P: Puzzle> Census<'_, P> {
    /// Counts the turns that begin as the way to this state does.
    fn visit(&mut self, state: &P) -> Result<(), Stop> {
        self.end(state)?;
        if state.foes() == 0 {
            return Ok(());
        }
        let done = state.options(|steps, next| {
            let length = self.way.len();
            self.way.extend(steps.orders());
            let counted = self.count(&next);
            self.way.truncate(length);
            match counted {
                Ok(()) => ControlFlow::Continue(()),
                Err(stop) => ControlFlow::Break(stop),
            }
        });
        done.break_value().map_or(Ok(()), Err)
    }

    fn count(&mut self, next: &P) -> Result<(), Stop> {
        self.search.meter.node()?;
        if self.seen.raise(next.wide_key(), 1, &mut self.search.meter)? {
            self.visit(next)?;
        }
        Ok(())
    }

    /// Counts the turn that ends here.
    fn end(&mut self, state: &P) -> Result<(), Stop> {
        let mut after = state.clone();
        after.end_turn(Seat::ONLY, &mut Silent);
        if !self.ends.raise(after.wide_key(), 1, &mut self.search.meter)? {
            return Ok(());
        }
        let is_won = match after.to_move().has(Seat::ONLY) {
            true => self.turns > 1 && self.search.win_afresh(&after, self.turns - 1)?,
            false => after.foes() == 0,
        };
        if !is_won {
            self.missed.push(Missed { worth: after.worth(), foes: state.foes() });
            return Ok(());
        }
        self.won.push(after.worth());
        self.solution.get_or_insert_with(|| self.way.clone());
        if self.won.len() as u32 > self.most { Err(Stop::Enough) } else { Ok(()) }
    }

    fn result(self) -> FirstTurns<P::Order> {
        let least = self.won.iter().min();
        let is_plausible = |missed: &&Missed| match self.turns {
            1 => missed.foes == 1,
            _ => least.is_some_and(|least| missed.worth >= *least),
        };
        FirstTurns {
            winning: self.won.len() as u32,
            tries: self.missed.iter().filter(is_plausible).count() as u32,
            all: (self.won.len() + self.missed.len()) as u32,
            solution: self.solution,
            nodes: self.search.meter.progress.nodes,
        }
    }
}
