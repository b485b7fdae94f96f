//! Playing a match: the conversation from the start to the end.

use crate::json::{field, FromJson, Mismatch, ToJson};
use crate::table::{self, Table};
use crate::wire::{Failure, Message, Wire};
use crate::Standing;
use std::fmt::Debug;
use std::io::{self, Cursor};
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
    let mut table = match open(wire, table::exit)? {
        Some(table) => table,
        None => return Ok(()),
    };
    while let Some(message) = table.receive()? {
        match message.kind.as_str() {
            "turn" => {
                let view = begin(&mut table, &message)?;
                let orders = player.turn(&view, &mut table);
                table.reply(&orders, false)?;
            }
            "end" => {
                let outcome: Vec<Standing> = end(&mut table, &message)?;
                player.on_end(&outcome, &table);
                return Ok(());
            }
            _ => {}
        }
    }
    Ok(())
}

/// Waits for the start; there is no table if the match ends before.
fn open<G: Game>(
    mut wire: Wire,
    when_over: fn(Result<(), Failure>) -> !,
) -> Result<Option<Table<G>>, Failure> {
    while let Some(message) = wire.receive()? {
        match message.kind.as_str() {
            "start" => {
                let table = Table::new(&message.content, wire, when_over);
                return table.map(Some).map_err(|mismatch| message.wrong(&mismatch));
            }
            "turn" => return Err(message.wrong(&Mismatch::other("it came before the start"))),
            "end" => return Ok(None),
            _ => {}
        }
    }
    Ok(None)
}

fn begin<G: Game>(table: &mut Table<G>, message: &Message) -> Result<G::View, Failure> {
    table.begin_turn(&message.content).map_err(|mismatch| message.wrong(&mismatch))
}

fn end<G: Game>(table: &mut Table<G>, message: &Message) -> Result<Vec<Standing>, Failure> {
    let wrong = |mismatch| message.wrong(&mismatch);
    table.answers = field(&message.content, "answers").map_err(wrong)?;
    field(&message.content, "outcome").map_err(wrong)
}

/// The first turn of a match that was written down, as its bot got it.
pub(crate) fn rehearse<G: Game>(messages: &str) -> Result<(G::View, Table<G>), Failure> {
    let wire = Wire::new(Cursor::new(messages.to_owned()), io::sink());
    let mut table: Table<G> = open(wire, stop_rehearsal)?.ok_or(Failure::NoTurn)?;
    while let Some(message) = table.receive()? {
        if message.kind == "turn" {
            let view = begin(&mut table, &message)?;
            return Ok((view, table));
        }
    }
    Err(Failure::NoTurn)
}

/// A test that waits for answers which nobody wrote down fails there.
fn stop_rehearsal(how: Result<(), Failure>) -> ! {
    match how {
        Ok(()) => panic!("the written messages have no answers here"),
        Err(failure) => panic!("{failure}"),
    }
}
