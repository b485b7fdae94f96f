//! `sandtable replay show`.

use super::Opened;
use super::args::Show;
use crate::failure::Failure;
use game::replay::{Header, Measured, Move, Rerun, Turn, Writer};
use game::{Seat, Viewer};
use serde_json::Value;
use std::process::ExitCode;

pub(super) fn run(options: &Show) -> Result<ExitCode, Failure> {
    let opened = Opened::read(&options.file)?;
    if options.canonical {
        print_canonical(&opened);
    } else {
        show(options, &opened)?;
    }
    match &opened.recording.damage {
        Some(damage) => Err(Failure::failed(format!("{}: {damage}", options.file.display()))),
        None => Ok(ExitCode::SUCCESS),
    }
}

/// The replay itself, without anything measured.
fn print_canonical(opened: &Opened) {
    let recording = &opened.recording;
    let (mut writer, line) = Writer::new(&recording.header, true);
    outln!("{line}");
    for turn in &recording.turns {
        outln!("{}", writer.turn(turn.clone()));
    }
    if let Some(end) = &recording.end {
        outln!("{}", writer.end(&end.end, end.stopped, Value::Null));
    }
}

fn show(options: &Show, opened: &Opened) -> Result<(), Failure> {
    let header = &opened.recording.header;
    let mut rerun = opened.rerun(&options.file)?;
    let viewer = viewer(options, header)?;
    print_header(header);
    if !options.brief && options.from.is_none() {
        out!("\n{}", rerun.table().draw(viewer));
    }
    for turn in &opened.recording.turns {
        let shown =
            options.from.is_none_or(|from| turn.turn >= from) && options.to.is_none_or(|to| turn.turn <= to);
        rerun.table_mut().forget_events();
        let difference = rerun.turn(turn).err();
        if shown {
            print_turn(header, turn, &rerun, viewer, options.brief);
        }
        if let Some(difference) = difference {
            outln!("DIFFERENT: {difference}");
        }
    }
    if let Some(end) = &opened.recording.end {
        outln!("\n{}:", if end.stopped { "Stopped, undecided" } else { "The end" });
        for (occupant, standing) in header.seats.iter().zip(&end.end) {
            outln!("  {}: place {}, score {}", occupant.name, standing.place, standing.score);
        }
    }
    Ok(())
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
    outln!("{} on {}, rules {}, seed {}", header.game, header.map_name, header.rules, header.seed);
    for (seat, occupant) in header.seats.iter().enumerate() {
        outln!("  seat {seat}: {}", occupant.name);
    }
    if let Some(turns) = header.branched_after {
        outln!("  branched off another game after {turns} turns");
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
    outln!("\nturn {turn}, seat {} ({name}{time}{out})", step.seat);
    step.faults.iter().for_each(|fault| outln!("  fault: {fault}"));
    if let Some(note) = &step.note {
        outln!("  note: {}", harmless(note));
    }
    for (order, answer) in step.orders.iter().zip(&step.answers) {
        outln!("  {} -> {answer}", order);
    }
}

/// A bot's words, without anything that could move the cursor.
fn harmless(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { '\u{fffd}' } else { letter }).collect()
}
