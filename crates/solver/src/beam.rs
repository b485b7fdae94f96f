//! A quick look for a win: the most promising lines of play, and no others.

use crate::meter::Halt;
use crate::puzzle::{Puzzle, Steps};
use crate::search::Search;
use crate::table::Table;
use game::{Seat, Silent};
use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::rc::Rc;

/// How many lines are followed at once: a narrow beam is tried before a wide one.
pub(crate) const WIDTHS: [usize; 4] = [40, 400, 4_000, 16_000];

/// A line of play that is followed.
struct Line<P: Puzzle> {
    state: P,
    /// How the state looks after the foes' answer.
    worth: i64,
    way: Way<P::Order>,
}

/// The orders so far, shared with the lines that begin alike.
type Way<O> = Option<Rc<Link<O>>>;

struct Link<O> {
    before: Way<O>,
    /// None: the turn ends.
    steps: Option<Steps<O>>,
}

/// Orders that end a win, turn by turn, if the beam meets one of at most so many turns.
pub(crate) fn run<P: Puzzle>(
    search: &mut Search<'_, P::Order>,
    start: &P,
    most_turns: u32,
    width: usize,
) -> Result<Option<Vec<Vec<P::Order>>>, Halt> {
    // Lines of three kinds, each up to twice as many as are kept.
    let memory = 6 * width * (size_of::<Line<P>>() + size_of::<Link<P::Order>>());
    search.meter.take(memory)?;
    let found = follow(search, start, most_turns, width);
    search.meter.give_back(memory);
    found
}

fn follow<P: Puzzle>(
    search: &mut Search<'_, P::Order>,
    start: &P,
    most_turns: u32,
    width: usize,
) -> Result<Option<Vec<Vec<P::Order>>>, Halt> {
    let mut lines = vec![Line { state: start.clone(), worth: 0, way: None }];
    for turn in 1..most_turns.min(LONGEST) {
        lines = one_turn(search, lines, width)?;
        search.meter.progress.turns = turn + 1;
        if let Some(best) = lines.iter().min_by_key(|line| Reverse(line.worth)) {
            search.promising = turns_of(&best.way);
        }
        for line in &lines {
            if line.state.may_win(1) && search.win_now(&line.state)? {
                let mut turns = turns_of(&line.way);
                turns.push(search.take_turn());
                return Ok(Some(turns));
            }
        }
    }
    Ok(None)
}

/// A beam that has not won by then is lost.
const LONGEST: u32 = 12;

/// What the lines can become by the end of a turn: the best of it, after the foes' answer.
fn one_turn<P: Puzzle>(
    search: &mut Search<'_, P::Order>,
    lines: Vec<Line<P>>,
    width: usize,
) -> Result<Vec<Line<P>>, Halt> {
    let mut ended = Vec::new();
    let mut seen = Table::default();
    let mut open = lines;
    while !open.is_empty() {
        let mut next = Vec::new();
        for line in &open {
            end(line, &mut ended);
            go_on(search, line, &mut seen, &mut next)?;
            keep_best(&mut next, 2 * width, width);
        }
        keep_best(&mut next, width, width);
        keep_best(&mut ended, 2 * width, width);
        open = next;
    }
    seen.release(&mut search.meter);
    keep_best(&mut ended, width, width);
    Ok(ended)
}

/// All that can be done next in a line's turn.
fn go_on<P: Puzzle>(
    search: &mut Search<'_, P::Order>,
    line: &Line<P>,
    seen: &mut Table,
    next: &mut Vec<Line<P>>,
) -> Result<(), Halt> {
    let done = line.state.options(|steps, state| {
        let new = search.meter.node().and_then(|()| seen.raise(state.wide_key(), 1, &mut search.meter));
        match new {
            Err(halt) => return ControlFlow::Break(halt),
            Ok(true) if state.own() >= search.least_own => {}
            Ok(_) => return ControlFlow::Continue(()),
        }
        let way = Some(Rc::new(Link { before: line.way.clone(), steps: Some(steps) }));
        let mut after = state.clone();
        after.end_turn(Seat::ONLY, &mut Silent);
        next.push(Line { worth: after.worth(), state, way });
        ControlFlow::Continue(())
    });
    done.break_value().map_or(Ok(()), Err)
}

/// Ends the turn of a line, if the game goes on after it.
fn end<P: Puzzle>(line: &Line<P>, ended: &mut Vec<Line<P>>) {
    let mut state = line.state.clone();
    state.end_turn(Seat::ONLY, &mut Silent);
    if state.to_move().has(Seat::ONLY) {
        let way = Some(Rc::new(Link { before: line.way.clone(), steps: None }));
        ended.push(Line { worth: state.worth(), state, way });
    }
}

/// Keeps the best if there are more than `most`, of equals the first.
fn keep_best<P: Puzzle>(lines: &mut Vec<Line<P>>, most: usize, width: usize) {
    if lines.len() > most {
        lines.sort_by_key(|line| Reverse(line.worth));
        lines.truncate(width);
    }
}

/// The orders of a line, turn by turn; the last turn has ended.
fn turns_of<O: Copy>(way: &Way<O>) -> Vec<Vec<O>> {
    let mut links = Vec::new();
    let mut at = way;
    while let Some(link) = at {
        links.push(link);
        at = &link.before;
    }
    let mut turns = vec![Vec::new()];
    for link in links.into_iter().rev() {
        match (link.steps, turns.last_mut()) {
            (Some(steps), Some(turn)) => turn.extend(steps.orders()),
            _ => turns.push(Vec::new()),
        }
    }
    turns.pop();
    turns
}
