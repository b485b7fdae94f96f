//! Our replays as the old contest's, so that its viewer opens them.

use super::ENTRY;
use super::battle::Battle;
use crate::state::State;
use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use flate2::Compression;
use flate2::write::GzEncoder;
use game::replay::{Header, Rerun, Turn};
use game::{DynGame, ExportedFile, Seat, Session};
use std::io::Write;

/// The `.battle` file of the game.
pub(super) fn battle(
    header: &Header,
    turns: &mut dyn Iterator<Item = Turn>,
) -> Result<Vec<ExportedFile>, String> {
    let mut rerun = Rerun::new(ENTRY, header)?;
    let session: &mut Session<State> =
        rerun.table_mut().as_any_mut().downcast_mut().ok_or_else(|| "this is another game".to_owned())?;
    let name = |seat: usize| header.seats.get(seat).map(|occupant| occupant.name.clone());
    let mut battle = Battle::begin([name(0), name(1)], session.game());
    for turn in turns {
        for step in &turn.moves {
            for order in &step.orders {
                DynGame::submit(session, Seat(step.seat), order.get());
            }
        }
        let before = session.game().clone();
        session.forget_events();
        for seat in session.to_move().iter() {
            // Awaited seats may always end their turn.
            let _ = session.end_turn(seat);
        }
        battle.record(&before, session.events(), session.game());
    }
    let bytes = pack(&battle.write()).map_err(|error| error.to_string())?;
    Ok(vec![ExportedFile { name: "game.battle".to_owned(), bytes }])
}

fn pack(text: &str) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_bytes())?;
    encoder.finish()
}
