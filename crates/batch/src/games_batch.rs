//! Games that are stepped together.

use crate::arrays::{ArrayError, Arrays, Legal, Shape, take};
use crate::record::{Circumstances, GameOrders};
use crate::slot::{Common, Going, Illegal, Origin, Slot};
use crate::{MapText, OnIllegal, OpenError, Options, Rows};

use game::{GameEntry, OrderCodec, Outcome, SavedBytes, Seat, Viewer};
use games::HostedGame;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::fmt;

/// Games that are stepped together, whichever game it is.
///
/// Wherever an array has the wrong length, nothing is done and the error says which.
pub trait Batch: Send {
    /// What the arrays are like.
    fn shape(&self) -> &Shape;

    /// How many games there are.
    fn games(&self) -> usize;

    /// Begins all games again, or those that `which` names, and writes all arrays. With seeds, one
    /// for each game of the batch, each game has that one; else the next of its own.
    ///
    /// # Errors
    /// If an array has the wrong length.
    fn reset(
        &mut self,
        arrays: &mut Arrays<'_>,
        which: Option<&[bool]>,
        seeds: Option<&[u64]>,
    ) -> Result<(), StepError>;

    /// Starts the chance of all games again from this seed, and begins them.
    ///
    /// # Errors
    /// If an array has the wrong length.
    fn reseed(&mut self, arrays: &mut Arrays<'_>, seed: u64) -> Result<(), StepError>;

    /// Plays one number in each game, for the seat to move.
    ///
    /// # Errors
    /// If a number is illegal and that is an error, or an array has the wrong length: no game was
    /// stepped.
    fn step(&mut self, numbers: &[i64], arrays: &mut Arrays<'_>) -> Result<(), StepError>;

    /// Plays a random legal number in each game.
    ///
    /// # Errors
    /// If an array has the wrong length.
    fn step_random(&mut self, arrays: &mut Arrays<'_>) -> Result<(), StepError>;

    /// Plays the turns of all awaited seats in each game: a list of numbers for each seat of each
    /// game, all equally long, of which those from the first below 0 on are left out. Then the
    /// turns end.
    ///
    /// # Errors
    /// Those of [`step`](Self::step).
    fn round(&mut self, numbers: &[i64], arrays: &mut Arrays<'_>) -> Result<(), StepError>;

    /// Plays a round in which every awaited seat plays a random legal number for each of its
    /// actors.
    ///
    /// # Errors
    /// If not every seat has a row of its own, or an array has the wrong length.
    fn round_random(&mut self, arrays: &mut Arrays<'_>) -> Result<(), StepError>;

    /// Writes what the seats see and may do, everything anew.
    ///
    /// # Errors
    /// If an array has the wrong length.
    fn show(&mut self, arrays: &mut Arrays<'_>) -> Result<(), StepError>;

    /// A game as bytes, with its orders if they are kept.
    ///
    /// # Errors
    /// If there is no such game.
    fn save(&self, game: usize) -> Result<Vec<u8>, StepError>;

    /// Has a game go on from what was saved in a batch with the same maps. The arrays show it after
    /// the next step or [`show`](Self::show).
    ///
    /// # Errors
    /// If there is no such game, or the bytes are none.
    fn load(&mut self, game: usize, bytes: &[u8]) -> Result<(), StepError>;

    /// Has a game go on from where another one is.
    ///
    /// # Errors
    /// If there is no such game.
    fn copy(&mut self, from: usize, to: usize) -> Result<(), StepError>;

    /// The replay of a game as far as it went or, if `finished`, of the game before it in the same
    /// place.
    ///
    /// # Errors
    /// If orders are not kept, or there is no such game.
    fn replay(&self, game: usize, finished: bool) -> Result<String, StepError>;

    /// Draws a game as a seat sees it, or all of it.
    ///
    /// # Errors
    /// If there is no such game.
    fn draw(&self, game: usize, who: Viewer) -> Result<String, StepError>;

    /// Figures of a game.
    ///
    /// # Errors
    /// If there is no such game.
    fn facts(&self, game: usize) -> Result<Facts, StepError>;
}

/// Figures of a game in a batch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// Number of the turn.
    pub turn: u32,
    /// Numbers played so far.
    pub steps: u32,
    /// Its seed.
    pub seed: u64,
    /// Which of the batch's maps it is on.
    pub map: usize,
    /// The hash of its state.
    pub digest: u64,
    /// How it came out, if it is over.
    pub outcome: Option<Outcome>,
}

/// Why nothing was done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StepError {
    /// A number that may not be chosen.
    Illegal {
        /// In which game.
        game: usize,
        /// For which seat.
        seat: u8,
        /// The number.
        number: i64,
        /// What it stands for, and why it is refused.
        why: String,
    },
    /// An array of the wrong length.
    Array(ArrayError),
    /// Something else, in one sentence.
    Other(String),
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal { game, seat, number, why } => {
                write!(f, "action {number} of seat {seat} in game {game} is illegal: {why}")
            }
            Self::Array(wrong) => wrong.fmt(f),
            Self::Other(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for StepError {}

impl From<ArrayError> for StepError {
    fn from(wrong: ArrayError) -> Self {
        Self::Array(wrong)
    }
}

/// A batch of games of one type.
pub(crate) struct TypedBatch<G: HostedGame> {
    entry: &'static dyn GameEntry,
    rules: String,
    maps: Vec<MapText>,
    common: Common<G>,
    slots: Vec<Slot<G>>,
    /// None if one thread does it all: the caller's.
    pool: Option<ThreadPool>,
    threads: usize,
}

impl<G: HostedGame> TypedBatch<G> {
    pub(crate) fn new(
        entry: &'static dyn GameEntry,
        options: &Options,
        rules: &str,
        setups: Vec<G::Setup>,
    ) -> Result<Self, OpenError> {
        let seats = G::start(&setups[0], 0).seats();
        let shape = Shape {
            seats: seats.into(),
            numbering: G::numbering(&setups[0]),
            layout: G::layout(&setups[0]),
            rows: options.rows,
        };
        let common = Common {
            shape,
            setups,
            games: options.games,
            seed: options.seed,
            opponents: options.opponents.clone(),
            rewards: options.rewards,
            on_illegal: options.on_illegal,
            auto_reset: options.auto_reset,
            max_turns: if options.max_turns == 0 { game::most_turns(seats) } else { options.max_turns },
            max_steps: options.max_steps,
            record: options.record,
            painting: options.painting,
        };
        let slots = (0..options.games).map(|number| Slot::new(&common, number)).collect::<Result<_, _>>()?;
        let threads = options.threads.min(options.games);
        let pool = match threads {
            0 | 1 => None,
            _ => Some(
                ThreadPoolBuilder::new()
                    .num_threads(threads)
                    .build()
                    .map_err(|error| OpenError(format!("cannot start {threads} threads: {error}")))?,
            ),
        };
        let maps = options.maps.clone();
        Ok(Self { entry, rules: rules.into(), maps, common, slots, pool, threads })
    }

    /// Does something with every game and its part of the arrays; then the lists of legal numbers
    /// are made.
    fn each<A: Sync>(
        &mut self,
        arrays: &mut Arrays<'_>,
        wishes: Vec<A>,
        each: impl Fn(&Common<G>, &mut Slot<G>, &A, &mut Arrays<'_>, usize) + Sync,
    ) {
        let Self { common, slots, pool, threads, .. } = self;
        let common = &*common;
        let work = |slots: &mut [Slot<G>], wishes: &[A], arrays: &mut Arrays<'_>| {
            for (at, (slot, wish)) in slots.iter_mut().zip(wishes).enumerate() {
                each(common, slot, wish, arrays, at);
            }
        };
        match pool {
            None => work(slots, &wishes, &mut arrays.borrow()),
            Some(pool) => {
                let part = slots.len().div_ceil(*threads * PARTS);
                let (work, mut left) = (&work, arrays.borrow());
                pool.in_place_scope(|scope| {
                    for (slots, wishes) in slots.chunks_mut(part).zip(wishes.chunks(part)) {
                        let mut own = left.take_games(&common.shape, slots.len());
                        scope.spawn(move |_| work(slots, wishes, &mut own));
                    }
                });
            }
        }
        if let Some(legal) = &mut arrays.legal {
            self.list_legal(legal);
        }
    }

    /// Writes the numbers that may be chosen as a list.
    fn list_legal(&mut self, legal: &mut Legal<'_>) {
        let words = self.common.shape.numbering.words();
        let rows = || self.slots.iter().flat_map(|slot| slot.masks.chunks_exact(words));
        let mut end = 0;
        for (start, row) in legal.starts.iter_mut().zip(rows()) {
            *start = end;
            end += row.iter().map(|bits| i64::from(bits.count_ones())).sum::<i64>();
        }
        if let Some(last) = legal.starts.last_mut() {
            *last = end;
        }
        let (part, rows) = (self.slots.len().div_ceil(self.threads), self.common.shape.rows_of(1));
        let mut left = &mut *legal.numbers;
        let parts = self.slots.chunks_mut(part).zip((0..).step_by(part * rows)).map(|(slots, first)| {
            let starts = &legal.starts[first..=first + slots.len() * rows];
            let own = take(&mut left, (starts[starts.len() - 1] - starts[0]) as usize);
            (slots, starts, own)
        });
        let work = |(slots, starts, mut left): (&mut [Slot<G>], &[i64], &mut [i32])| {
            let masks = slots.iter().flat_map(|slot| slot.masks.chunks_exact(words));
            for (row, ends) in masks.zip(starts.windows(2)) {
                list(row, take(&mut left, (ends[1] - ends[0]) as usize));
            }
        };
        match &self.pool {
            None => parts.for_each(work),
            Some(pool) => {
                pool.in_place_scope(|scope| parts.for_each(|part| scope.spawn(move |_| work(part))))
            }
        }
    }

    fn slot(&self, game: usize) -> Result<&Slot<G>, StepError> {
        self.slots.get(game).ok_or_else(|| self.no_such_game(game))
    }

    fn no_such_game(&self, game: usize) -> StepError {
        StepError::Other(format!("there is no game {game}: the batch has {} games", self.slots.len()))
    }

    /// What is said of an illegal number.
    fn explain(&self, Illegal { game, seat, number }: Illegal) -> StepError {
        let numbering = self.common.shape.numbering;
        let count = numbering.count();
        let state = &self.slots[game].state;
        let why = match u32::try_from(number).ok().filter(|number| *number < count) {
            None => format!("there are {count} actions, from 0 to {}", count - 1),
            Some(number) => match state.numbered(numbering, seat, number) {
                None => "it stands for no order in this state; see the action mask".into(),
                Some(order) => match state.check(seat, order) {
                    Err(refusal) => format!("{order:?} is refused: {refusal}"),
                    Ok(_) => format!("{order:?} is not in the action mask"),
                },
            },
        };
        StepError::Illegal { game, seat: seat.0, number, why }
    }

    fn circumstances(&self, map: usize) -> Circumstances<'_> {
        Circumstances {
            entry: self.entry,
            rules: &self.rules,
            map: &self.maps[map],
            opponents: &self.common.opponents,
        }
    }
}

/// Parts that a thread gets: games do not take equally long.
const PARTS: usize = 4;

/// Lists the bits that are set.
#[inline]
fn list(row: &[u64], into: &mut [i32]) {
    let mut into = into.iter_mut();
    for (word, bits) in (0..).zip(row) {
        let mut bits = *bits;
        while bits != 0 {
            if let Some(number) = into.next() {
                *number = word * 64 + bits.trailing_zeros() as i32;
            }
            bits &= bits - 1;
        }
    }
}

fn wrong_count(found: usize, expected: usize) -> StepError {
    StepError::Array(ArrayError { name: "actions", found, expected })
}

impl<G: HostedGame> Batch for TypedBatch<G> {
    fn shape(&self) -> &Shape {
        &self.common.shape
    }

    fn games(&self) -> usize {
        self.slots.len()
    }

    fn reset(
        &mut self,
        arrays: &mut Arrays<'_>,
        which: Option<&[bool]>,
        seeds: Option<&[u64]>,
    ) -> Result<(), StepError> {
        let games = self.slots.len();
        arrays.check(&self.common.shape, games)?;
        for (name, found) in [("which", which.map(<[_]>::len)), ("seeds", seeds.map(<[_]>::len))] {
            if let Some(found) = found.filter(|found| *found != games) {
                return Err(ArrayError { name, found, expected: games }.into());
            }
        }
        let wish = |game: usize| (which.is_none_or(|which| which[game]), seeds.map(|seeds| seeds[game]));
        self.each(arrays, (0..games).map(wish).collect(), |common, slot, (wanted, seed), arrays, at| {
            if *wanted {
                slot.begin_next(common, *seed);
            }
            slot.write_now(common, arrays, at);
        });
        Ok(())
    }

    fn reseed(&mut self, arrays: &mut Arrays<'_>, seed: u64) -> Result<(), StepError> {
        arrays.check(&self.common.shape, self.slots.len())?;
        self.common.seed = seed;
        self.each(arrays, vec![(); self.slots.len()], |common, slot, (), arrays, at| {
            slot.begin_first(common);
            slot.write_now(common, arrays, at);
        });
        Ok(())
    }

    fn step(&mut self, numbers: &[i64], arrays: &mut Arrays<'_>) -> Result<(), StepError> {
        if numbers.len() != self.slots.len() {
            return Err(wrong_count(numbers.len(), self.slots.len()));
        }
        arrays.check(&self.common.shape, self.slots.len())?;
        if self.common.on_illegal == OnIllegal::Error {
            let mut all = self.slots.iter().zip(numbers);
            if let Some((slot, number)) = all.find(|(slot, number)| !slot.is_legal(&self.common, **number)) {
                return Err(self.explain(slot.illegal(*number)));
            }
        }
        self.each(arrays, numbers.to_vec(), |common, slot, number, arrays, at| {
            slot.step(common, *number, arrays, at);
        });
        Ok(())
    }

    fn step_random(&mut self, arrays: &mut Arrays<'_>) -> Result<(), StepError> {
        arrays.check(&self.common.shape, self.slots.len())?;
        self.each(arrays, vec![(); self.slots.len()], |common, slot, (), arrays, at| {
            let number = slot.choose(common);
            slot.step(common, number, arrays, at);
        });
        Ok(())
    }

    fn round(&mut self, numbers: &[i64], arrays: &mut Arrays<'_>) -> Result<(), StepError> {
        let lists = self.slots.len() * self.common.shape.seats;
        if !numbers.len().is_multiple_of(lists) {
            return Err(wrong_count(numbers.len(), lists * (numbers.len() / lists + 1)));
        }
        arrays.check(&self.common.shape, self.slots.len())?;
        let each = numbers.len() / self.slots.len();
        let common = &self.common;
        let own = |game: usize| &numbers[game * each..][..each];
        let mut lost = Vec::with_capacity(self.slots.len());
        for (game, slot) in self.slots.iter_mut().enumerate() {
            match slot.play_round(common, own(game)) {
                Ok(seat) => lost.push(seat),
                Err(illegal) => {
                    let said = self.explain(illegal);
                    self.slots[..=game].iter_mut().for_each(Slot::undo_round);
                    return Err(said);
                }
            }
        }
        self.each(arrays, lost, |common, slot, lost, arrays, at| slot.close_round(common, *lost, arrays, at));
        Ok(())
    }

    fn round_random(&mut self, arrays: &mut Arrays<'_>) -> Result<(), StepError> {
        arrays.check(&self.common.shape, self.slots.len())?;
        if self.common.shape.seats > 1 && self.common.shape.rows != Rows::Seats {
            return Err(StepError::Other("random rounds need a row for each seat: rows=\"seats\"".into()));
        }
        self.each(arrays, vec![(); self.slots.len()], |common, slot, (), arrays, at| {
            slot.play_random_round(common);
            slot.close_round(common, None, arrays, at);
        });
        Ok(())
    }

    fn show(&mut self, arrays: &mut Arrays<'_>) -> Result<(), StepError> {
        arrays.check(&self.common.shape, self.slots.len())?;
        self.each(arrays, vec![(); self.slots.len()], |common, slot, (), arrays, at| {
            slot.forget_pictures();
            slot.write_now(common, arrays, at);
        });
        Ok(())
    }

    fn save(&self, game: usize) -> Result<Vec<u8>, StepError> {
        let slot = self.slot(game)?;
        let mut bytes = Vec::new();
        let Origin { map, seed, episode } = slot.origin;
        bytes.extend((map as u32).to_le_bytes());
        bytes.extend(seed.to_le_bytes());
        bytes.extend(episode.to_le_bytes());
        bytes.extend(slot.steps.to_le_bytes());
        let moves = slot.record.as_ref().map(|record| &record.moves);
        bytes.extend(moves.map_or(u32::MAX, |moves| moves.len() as u32).to_le_bytes());
        for moved in moves.into_iter().flatten() {
            bytes.push(moved.seat.0 << 1 | u8::from(moved.order.is_some()));
            if let Some(order) = moved.order {
                order.encode(&mut bytes);
            }
        }
        slot.state.save(&mut bytes);
        Ok(bytes)
    }

    fn load(&mut self, game: usize, bytes: &[u8]) -> Result<(), StepError> {
        self.slot(game)?;
        let read = read_saved(&self.common, bytes);
        let (state, going) =
            read.ok_or_else(|| StepError::Other("these bytes are no saved game on the batch's maps".into()))?;
        self.slots[game].go_on_from(&self.common, state, &going);
        Ok(())
    }

    fn copy(&mut self, from: usize, to: usize) -> Result<(), StepError> {
        self.slot(to)?;
        let slot = self.slot(from)?;
        let going = Going { origin: slot.origin, steps: slot.steps, record: slot.record.clone() };
        let state = slot.state.clone();
        self.slots[to].go_on_from(&self.common, state, &going);
        Ok(())
    }

    fn replay(&self, game: usize, finished: bool) -> Result<String, StepError> {
        let slot = self.slot(game)?;
        if !self.common.record {
            return Err(StepError::Other(
                "orders are kept only in a batch that was opened with record=True".into(),
            ));
        }
        let record = if finished { &slot.finished } else { &slot.record };
        let missing = || match finished {
            true => format!("no game has been finished in place {game}"),
            false => format!("game {game} was loaded from bytes without its orders"),
        };
        let record: &GameOrders<G> = record.as_ref().ok_or_else(|| StepError::Other(missing()))?;
        let map = record.origin.map;
        let (text, state) = record.replay(&self.common.setups[map], &self.circumstances(map));
        if !finished && state.digest() != slot.state.digest() {
            return Err(StepError::Other(format!("the orders of game {game} do not lead to its state")));
        }
        Ok(text)
    }

    fn draw(&self, game: usize, who: Viewer) -> Result<String, StepError> {
        Ok(self.slot(game)?.state.draw(who))
    }

    fn facts(&self, game: usize) -> Result<Facts, StepError> {
        let slot = self.slot(game)?;
        let Origin { map, seed, .. } = slot.origin;
        Ok(Facts {
            turn: slot.state.turn(),
            steps: slot.steps,
            seed,
            map,
            digest: slot.state.digest(),
            outcome: slot.state.outcome(),
        })
    }
}

/// Reads what [`Batch::save`] wrote.
fn read_saved<G: HostedGame>(common: &Common<G>, bytes: &[u8]) -> Option<(G, Going<G>)> {
    let mut saved = SavedBytes(bytes);
    let map = saved.u32()? as usize;
    let setup = common.setups.get(map)?;
    let origin = Origin { map, seed: saved.u64()?, episode: saved.u64()? };
    let steps = saved.u32()?;
    let mut record = None;
    let count = saved.u32()?;
    if count != u32::MAX {
        let mut read = GameOrders::new(origin);
        for _ in 0..count {
            let mark = saved.u8()?;
            let order = if mark & 1 != 0 { Some(G::Order::decode(&mut saved.0)?) } else { None };
            read.moves.push(crate::record::Moved { seat: Seat(mark >> 1), order });
        }
        record = Some(read).filter(|_| common.record);
    }
    Some((G::load(setup, saved.0)?, Going { origin, steps, record }))
}
