//! Many games played at once as a learner would play them: mask, choose, step, paint.

use crate::actions::choose;
use crate::{Actions, All, BenchWork, Game, Layout, Numbering, Paint, Picture, lose_track};
use alloc::vec;
use alloc::vec::Vec;
use board::SplitMix64;

/// How pictures are painted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Painting {
    /// Anew after every step.
    Full,
    /// Only what has changed.
    Changes,
}

/// A batch of games in which random numbers are chosen; for benchmark loads.
#[derive(Debug)]
pub struct Rollout<'a, G: Actions + Paint> {
    starts: &'a [G],
    numbering: Numbering,
    games: Vec<Played<G>>,
    mask: Vec<u64>,
    random: SplitMix64,
    painting: Painting,
    answer: u64,
}

/// A game with a picture a seat.
#[derive(Debug)]
struct Played<G: Paint> {
    state: G,
    pictures: Vec<Canvas>,
    /// What the pictures show.
    shown: Vec<G::Shown>,
}

#[derive(Debug)]
struct Canvas {
    planes: Vec<u8>,
    table: Vec<i16>,
    scalars: Vec<i32>,
}

impl<G: Paint> Played<G> {
    /// Begins again.
    fn restart(&mut self, start: &G) {
        self.state = start.clone();
        lose_track::<G>(&mut self.shown);
    }
}

impl Canvas {
    fn new(layout: &Layout) -> Self {
        Self {
            planes: vec![0; layout.planes_len()],
            table: vec![0; layout.table_len()],
            scalars: vec![0; layout.scalars.len()],
        }
    }
}

impl<'a, G: Actions + Paint> Rollout<'a, G> {
    /// So many games, which begin with these states in turn and begin again when they are over.
    /// There must be a state.
    #[must_use]
    pub fn new(setup: &G::Setup, starts: &'a [G], games: usize, painting: Painting) -> Self {
        let (numbering, layout) = (G::numbering(setup), G::layout(setup));
        let game = |state: &G| Played {
            state: state.clone(),
            pictures: (0..state.seats()).map(|_| Canvas::new(&layout)).collect(),
            shown: vec![G::Shown::default(); state.seats().into()],
        };
        Self {
            starts,
            numbering,
            games: starts.iter().cycle().take(games).map(game).collect(),
            mask: vec![0; numbering.words()],
            random: SplitMix64::new(21),
            painting,
            answer: 0,
        }
    }

    /// Plays so many numbers in every game; a step is one number.
    pub fn steps(&mut self, steps: u64) -> BenchWork {
        for _ in 0..steps {
            for game in 0..self.games.len() {
                self.step(game);
            }
        }
        self.work(steps * self.games.len() as u64)
    }

    /// Plays so many rounds in every game, in which every awaited seat chooses a number for each of
    /// its actors and ends its turn; a game begins again after so many rounds.
    pub fn rounds(&mut self, rounds: u64, again: u64) -> BenchWork {
        for round in 0..rounds {
            for game in 0..self.games.len() {
                self.round(game);
                if round % again == again - 1 {
                    self.games[game].restart(&self.starts[game % self.starts.len()]);
                }
            }
        }
        self.work(rounds * self.games.len() as u64)
    }

    fn work(&mut self, units: u64) -> BenchWork {
        let games = core::mem::take(&mut self.games);
        let painted = games.iter().flat_map(|game| &game.pictures).map(|canvas| {
            let planes: u64 = canvas.planes.iter().map(|value| u64::from(*value)).sum();
            let table: i64 = canvas.table.iter().map(|value| i64::from(*value)).sum();
            let scalars: i64 = canvas.scalars.iter().map(|value| i64::from(*value)).sum();
            planes ^ (table as u64) << 20 ^ (scalars as u64) << 40
        });
        let states = games.iter().map(|game| game.state.digest());
        let fold = |answer: u64, part: u64| answer.rotate_left(5).wrapping_add(part);
        let answer = states.chain(painted).fold(self.answer, fold);
        BenchWork { units, answer }
    }

    #[inline]
    fn step(&mut self, game: usize) {
        let Played { state, shown, .. } = &mut self.games[game];
        let Some(seat) = state.to_move().iter().next() else { return };
        state.mask(self.numbering, seat, &mut self.mask);
        let number = choose(&self.mask, 0, self.numbering.count(), &mut self.random);
        match number.and_then(|number| state.numbered(self.numbering, seat, number)) {
            Some(order) => state.play(seat, order, &mut All(shown)),
            None => state.end_turn(seat, &mut All(shown)),
        }
        if state.to_move().is_empty() {
            self.games[game].restart(&self.starts[game % self.starts.len()]);
        }
        self.paint(game);
    }

    fn round(&mut self, game: usize) {
        let Played { state, shown, .. } = &mut self.games[game];
        let Numbering { actors, each, .. } = self.numbering;
        for seat in state.to_move().iter() {
            state.mask(self.numbering, seat, &mut self.mask);
            for actor in 0..actors {
                let number = choose(&self.mask, actor * each, (actor + 1) * each, &mut self.random);
                if let Some(order) = number.and_then(|number| state.numbered(self.numbering, seat, number)) {
                    state.play(seat, order, &mut All(shown));
                }
            }
            state.end_turn(seat, &mut All(shown));
        }
        if state.to_move().is_empty() {
            self.games[game].restart(&self.starts[game % self.starts.len()]);
        }
        self.paint(game);
    }

    /// Paints what every awaited seat sees.
    #[inline]
    fn paint(&mut self, game: usize) {
        let Played { state, pictures, shown } = &mut self.games[game];
        for seat in state.to_move().iter() {
            let Canvas { planes, table, scalars } = &mut pictures[seat.index()];
            let mut into = Picture { planes, table, scalars };
            match self.painting {
                Painting::Full => state.paint(seat, &mut into),
                Painting::Changes => state.repaint(seat, &mut shown[seat.index()], &mut into),
            }
        }
    }
}

/// Nothing but keys: of these states in turn, so often.
pub fn bench_keys<G: Game>(states: &[G], times: u64) -> BenchWork {
    let mut answer = 0u64;
    for state in states.iter().cycle().take(times as usize) {
        answer = answer.rotate_left(1) ^ core::hint::black_box(state).key();
    }
    BenchWork { units: times, answer }
}
