//! A game played for a closer look at a bot.

use super::CheckupError;
use crate::Stop;
use crate::check_options::CheckOptions;
use crate::record::{MissingRecord, SeatRecord, game_folder, seat_folder};
use crate::seat_state::SeatReport;
use crate::series::{Replays, Series, SeriesError, Unobserved};
use crate::watching::ActivityBesideTurns;
use game::JsonText;
use game::replay::{OrderResult, ReplayLine, Turn};
use replays::Replay;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// What became of the bot in one game.
pub(super) struct Trial {
    /// Where it sat.
    pub(super) seat: u8,
    pub(super) report: SeatReport,
    /// Its turns, while it was in.
    pub(super) turns: Vec<OwnTurn>,
    /// Its replies, as it wrote them.
    pub(super) replies: Vec<RawReply>,
}

/// A turn of the bot's.
pub(super) struct OwnTurn {
    pub(super) turn: u32,
    pub(super) orders: Vec<JsonText>,
    pub(super) answers: Vec<OrderResult>,
    pub(super) cpu: Duration,
}

/// A reply as it was written.
#[derive(Deserialize)]
pub(super) struct RawReply {
    pub(super) turn: u32,
    #[serde(default)]
    pub(super) orders: Vec<Box<RawValue>>,
    #[serde(default)]
    pub(super) more: bool,
}

impl Trial {
    /// Plays a game of the series and gathers what was written down about its first bot.
    pub(super) fn play(
        series: &Series,
        game: u32,
        conduct: CheckOptions,
        (scratch, stop): (&Path, &Stop),
    ) -> Result<Self, CheckupError> {
        let replay = scratch.join("game.jsonl");
        let watched = Series {
            replays: Replays::File(replay.clone()),
            record: Some(scratch.to_owned()),
            canonical: false,
            ..series.clone()
        };
        let played =
            watched.play_one(game, Some(conduct), &Unobserved, stop).map_err(CheckupError::Failed)?;
        let report = played.ok_or(CheckupError::Stopped)?;
        let seat = series.plan(game).seating.iter().position(|bot| *bot == 0).unwrap_or_default();
        let unread = |why| CheckupError::Failed(SeriesError::Setup(why));
        if let Some(MissingRecord::Unwritten(why)) = report.unrecorded {
            return Err(unread(why));
        }
        let replay = Replay::open(&replay).map_err(unread)?;
        let record = scratch.join(game_folder(game)).join(seat_folder(seat as u8));
        let output = fs::read(record.join(SeatRecord::OUTPUT)).map_err(|error| unread(error.to_string()))?;
        let report = report.seats.into_iter().nth(seat).ok_or_else(|| unread("a seat is missing".into()))?;
        Ok(Self {
            seat: seat as u8,
            turns: own_turns(replay, seat as u8),
            replies: output.split(|byte| *byte == b'\n').filter_map(RawReply::read).collect(),
            report,
        })
    }

    /// What was seen beside the turns; nothing if the bot was put out.
    pub(super) fn seen(&self) -> Option<&ActivityBesideTurns> {
        self.report.seen.as_ref()
    }
}

impl RawReply {
    fn read(line: &[u8]) -> Option<Self> {
        serde_json::from_slice(line).ok()
    }
}

fn own_turns(replay: Replay, seat: u8) -> Vec<OwnTurn> {
    let own = |line| match line {
        ReplayLine::Turn(turn) => own_turn(turn, seat),
        ReplayLine::End(_) | ReplayLine::Cursor(_) => None,
    };
    replay.filter_map(own).collect()
}

fn own_turn(turn: Turn, seat: u8) -> Option<OwnTurn> {
    let mut moves = turn.moves.into_iter().zip(turn.measured);
    let (step, measured) = moves.find(|(step, _)| step.seat == seat)?;
    // Once it is out it has no turns; in the one in which it goes out it does something wrong.
    let is_in = !step.out || !step.faults.is_empty();
    let cpu = Duration::from_micros(measured.cpu_us);
    is_in.then_some(OwnTurn { turn: turn.turn, orders: step.orders, answers: step.answers, cpu })
}
