//! Which of two bots does better in a game for one: each plays the same map by itself.

use crate::Row;
use crate::tally::{self, Tally};
use crate::wish::Wish;
use bots::built_in;
use game::DynSetup;
use std::cmp::Reverse;

/// A bot that needs more turns than this has not won: all bundled maps can be won in a quarter of
/// them.
const MOST_TURNS: u32 = 40;

/// What came of a game, the better the greater: won or not, then in how few turns, then what the
/// rules say.
type Result = (bool, Reverse<u32>, i64);

/// The first bot against the second, once: the same map has one answer, whatever the seed.
pub(crate) fn compare(row: &Row, wish: &Wish) -> Tally {
    let mut tally = Tally { played: 1, ..Tally::default() };
    let Ok(setup) = row.entry.open(row.text.as_bytes(), row.rules) else { return tally };
    let started = tally::processor_time();
    let first = play(&*setup, &wish.bot, &mut tally);
    tally.time = tally::processor_time().saturating_sub(started);
    let second = play(&*setup, &wish.against, &mut Tally::default());
    tally.won = u64::from(first > second);
    tally.drawn = u64::from(first == second);
    tally
}

fn play(setup: &dyn DynSetup, name: &str, tally: &mut Tally) -> Option<Result> {
    let mut table = setup.start(0);
    let mut player = built_in(name, &*table, 0)?;
    table.listen(false);
    let first = table.turn();
    while table.turn() - first < MOST_TURNS && !table.to_move().is_empty() {
        for seat in table.to_move().iter() {
            let given = player.play(&mut *table, seat, None);
            tally.turns += 1;
            tally.orders += given.orders;
            tally.refused += given.refused;
            // The seat was awaited, so its turn can end.
            let _ = table.end_turn(seat);
        }
    }
    let score = table.outcome().map_or(0, |outcome| outcome.of(game::Seat::ONLY).score);
    let turns = if score > 0 { table.turn() - first } else { 0 };
    Some((score > 0, Reverse(turns), score))
}
