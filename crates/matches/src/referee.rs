//! One game, from the first turn to the end.

use crate::Stop;
use crate::check_options::{CheckOptions, Farewell};
use crate::clock::{Clock, Pace};
use crate::occupant::{Greeting, Occupant, SeatTurn, TurnHandle, TurnTerms};
use crate::occupants::Gone;
use crate::program::wait_and_serve;
use crate::protocol::{ClockFigures, Message};
use crate::record::MissingRecord;
use crate::recorder::Recorder;
use crate::seat_state::{SeatReport, SeatState};
use crate::series::SeriesObserver;
use crate::watching::{ActivityBesideTurns, ObservationLimit};
use game::replay::{Header, Hex, Turn, Writer};
use game::{DynGame, JsonText, Outcome, Seat, Seats, Standing, most_turns};
use serde::Serialize;
use std::io;
use std::time::{Duration, Instant};

/// How long a bot may take to leave after the game.
pub(crate) const FAREWELL: Duration = Duration::from_millis(300);

/// How long we wait at most before we look whether somebody wants us to stop.
const NAP: Duration = Duration::from_millis(100);

/// How a game came out.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameReport {
    /// Number of the game in its series, from 1.
    pub game: u32,
    /// The seed of all chance in it.
    pub seed: Hex,
    /// The standings, seat by seat, as they count: who is out comes after the others.
    pub outcome: Vec<Standing>,
    /// What became of each seat.
    pub seats: Vec<SeatReport>,
    /// Turns of the game; those before a branch count.
    pub turns: u32,
    /// Time on the wall, in seconds; none for a game that was not played now but read from its
    /// replay.
    pub wall: Option<f64>,
    /// The hash of the state in which it ended.
    pub digest: Hex,
    /// Units that each seat lost, in games that count it; else nothing.
    #[serde(skip)]
    pub units_lost: Vec<u32>,
    /// What its record lacks, and why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unrecorded: Option<MissingRecord>,
}

/// Why there is no result.
#[derive(Debug)]
pub(crate) enum Unfinished {
    /// Somebody wanted us to stop.
    Stopped,
    /// The replay could not be written.
    Disk(io::Error),
}

/// A game being refereed.
pub(crate) struct Referee<'a> {
    pub(crate) number: u32,
    pub(crate) header: &'a Header,
    pub(crate) table: Box<dyn DynGame>,
    pub(crate) places: Vec<SeatState>,
    pub(crate) clock: Clock,
    /// How long a round lasts, if rounds go by wall time.
    pub(crate) round: Option<Duration>,
    pub(crate) replay: Option<RecordedSeat>,
    /// How the game is led, if its programs are watched.
    pub(crate) watched: Option<CheckOptions>,
    pub(crate) observer: &'a dyn SeriesObserver,
    pub(crate) stop: &'a Stop,
}

/// A replay being written.
pub(crate) struct RecordedSeat {
    pub(crate) writer: Writer,
    pub(crate) file: Recorder,
}

impl Referee<'_> {
    /// Plays the game to its end.
    pub(crate) fn run(mut self) -> Result<GameReport, Unfinished> {
        let begin = Instant::now();
        let units = self.units();
        if self.round.is_none() {
            // Without a bell nobody would ever end a round.
            self.clock.pace = Pace::Awaited;
        }
        self.table.listen(self.places.iter().any(|place| place.who.wants_news()));
        self.greet();
        if self.watched.is_some_and(|conduct| conduct.pause_after_start) {
            self.watch_start();
        }
        let mut turns = self.header.branched_after.unwrap_or_default();
        let played = loop {
            if self.stop.is_wanted() {
                break Err(Unfinished::Stopped);
            }
            if self.table.to_move().is_empty() || turns >= self.most_turns() {
                break Ok(());
            }
            if let Err(error) = self.turn() {
                break Err(error);
            }
            turns += 1;
        };
        played?;
        let decided = self.table.outcome();
        let stopped = decided.is_none();
        let by_rules = decided.unwrap_or_else(|| Outcome::undecided(self.table.seats()));
        let out = self.out();
        let outcome = by_rules.adjudicated(out).standings().to_vec();
        self.farewell(&outcome);
        let units_lost =
            units.iter().zip(self.units()).map(|(before, after)| before.saturating_sub(after)).collect();
        let seats: Vec<SeatReport> = self.places.into_iter().map(|place| place.report).collect();
        if let Some(RecordedSeat { mut writer, mut file }) = self.replay {
            let measured = JsonText::from(serde_json::json!({ "seats": seats }));
            let line = writer.end(&by_rules, stopped, out, measured);
            file.line(&line).and_then(|()| file.finish()).map_err(Unfinished::Disk)?;
            self.observer.written(self.number, &line);
        }
        let (wall, digest) = (Some(begin.elapsed().as_secs_f64()), Hex(self.table.digest()));
        let seed = self.header.seed;
        let game = self.number;
        Ok(GameReport { game, seed, outcome, seats, turns, wall, digest, units_lost, unrecorded: None })
    }

    /// The units of each seat, in games that count them.
    fn units(&self) -> Vec<u32> {
        (0..self.table.seats()).filter_map(|seat| self.table.units(Seat(seat))).collect()
    }

    /// The seats that were put out.
    fn out(&self) -> Seats {
        let out = (0..).map(Seat).zip(&self.places).filter(|(_, place)| place.report.out);
        out.fold(Seats::NONE, |all, (seat, _)| all.with(seat))
    }

    /// Turns after which the game is broken off.
    fn most_turns(&self) -> u32 {
        let usual = most_turns(self.table.seats());
        self.watched.and_then(|conduct| conduct.most_turns).map_or(usual, |most| most.min(usual))
    }

    fn greet(&mut self) {
        let briefing = self.table.briefing();
        let seats = self.table.seats();
        let clock = ClockFigures::from(self.clock);
        let unknown_field = self.watched.is_some_and(|conduct| conduct.unknown_field);
        let (game, rules, briefing) = (&*self.header.game, &*self.header.rules, &briefing);
        for (seat, place) in (0..).zip(&mut self.places) {
            place.who.greet(&Greeting { game, rules, seat, seats, briefing, clock, unknown_field });
        }
    }

    /// Leaves the programs to themselves until they have started.
    fn watch_start(&mut self) {
        for place in &mut self.places {
            if let Some(program) = place.who.program() {
                let start = program.observe(ObservationLimit::start(self.clock), self.stop);
                place.report.seen.get_or_insert_default().start = Some(start);
            }
        }
    }

    fn turn(&mut self) -> Result<(), Unfinished> {
        let awaited = self.table.to_move();
        let number = self.table.turn();
        self.observer.turn(self.number, number);
        let mut turns: Vec<SeatTurn> = awaited.iter().map(SeatTurn::new).collect();
        self.play(number, &mut turns);
        if self.stop.is_wanted() {
            return Err(Unfinished::Stopped);
        }
        for seat in awaited.iter() {
            // Awaited seats may always end their turn.
            let _ = self.table.end_turn(seat);
        }
        self.spread_news();
        self.write_down(number, turns).map_err(Unfinished::Disk)
    }

    /// Leads the awaited seats through a turn, and returns when all are done.
    fn play(&mut self, number: u32, turns: &mut [SeatTurn]) {
        let (watched, written) = (self.watched.is_some(), self.replay.is_some());
        let (clock, game, observer, stop) = (self.clock, self.number, self.observer, self.stop);
        let mut terms = TurnTerms { number, clock, bell: None, written, watched, game, observer, stop };
        self.each_undone(turns, &terms, |who, turn| {
            if who.answers_at_once() {
                who.begin(turn);
            }
        });
        // The round is the programs': what the built-in bots think is not taken from it.
        terms.bell = self.round.filter(|_| clock.pace == Pace::Rounds).map(|round| Instant::now() + round);
        self.each_undone(turns, &terms, |who, turn| who.begin(turn));
        while !stop.is_wanted() {
            let now = Instant::now();
            let mut nap: Option<Duration> = None;
            self.each_undone(turns, &terms, |who, turn| {
                let wait = who.proceed(turn, now);
                if !turn.doing.done {
                    nap = Some(nap.map_or(wait, |other| other.min(wait)));
                }
            });
            let until_bell = terms.bell.map(|bell| bell.saturating_duration_since(now));
            let nap = match (nap, until_bell) {
                (_, Some(Duration::ZERO)) | (None, None) => break,
                (nap, Some(left)) => nap.unwrap_or(NAP).min(left),
                (Some(nap), None) => nap,
            };
            wait_and_serve(self.places.iter_mut().map(|place| &mut *place.who), nap.min(NAP));
        }
        self.each_undone(turns, &terms, |who, turn| who.cut_off(turn));
        for place in self.places.iter_mut().filter(|place| place.report.out) {
            place.who = Box::new(Gone);
        }
    }

    /// Does something for every seat whose turn is not over.
    fn each_undone(
        &mut self,
        turns: &mut [SeatTurn],
        terms: &TurnTerms<'_>,
        mut lead: impl FnMut(&mut dyn Occupant, &mut TurnHandle<'_>),
    ) {
        for doing in turns.iter_mut().filter(|doing| !doing.done) {
            let SeatState { who, report } = &mut self.places[usize::from(doing.step.seat)];
            lead(&mut **who, &mut TurnHandle { table: &mut *self.table, terms, doing, report });
        }
    }

    /// Keeps for each seat that wants it what happened, until it is asked again.
    fn spread_news(&mut self) {
        let mut anybody = false;
        for (seat, place) in (0..).map(Seat).zip(&mut self.places) {
            anybody |= place.who.wants_news();
            place.who.hear_news(&*self.table, seat);
        }
        self.table.forget_events();
        if !anybody {
            self.table.listen(false);
        }
    }

    fn write_down(&mut self, turn: u32, turns: Vec<SeatTurn>) -> io::Result<()> {
        let Some(tape) = &mut self.replay else { return Ok(()) };
        let digest = Hex(self.table.digest());
        let (moves, measured) = turns.into_iter().map(|doing| (doing.step, doing.measured)).unzip();
        let line = tape.writer.turn(Turn::new(turn, moves, digest, measured));
        tape.file.line(&line)?;
        self.observer.written(self.number, &line);
        Ok(())
    }

    /// Tells everybody how it ended, and gives them a moment to leave.
    fn farewell(&mut self, outcome: &[Standing]) {
        match self.watched {
            None => {
                for place in &mut self.places {
                    place.who.announce_end(outcome);
                }
                self.await_leaving();
            }
            Some(conduct) => self.watch_leaving(outcome, conduct),
        }
        for place in &mut self.places {
            place.who.dismiss(&*self.table);
        }
    }

    /// Waits for everybody to leave, all at once, for a moment.
    fn await_leaving(&mut self) {
        let end = Instant::now() + FAREWELL;
        loop {
            let mut leaving: Vec<&mut (dyn Occupant + 'static)> = Vec::new();
            for place in &mut self.places {
                if place.who.is_leaving() {
                    leaving.push(&mut *place.who);
                }
            }
            let left = end.saturating_duration_since(Instant::now());
            if leaving.is_empty() || left.is_zero() || self.stop.is_wanted() {
                break;
            }
            wait_and_serve(leaving.into_iter(), left);
        }
    }

    /// Watches how each program leaves, or that it does not.
    fn watch_leaving(&mut self, outcome: &[Standing], conduct: CheckOptions) {
        for place in &mut self.places {
            let Some(program) = place.who.program() else { continue };
            let answers = program.last_answers();
            let end = Message::End { outcome, answers: &answers };
            let announcement = (conduct.parting == Farewell::Announced).then_some(&end);
            let parting = program.take_leave(announcement, self.stop);
            let (bank_left, stderr) = (program.budget.bank(), program.tail.lines());
            let seen = place.report.seen.get_or_insert_default();
            *seen =
                ActivityBesideTurns { start: seen.start.take(), parting: Some(parting), bank_left, stderr };
        }
    }
}
