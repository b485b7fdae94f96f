//! Playing a match: the conversation from the start to the end.

use crate::json::{field, FromJson, Mismatch, ToJson};
use crate::table::{Purpose, RehearsalIsOver, Table};
use crate::wire::{Failure, Wire};
use crate::Standing;
use std::fmt::Debug;
use std::io::{self, Cursor};
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::process::ExitCode;

/// A game: what is seen, ordered and told once.
pub trait Game {
    /// Its name.
    const NAME: &'static str;
    /// What a seat sees.
    type View: FromJson + Debug;
    /// What can be ordered.
    type Order: ToJson + Debug;
    /// What never changes.
    type Briefing: FromJson + Debug;
}

/// A bot that plays a game. Every function that takes a view and a table and returns orders is one.
///
/// ```no_run
/// use sandtable_bot::breach::{self, Breach, Order, Table, View};
/// use sandtable_bot::{Player, Standing};
///
/// struct Counting {
///     refused: usize,
/// }
///
/// impl Player<Breach> for Counting {
///     fn turn(&mut self, _view: &View, table: &mut Table) -> Vec<Order> {
///         self.refused += table.answers.iter().filter(|answer| answer.is_refused()).count();
///         Vec::new()
///     }
///
///     fn on_end(&mut self, outcome: &[Standing], table: &Table) {
///         eprintln!("place {}, {} orders were refused", outcome[table.seat as usize].place, self.refused);
///     }
/// }
///
/// fn main() -> std::process::ExitCode {
///     breach::play(Counting { refused: 0 })
/// }
/// ```
pub trait Player<G: Game> {
    /// Decides about a turn.
    fn turn(&mut self, view: &G::View, table: &mut Table<G>) -> Vec<G::Order>;

    /// Hears how the game ended, seat by seat, unless it ended while the bot waited in [`Table::submit`].
    ///
    /// The answers at the table are those to the orders of the last turn.
    fn on_end(&mut self, outcome: &[Standing], table: &Table<G>) {
        let _ = (outcome, table);
    }
}

impl<G: Game, F: FnMut(&G::View, &mut Table<G>) -> Vec<G::Order>> Player<G> for F {
    fn turn(&mut self, view: &G::View, table: &mut Table<G>) -> Vec<G::Order> {
        self(view, table)
    }
}

/// Plays a match over standard input and output.
///
/// The status is 0 at the end of the match or of the input, and 1, with one message on standard error, if a message cannot be understood.
pub fn play<G: Game>(mut player: impl Player<G>) -> ExitCode {
    match converse(&mut player, Wire::new(io::stdin().lock(), io::stdout())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}

fn converse<G: Game>(player: &mut impl Player<G>, wire: Wire) -> Result<(), Failure> {
    match open(wire, Purpose::Match)? {
        Some(mut table) => take_turns(player, &mut table),
        None => Ok(()),
    }
}

/// Waits for the start; there is no table if the match ends before.
fn open<G: Game>(mut wire: Wire, purpose: Purpose<G::Order>) -> Result<Option<Table<G>>, Failure> {
    while let Some(message) = wire.receive()? {
        match message.kind.as_str() {
            "start" => {
                let table = Table::new(&message.content, wire, purpose);
                return table.map(Some).map_err(|mismatch| message.wrong(&mismatch));
            }
            "turn" => return Err(message.wrong(&Mismatch::other("it came before the start"))),
            "end" => return Ok(None),
            _ => {}
        }
    }
    Ok(None)
}

/// Answers every turn until the end.
fn take_turns<G: Game>(player: &mut impl Player<G>, table: &mut Table<G>) -> Result<(), Failure> {
    while let Some(message) = table.receive()? {
        let wrong = |mismatch| message.wrong(&mismatch);
        match message.kind.as_str() {
            "turn" => {
                let view = table.begin_turn(&message.content).map_err(wrong)?;
                let orders = player.turn(&view, table);
                table.reply(orders, false)?;
            }
            "end" => {
                table.answers = field(&message.content, "answers").map_err(wrong)?;
                let outcome: Vec<Standing> = field(&message.content, "outcome").map_err(wrong)?;
                player.on_end(&outcome, table);
                return Ok(());
            }
            _ => {}
        }
    }
    Ok(())
}

/// Lets a player play messages that were written down, and returns all orders that it gave.
pub(crate) fn rehearse<G: Game>(
    mut player: impl Player<G>,
    messages: &str,
) -> Result<Vec<G::Order>, Failure> {
    let wire = Wire::new(Cursor::new(messages.to_owned()), io::sink());
    let mut table = match open(wire, Purpose::Rehearsal(Vec::new()))? {
        Some(table) => table,
        None => return Ok(Vec::new()),
    };
    match catch_unwind(AssertUnwindSafe(|| take_turns(&mut player, &mut table))) {
        Ok(result) => result?,
        Err(panic) if panic.is::<RehearsalIsOver>() => {}
        Err(panic) => resume_unwind(panic),
    }
    Ok(table.into_given())
}
