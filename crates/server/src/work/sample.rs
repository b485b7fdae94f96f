//! Games of workers are sampled: played again here, to see whether their bots gave the orders that
//! the replay says.
//!
//! A replay that follows the rules can still be invented. Where two runs elsewhere give the same
//! orders and the worker's gives others, the worker did not let the bots play. Bots that do not
//! repeat themselves say nothing about it. A game in which a bot failed as a program, and fails no
//! more, is played once more.

use super::live::LiveMatch;
use super::verify::Doubt;
use super::{Unfinished, Worker};
use crate::accounts::secret;
use game::replay::ReplayLine;

/// One game of a worker in so many is played again.
const ONE_IN: u64 = 50;

/// What was ordered in each turn, and the state it led to.
type Orders = Vec<(u32, blake3::Hash)>;

impl Worker {
    /// Plays a match again, if chance wants it and a worker played it.
    pub(super) fn sample(&self, id: i64, machine: i64, replay: &str) -> Result<(), Doubt> {
        let is_chosen = u64::from_le_bytes(secret::random()).is_multiple_of(ONE_IN);
        if !is_chosen || !self.wait(self.arena.database.is_worker(machine))? {
            return Ok(());
        }
        self.played_the_same(id, machine, replay)
    }

    /// Whether a match that is played again goes as its replay says.
    pub(super) fn played_the_same(&self, id: i64, machine: i64, replay: &str) -> Result<(), Doubt> {
        if self.arena.sandbox.is_err() && self.wait(self.arena.database.has_strangers(id))? {
            return Ok(());
        }
        let told = self.orders_in(replay)?;
        let first = self.orders_again(id)?;
        if first == told {
            self.wait(self.arena.database.good_sample(machine, id))?;
            return Ok(());
        }
        if self.orders_again(id)? != first {
            tracing::info!("match {id} goes another way each time: it says nothing of who played it");
            return Ok(());
        }
        // A program may fail there and not here: somebody killed it, or the machine was short of
        // something. That is no lie, and nothing to count either.
        let row = self.wait(self.arena.database.match_(id))?;
        if row.is_some_and(|row| row.seats.iter().any(|seat| !seat.faults().is_empty())) {
            let why = "a bot failed where it was played and not when it was played again";
            return Err(Unfinished::Failed(why.to_owned()).into());
        }
        let differing = first.iter().zip(&told).find(|(here, there)| here != there);
        let turn = differing.map_or(first.len().min(told.len()) as u32, |((turn, _), _)| *turn);
        Err(Doubt::Untrue(format!("played again, match {id} goes another way from turn {turn} on")))
    }

    fn orders_again(&self, id: i64) -> Result<Orders, Doubt> {
        let again = self.played(id, &LiveMatch::default())?;
        self.orders_in(&again.replay)
    }

    fn orders_in(&self, replay: &str) -> Result<Orders, Doubt> {
        let replay = self.replay(replay)?;
        let mut orders = Vec::new();
        for line in replay {
            let ReplayLine::Turn(turn) = line else { continue };
            let mut hasher = blake3::Hasher::new();
            hasher.update(turn.digest.to_string().as_bytes());
            for one in &turn.moves {
                hasher.update(&[one.seat]);
                hasher.update(&serde_json::to_vec(&one.orders).map_err(Unfinished::from)?);
            }
            orders.push((turn.turn, hasher.finalize()));
        }
        Ok(orders)
    }
}
