//! The search: an upper bound by a beam, then a proof turn by turn.

use crate::answer::{Answer, Win};
use crate::beam;
use crate::meter::{Halt, Limits, Meter, Watch};
use crate::puzzle::Puzzle;
use crate::table::Table;
use game::{Seat, Silent};
use std::ops::ControlFlow;

/// What is asked about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Question {
    /// Longer wins do not count.
    pub most_turns: u32,
    /// Whether to look for the shortest win that loses the fewest units.
    pub fewest_losses: bool,
}

/// The most turns that can be asked for.
pub const MOST_TURNS: u32 = 200;

/// Nodes after which a proof waits for a wide beam: if there is a win, that may find it sooner.
const QUICK: u64 = 500_000;

/// How many beams look for a win of any length.
const ANY_WIN: usize = 3;

/// Looks for the shortest win, and for the proof that none is shorter.
///
/// The answer depends on the position, the question and the limits, and on nothing else, unless the
/// watch stops the search. A position in the middle of a turn is fine: what is left of the turn
/// counts as its first.
pub fn solve<P: Puzzle>(start: &P, question: Question, limits: Limits, watch: Watch<'_>) -> Answer<P::Order> {
    let question = Question { most_turns: question.most_turns.min(MOST_TURNS), ..question };
    let mut answer = Answer {
        win: None,
        no_win_within: 0,
        most_turns: question.most_turns,
        fewest_losses: false,
        halt: None,
        nodes: 0,
    };
    if !start.has_turns() || !start.to_move().has(Seat::ONLY) {
        answer.no_win_within = question.most_turns;
        return answer;
    }
    let mut search = Search::new(Meter::new(limits, watch));
    answer.halt = search.run(start, question, &mut answer).err();
    answer.nodes = search.meter.progress.nodes;
    answer
}

/// The most promising line of play for the next few turns, as orders a turn: for positions of which
/// no win is known.
///
/// It is empty if the limits do not allow a look at one turn, or if every turn loses.
pub fn look_ahead<P: Puzzle>(start: &P, turns: u32, limits: Limits, watch: Watch<'_>) -> Vec<Vec<P::Order>> {
    if !start.has_turns() || !start.to_move().has(Seat::ONLY) {
        return Vec::new();
    }
    let mut search = Search::new(Meter::new(limits, watch));
    // How far it came is what counts.
    let met = beam::run(&mut search, start, turns.saturating_add(1), beam::WIDTHS[0]);
    met.ok().flatten().unwrap_or(search.promising)
}

/// The state of a search.
pub(crate) struct Search<'a, O> {
    pub(crate) meter: Meter<'a>,
    /// Within a turn that has to be the last: states that were looked at.
    last_turn: Table,
    /// States, with the number of turns within which they are not won. A state that is being tried
    /// is here, too: whoever meets it again on the way there needs no second look, for a win from
    /// it would be found the first time.
    refuted: Table,
    /// With fewer units the player has lost more than allowed.
    pub(crate) least_own: u32,
    /// The line that was found, backwards.
    found: Vec<Found<O>>,
    /// The best line of the last beam, as far as it has come.
    pub(crate) promising: Vec<Vec<O>>,
}

/// A piece of a line that was found.
enum Found<O> {
    Order(O),
    EndOfTurn,
}

/// Whether a search found what it looked for.
type Success = Result<bool, Halt>;

impl<'a, O: Copy> Search<'a, O> {
    pub(crate) fn new(meter: Meter<'a>) -> Self {
        Self {
            meter,
            last_turn: Table::default(),
            refuted: Table::default(),
            least_own: 0,
            found: Vec::new(),
            promising: Vec::new(),
        }
    }

    fn run<P>(&mut self, start: &P, question: Question, answer: &mut Answer<O>) -> Result<(), Halt>
    where
        P: Puzzle<Order = O>,
    {
        for turns in 1..=question.most_turns {
            // A win of any length is welcome; it is looked for only where none is at hand.
            if turns == 2 {
                answer.win = self.beam(start, question.most_turns, &beam::WIDTHS[..ANY_WIN])?;
            }
            if answer.win.as_ref().is_some_and(|win| win.turns.len() as u32 <= turns) {
                break;
            }
            if let Some(win) = self.settle(start, turns)? {
                answer.win = Some(win);
                break;
            }
            answer.no_win_within = turns;
        }
        if question.fewest_losses {
            self.lose_fewer(start, answer)?;
        }
        Ok(())
    }

    /// A win of so many turns, given that there is no shorter one; none if there is none.
    fn settle<P: Puzzle<Order = O>>(&mut self, start: &P, turns: u32) -> Result<Option<Win<O>>, Halt> {
        self.meter.progress.turns = turns;
        let whole = self.meter.limits.nodes;
        self.meter.limits.nodes = whole.min(self.meter.progress.nodes.saturating_add(QUICK));
        let quick = self.win(start, turns);
        self.meter.limits.nodes = whole;
        match quick {
            Err(Halt::Nodes) if self.meter.progress.nodes < whole => {}
            won => return Ok(won?.then(|| self.take_win(start))),
        }
        // What was begun and not finished must not count as refuted.
        self.refuted.release(&mut self.meter);
        if turns > 1
            && let Some(win) = self.beam(start, turns, &beam::WIDTHS)?
        {
            return Ok(Some(win));
        }
        Ok(self.win(start, turns)?.then(|| self.take_win(start)))
    }

    /// Looks for a win as short that loses fewer units, and proves that there is none.
    fn lose_fewer<P: Puzzle<Order = O>>(&mut self, start: &P, answer: &mut Answer<O>) -> Result<(), Halt> {
        let Some((turns, losses)) = answer.win.as_ref().map(|win| (win.turns.len() as u32, win.losses))
        else {
            return Ok(());
        };
        for fewer in 0..losses {
            self.refuted.release(&mut self.meter);
            self.least_own = start.own().saturating_sub(fewer);
            if let Some(win) = self.settle(start, turns)? {
                answer.win = Some(win);
                break;
            }
        }
        answer.fewest_losses = true;
        Ok(())
    }

    /// A win of at most so many turns, if beams of these widths find one. It may not be the
    /// shortest.
    fn beam<P>(&mut self, start: &P, most_turns: u32, widths: &[usize]) -> Result<Option<Win<O>>, Halt>
    where
        P: Puzzle<Order = O>,
    {
        for width in widths {
            if let Some(turns) = beam::run(self, start, most_turns, *width)? {
                return Ok(Some(win_of(start, turns)));
            }
        }
        Ok(None)
    }

    /// The same as [`win`](Self::win) for one position after another: the line is dropped, and what
    /// a success leaves unfinished does not count as refuted.
    pub(crate) fn win_afresh<P: Puzzle<Order = O>>(&mut self, state: &P, turns: u32) -> Success {
        let won = self.win(state, turns)?;
        if won {
            self.found.clear();
            self.refuted.release(&mut self.meter);
        }
        Ok(won)
    }

    /// Whether the position is won within so many turns. If so the line is in `found`.
    pub(crate) fn win<P: Puzzle<Order = O>>(&mut self, state: &P, turns: u32) -> Success {
        if state.own() < self.least_own || u32::from(self.refuted.number(state.wide_key())) >= turns {
            return Ok(false);
        }
        if !state.may_win(turns) || !self.is_new(state, turns)? {
            return Ok(false);
        }
        if turns == 1 { self.win_now(state) } else { self.win_by_turn(state, turns) }
    }

    /// Notes that the state is being tried for so many turns. False if it was before, and so is
    /// refuted.
    fn is_new<P: Puzzle<Order = O>>(&mut self, state: &P, turns: u32) -> Success {
        self.refuted.raise(state.wide_key(), turns as u8, &mut self.meter)
    }

    /// Whether this turn can be the last.
    pub(crate) fn win_now<P: Puzzle<Order = O>>(&mut self, state: &P) -> Success {
        if state.foes() == 0 {
            self.found.push(Found::EndOfTurn);
            return Ok(true);
        }
        self.last_turn.clear(&mut self.meter);
        self.finish(state)
    }

    /// Whether what is left of the turn can remove the last foe.
    fn finish<P: Puzzle<Order = O>>(&mut self, state: &P) -> Success {
        let done = state.options(|steps, next| {
            let won = self.finish_after(&next);
            if let Ok(true) = won {
                self.found.extend(steps.reversed().map(Found::Order));
            }
            unless_not(won)
        });
        done.break_value().unwrap_or(Ok(false))
    }

    fn finish_after<P: Puzzle<Order = O>>(&mut self, next: &P) -> Success {
        self.meter.node()?;
        if next.own() < self.least_own {
            return Ok(false);
        }
        if next.foes() == 0 {
            self.found.push(Found::EndOfTurn);
            return Ok(true);
        }
        if !next.may_win(1) || !self.last_turn.raise(next.wide_key(), 1, &mut self.meter)? {
            return Ok(false);
        }
        self.finish(next)
    }

    /// Whether some way to go on with this turn leads to a win within so many turns.
    fn win_by_turn<P: Puzzle<Order = O>>(&mut self, state: &P, turns: u32) -> Success {
        if self.win_after_turn(state, turns)? {
            return Ok(true);
        }
        let done = state.options(|steps, next| {
            let won = self.win_after(&next, turns);
            if let Ok(true) = won {
                self.found.extend(steps.reversed().map(Found::Order));
            }
            unless_not(won)
        });
        done.break_value().unwrap_or(Ok(false))
    }

    fn win_after<P: Puzzle<Order = O>>(&mut self, next: &P, turns: u32) -> Success {
        self.meter.node()?;
        if next.own() < self.least_own || !next.may_win(turns) {
            return Ok(false);
        }
        Ok(self.is_new(next, turns)? && self.win_by_turn(next, turns)?)
    }

    /// Whether ending the turn now leads to a win within so many turns, this one included.
    fn win_after_turn<P: Puzzle<Order = O>>(&mut self, state: &P, turns: u32) -> Success {
        let mut after = state.clone();
        after.end_turn(Seat::ONLY, &mut Silent);
        if !after.to_move().has(Seat::ONLY) {
            return Ok(after.foes() == 0 && self.found_end());
        }
        let won = self.win(&after, turns - 1)?;
        if won {
            self.found.push(Found::EndOfTurn);
        }
        Ok(won)
    }

    fn found_end(&mut self) -> bool {
        self.found.push(Found::EndOfTurn);
        true
    }

    /// The line in `found`, from its beginning.
    fn take_win<P: Puzzle<Order = O>>(&mut self, start: &P) -> Win<O> {
        let mut turns = vec![Vec::new()];
        for piece in self.found.drain(..).rev() {
            match (piece, turns.last_mut()) {
                (Found::Order(order), Some(turn)) => turn.push(order),
                _ => turns.push(Vec::new()),
            }
        }
        turns.pop();
        win_of(start, turns)
    }

    /// The orders of a last turn that [`win_now`](Self::win_now) has found.
    pub(crate) fn take_turn(&mut self) -> Vec<O> {
        let pieces = self.found.drain(..).rev();
        pieces.filter_map(|piece| if let Found::Order(order) = piece { Some(order) } else { None }).collect()
    }
}

/// The win with these orders, with what it costs.
fn win_of<P: Puzzle>(start: &P, turns: Vec<Vec<P::Order>>) -> Win<P::Order> {
    let mut state = start.clone();
    for turn in &turns {
        turn.iter().for_each(|order| state.play(Seat::ONLY, *order, &mut Silent));
        state.end_turn(Seat::ONLY, &mut Silent);
    }
    Win { turns, losses: start.own() - state.own() }
}

/// Goes on looking while nothing is found.
fn unless_not(won: Success) -> ControlFlow<Success> {
    if let Ok(false) = won { ControlFlow::Continue(()) } else { ControlFlow::Break(won) }
}
