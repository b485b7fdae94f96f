//! Our replays as the contest's logs, so that its viewers open them.

use super::{Fitting, ORDER_LOG, Recorder, STATE_LOG, profile, sized};
use crate::kinds::PLAYERS;
use crate::{Order, Setup};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use game::ExportedFile;
use game::replay::{Header, Move, Turn};

/// Both logs of the game.
pub(super) fn logs(
    header: &Header,
    turns: &mut dyn Iterator<Item = Turn>,
) -> Result<Vec<ExportedFile>, String> {
    let rules = profile(&header.rules).map_err(|unknown| unknown.to_string())?;
    let sized = sized(header.map.as_bytes(), rules).map_err(|report| report.first())?;
    Ok(match sized {
        Fitting::Small(setup) => record(&setup, header, turns),
        Fitting::Large(setup) => record(&setup, header, turns),
    })
}

fn record<const SIDE: usize>(
    setup: &Setup<SIDE>,
    header: &Header,
    turns: &mut dyn Iterator<Item = Turn>,
) -> Vec<ExportedFile> {
    // The logs separate their fields with blanks.
    let names: Vec<String> = (0..PLAYERS)
        .map(|seat| match header.seats.get(seat) {
            Some(occupant) => occupant.name.split_whitespace().collect::<Vec<_>>().join("_"),
            None => format!("player{}", seat + 1),
        })
        .collect();
    let mut recorder = Recorder::new(setup, core::array::from_fn(|seat| names[seat].as_str()), header.seed.0);
    for step in turns.flat_map(|turn| turn.moves) {
        play(&mut recorder, &step);
    }
    let logs = recorder.finish();
    vec![
        ExportedFile { name: ORDER_LOG.into(), bytes: logs.orders.into_bytes() },
        ExportedFile { name: STATE_LOG.into(), bytes: logs.states.into_bytes() },
    ]
}

fn play<const SIDE: usize>(recorder: &mut Recorder<'_, SIDE>, step: &Move) {
    for order in &step.orders {
        match serde_json::from_str::<Order>(order.get()) {
            // A refused order is in neither log, and its answer is in the replay.
            Ok(order) => drop(recorder.submit(order)),
            Err(_) => recorder.note_rejected(),
        }
    }
    recorder.end_turn();
}
