//! A replay becomes a film: it is run again, turn by turn, in front of a camera.

use crate::camera::{Camera, Heading, SeatActivity};
use face::film::{Film, text};
use game::replay::{Divergence, Header, Measured, Move, OrderResult, ReplayLine, Rerun, Turn};
use game::{GameEntry, JsonText, Seat};

/// Runs a replay again and films it. Also returns where the replay and the rules first part; the
/// film follows the rules.
///
/// # Errors
/// One sentence, if the game cannot be set up.
pub fn film(
    entry: &dyn GameEntry,
    header: &Header,
    lines: &mut dyn Iterator<Item = ReplayLine>,
) -> Result<(Film, Option<Divergence>), String> {
    let mut rerun = Rerun::new(entry, header)?;
    let heading = Heading {
        map: header.map_name.clone(),
        rules: header.rules.clone(),
        seed: Some(header.seed).filter(|seed| seed.0 != 0),
        names: header.seats.iter().map(|occupant| occupant.name.clone()).collect(),
    };
    let mut camera = Camera::new(rerun.table(), heading)?;
    let compared = rerun.run(lines, &mut |rerun, line, _| match line {
        ReplayLine::Turn(turn) => camera.take(rerun.table_mut(), &reports(turn)),
        // What was done in a turn that has not ended is shown by itself.
        ReplayLine::Cursor(cursor) if !cursor.open.is_empty() => camera.take(rerun.table_mut(), &[]),
        ReplayLine::End(_) | ReplayLine::Cursor(_) => {}
    });
    // The places as they count: the rules alone may have placed those who are out otherwise.
    let mut film = camera.finish(rerun.outcome().as_ref());
    name_the_out(&mut film, &rerun, header);
    Ok((film, compared.err()))
}

/// Says below the heading who is out.
fn name_the_out(film: &mut Film, rerun: &Rerun, header: &Header) {
    let out = rerun.forfeits().iter().filter_map(|seat| header.seats.get(seat.index()));
    let out: Vec<&str> = out.map(|occupant| occupant.name.as_str()).collect();
    if !out.is_empty() {
        let fact = text("out, after the others", "出局，排在其余之后");
        film.cast.facts.push((fact, out.join(", ")));
    }
}

fn reports(turn: &Turn) -> Vec<SeatActivity> {
    let times = turn.measured.iter().map(Some).chain(std::iter::repeat(None));
    let report = |(step, time): (&Move, Option<&Measured>)| SeatActivity {
        seat: Seat(step.seat),
        accepted: step.answers.iter().filter(|answer| !matches!(answer, OrderResult::Refused(_))).count()
            as u32,
        refused: refused(step),
        note: note(step),
        used_us: time.map(|time| time.cpu_us),
    };
    turn.moves.iter().zip(times).map(report).collect()
}

fn refused(step: &Move) -> Vec<(String, String)> {
    let refused = |(order, answer): (&JsonText, &OrderResult)| match answer {
        OrderResult::Refused(why) => Some((order.to_string(), why.clone())),
        OrderResult::Done | OrderResult::Taken => None,
    };
    step.orders.iter().zip(&step.answers).filter_map(refused).collect()
}

/// The bot's own note, and what it did wrong as a program.
fn note(step: &Move) -> String {
    let faults = step.faults.iter().map(|fault| format!("⚠ {fault}"));
    step.note.iter().cloned().chain(faults).collect::<Vec<_>>().join("\n")
}
