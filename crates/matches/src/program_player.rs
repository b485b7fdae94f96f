//! A program as a player at a table that no referee leads: people sit there, too.

use crate::clock::Clock;
use crate::entrant::{BotKind, Entrant};
use crate::occupant::{Greeting, Occupant, SeatTurn, TurnHandle, TurnTerms};
use crate::program::{ProgramSeat, wait_and_serve};
use crate::protocol::ClockFigures;
use crate::seat_state::SeatReport;
use crate::series::{Unobserved, not_started};
use crate::stop::Stop;
use bots::{Player, Script};
use game::replay::{OrderResult, SeatedBot};
use game::{Answer, DynGame, GivenCount, RefusalReason, Seat};
use sandbox::Sandbox;
use std::time::{Duration, Instant};

/// How long its pipes are waited for at most before its clock is looked at.
const NAP: Duration = Duration::from_millis(100);

/// A program in a seat. It is greeted before its first turn; one that is put out plays empty turns.
#[derive(Debug)]
pub struct ProgramPlayer {
    program: ProgramSeat,
    report: SeatReport,
    game: String,
    rules: String,
    clock: Clock,
    is_greeted: bool,
}

impl ProgramPlayer {
    /// Starts the program of an entrant.
    ///
    /// # Errors
    /// If it is no program, or cannot be started.
    pub fn start(
        entrant: &Entrant,
        (game, rules): (&str, &str),
        sandbox: &Sandbox,
        clock: Clock,
    ) -> Result<Self, String> {
        let BotKind::Program(runnable) = &entrant.what else {
            return Err(format!("{} is not a program that can be started here", entrant.name));
        };
        let process = sandbox
            .start(&runnable.program, &runnable.limits)
            .map_err(|error| not_started(&entrant.name, &runnable.program, &error).to_string())?;
        let program = ProgramSeat::new(process, clock, None, runnable.parameters.clone());
        let report = SeatReport::new(&SeatedBot { name: entrant.name.clone(), bot: 0 });
        let (game, rules) = (game.to_owned(), rules.to_owned());
        Ok(Self { program, report, game, rules, clock, is_greeted: false })
    }

    fn greet(&mut self, table: &dyn DynGame, seat: Seat) {
        if !std::mem::replace(&mut self.is_greeted, true) {
            let briefing = table.briefing();
            self.program.greet(&Greeting {
                game: &self.game,
                rules: &self.rules,
                seat: seat.0,
                seats: table.seats(),
                briefing: &briefing,
                clock: ClockFigures::from(self.clock),
                unknown_field: false,
            });
        }
    }

    /// Leads the program through a turn.
    fn turn(&mut self, table: &mut dyn DynGame, seat: Seat) -> SeatTurn {
        let terms = TurnTerms {
            number: table.turn(),
            clock: self.clock,
            bell: None,
            written: true,
            watched: false,
            game: 1,
            observer: &Unobserved,
            stop: &Stop::default(),
        };
        let mut doing = SeatTurn::new(seat);
        let report = &mut self.report;
        self.program.begin(&mut TurnHandle { table, terms: &terms, doing: &mut doing, report });
        while !doing.done {
            let mut turn = TurnHandle { table, terms: &terms, doing: &mut doing, report: &mut self.report };
            let nap = self.program.proceed(&mut turn, Instant::now());
            if !doing.done {
                wait_and_serve(std::iter::once(&mut self.program as &mut dyn Occupant), nap.min(NAP));
            }
        }
        doing
    }
}

impl Player for ProgramPlayer {
    fn play(&mut self, table: &mut dyn DynGame, seat: Seat, script: Option<&mut Script>) -> GivenCount {
        if self.report.out {
            return GivenCount::default();
        }
        self.greet(table, seat);
        let SeatTurn { step, .. } = self.turn(table, seat);
        let is_refused = |answer: &&OrderResult| matches!(answer, OrderResult::Refused(_));
        let refused = step.answers.iter().filter(is_refused).count() as u64;
        let count = GivenCount { orders: step.orders.len() as u64, refused };
        if let Some(script) = script {
            script.lines.extend(step.orders.into_iter().zip(step.answers.into_iter().map(answer)));
            script.note = step.note;
        }
        count
    }

    fn hear(&mut self, table: &dyn DynGame, seat: Seat) {
        self.greet(table, seat);
        self.program.hear_news(table, seat);
    }

    fn trouble(&self) -> Option<String> {
        let fault = self.report.faults.last()?;
        let out = if self.report.out { "out: " } else { "" };
        Some(format!("{out}turn {}: {}", fault.turn, fault.what))
    }
}

impl Drop for ProgramPlayer {
    fn drop(&mut self) {
        self.program.kill();
    }
}

/// An answer as it was before it was put into words.
fn answer(said: OrderResult) -> Answer<String> {
    match said {
        OrderResult::Done => Answer::Done,
        OrderResult::Taken => Answer::Taken,
        OrderResult::Refused(why) => Answer::Refused(RefusalReason::Rule(why)),
    }
}
