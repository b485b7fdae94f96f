//! `sandtable replay show`.

use super::args::Show;
use super::wrong::Wrong;
use super::{Opened, say};
use crate::failure::Failure;
use game::replay::{Divergence, End, Header, Measured, Move, Rerun, Turn};
use game::{Seat, Viewer};
use matches::Recording;
use std::process::ExitCode;

pub(super) fn run(options: &Show) -> Result<ExitCode, Failure> {
    let failed = |wrong: Wrong| wrong.with(&options.file);
    let opened = Opened::read(&options.file).map_err(failed)?;
    let mut rerun = opened.rerun().map_err(failed)?;
    let shown = if options.canonical {
        print_canonical(&opened.recording);
        opened.verify()
    } else {
        let viewer = viewer(options, &opened.recording.header)?;
        show(options, &opened, &mut rerun, viewer)
    };
    shown.map(|()| ExitCode::SUCCESS).map_err(failed)
}

/// The replay itself, without anything measured. It is not written anew: what was changed stays what it is.
fn print_canonical(recording: &Recording) {
    outln!("{}", recording.header.canonical_line());
    recording.turns.iter().for_each(|turn| outln!("{}", turn.canonical_line()));
    recording.end.iter().for_each(|end| outln!("{}", end.canonical_line()));
}

fn show(options: &Show, opened: &Opened, rerun: &mut Rerun, viewer: Viewer) -> Result<(), Wrong> {
    let header = &opened.recording.header;
    print_header(header);
    if !options.brief && options.from.is_none() {
        out!("\n{}", rerun.table().draw(viewer));
    }
    let result = opened.run(rerun, &mut |rerun, turn, difference| {
        let is_wanted =
            options.from.is_none_or(|from| turn.turn >= from) && options.to.is_none_or(|to| turn.turn <= to);
        if is_wanted {
            print_turn(header, turn, rerun, viewer, options.brief);
        }
        rerun.table_mut().forget_events();
        difference.into_iter().for_each(print_difference);
    });
    let difference = result.as_ref().err().and_then(Wrong::difference);
    // What the rules say comes before what the file claims.
    difference.filter(|it| it.turn.is_none()).into_iter().for_each(print_difference);
    if let Some(end) = &opened.recording.end {
        print_end(header, end, difference.is_some());
    }
    result
}

fn print_difference(difference: &Divergence) {
    say(&format!("DIFFERENT: {difference}"));
}

fn print_end(header: &Header, end: &End, is_doubtful: bool) {
    let what = if end.stopped { "Stopped, undecided" } else { "The end" };
    outln!("\n{what}{}:", if is_doubtful { ", as the replay has it" } else { "" });
    for (occupant, standing) in header.seats.iter().zip(&end.end) {
        say(&format!("  {}: place {}, score {}", occupant.name, standing.place, standing.score));
    }
}

fn viewer(options: &Show, header: &Header) -> Result<Viewer, Failure> {
    match options.seat {
        None => Ok(Viewer::Everything),
        Some(seat) if usize::from(seat) < header.seats.len() => Ok(Viewer::Seat(Seat(seat))),
        Some(seat) => {
            let last = header.seats.len() - 1;
            Err(Failure::usage(format!("there is no seat {seat}; the seats are 0 to {last}")))
        }
    }
}

fn print_header(header: &Header) {
    let Header { game, map_name, rules, seed, .. } = header;
    say(&format!("{game} on {map_name}, rules {rules}, seed {seed}"));
    for (seat, occupant) in header.seats.iter().enumerate() {
        say(&format!("  seat {seat}: {}", occupant.name));
    }
    if let Some(turns) = header.branched_after {
        let plural = if turns == 1 { "" } else { "s" };
        outln!("  branched off another game after {turns} turn{plural}");
    }
}

fn print_turn(header: &Header, turn: &Turn, rerun: &Rerun, viewer: Viewer, brief: bool) {
    for (at, step) in turn.moves.iter().enumerate() {
        // What another seat ordered is not for this one's eyes.
        if viewer == Viewer::Everything || viewer == Viewer::Seat(Seat(step.seat)) {
            print_move(header, turn.turn, step, turn.measured.get(at));
        }
    }
    rerun.table().sentences(viewer).iter().for_each(|sentence| outln!("    {sentence}"));
    if !brief {
        out!("{}", rerun.table().draw(viewer));
    }
}

fn print_move(header: &Header, turn: u32, step: &Move, measured: Option<&Measured>) {
    let name = header.seats.get(usize::from(step.seat)).map_or("?", |occupant| occupant.name.as_str());
    let time = measured.filter(|measured| measured.cpu_us > 0);
    let time = time.map_or_else(String::new, |time| format!(", {:.1} ms", time.cpu_us as f64 / 1000.0));
    let out = if step.out { ", out" } else { "" };
    out!("\n");
    say(&format!("turn {turn}, seat {} ({name}{time}{out})", step.seat));
    step.faults.iter().for_each(|fault| say(&format!("  fault: {fault}")));
    step.note.iter().for_each(|note| say(&format!("  note: {note}")));
    for (order, answer) in step.orders.iter().zip(&step.answers) {
        say(&format!("  {order} -> {answer}"));
    }
}
