//! `sandtable replay show`.

use super::args::Show;
use super::wrong::Wrong;
use super::{Opened, say};
use crate::failure::Failure;
use crate::par;
use game::replay::{
    Cursor, CursorPlace, Divergence, End, Header, Measured, Move, OpenMove, ReplayLine, Rerun, Turn,
};
use game::{Seat, Viewer};
use std::process::ExitCode;

pub(super) fn run(options: &Show) -> Result<ExitCode, Failure> {
    let failed = |wrong: Wrong| wrong.with(&options.file);
    let mut opened = Opened::read(&options.file).map_err(failed)?;
    let mut rerun = opened.rerun().map_err(failed)?;
    let shown = if options.canonical {
        show_canonical(&mut opened, &mut rerun)
    } else {
        let viewer = viewer(options, opened.header())?;
        let Show { from, to, brief, .. } = *options;
        show(&Part { from, to, brief }, &mut opened, &mut rerun, viewer)
    };
    shown.map(|()| ExitCode::SUCCESS).map_err(failed)
}

/// Shows a replay whose lines are still being written.
#[cfg(feature = "remote")]
pub(super) fn stream(lines: impl std::io::Read + 'static, brief: bool) -> Result<ExitCode, Failure> {
    let failed = |wrong: Wrong| Failure::failed(format!("the match: {wrong}"));
    let replay = replays::Replay::read(lines).map_err(|why| failed(Wrong::Unusable(why)))?;
    let mut opened = Opened::of(replay).map_err(failed)?;
    let mut rerun = opened.rerun().map_err(failed)?;
    let all = Part { from: None, to: None, brief };
    show(&all, &mut opened, &mut rerun, Viewer::Everything).map_err(failed)?;
    Ok(ExitCode::SUCCESS)
}

/// What of a replay is shown.
struct Part {
    /// The first and the last turn.
    from: Option<u32>,
    to: Option<u32>,
    /// Without the boards.
    brief: bool,
}

/// The replay itself, without anything measured. It is not written anew: what was changed stays
/// what it is.
fn show_canonical(opened: &mut Opened, rerun: &mut Rerun) -> Result<(), Wrong> {
    rerun.table_mut().listen(false);
    outln!("{}", opened.header().canonical_line());
    opened.run(rerun, &mut |_, line, _| outln!("{}", line.canonical_line()))
}

fn show(options: &Part, opened: &mut Opened, rerun: &mut Rerun, viewer: Viewer) -> Result<(), Wrong> {
    let header = opened.header().clone();
    print_header(&header);
    if !options.brief && options.from.is_none() {
        out!("\n{}", rerun.table().draw(viewer));
    }
    let is_wanted =
        |turn: u32| options.from.is_none_or(|from| turn >= from) && options.to.is_none_or(|to| turn <= to);
    let (mut differs, mut turns) = (false, 0);
    let par = par::of_replay(opened.entry, &header);
    opened.run(rerun, &mut |rerun, line, difference| {
        differs |= difference.is_some();
        turns += usize::from(matches!(line, ReplayLine::Turn(_)));
        match line {
            ReplayLine::Turn(turn) if is_wanted(turn.turn) => {
                print_turn(&header, turn, rerun, viewer, options.brief);
            }
            ReplayLine::Turn(_) => {}
            ReplayLine::End(end) => {
                // What the rules say comes before what the file claims.
                difference.into_iter().for_each(print_difference);
                print_end(&header, end, differs);
                if let (Some(par), [standing]) = (par, &end.end[..]) {
                    outln!("  {}", par::compared(par, turns, standing.score > 0));
                }
                return;
            }
            ReplayLine::Cursor(cursor) => print_cursor(&header, cursor, rerun, viewer, options.brief),
        }
        rerun.table_mut().forget_events();
        difference.into_iter().for_each(print_difference);
    })
}

/// Where somebody stands who has not finished the game.
fn print_cursor(header: &Header, cursor: &Cursor, rerun: &Rerun, viewer: Viewer, brief: bool) {
    let Cursor { cursor: CursorPlace { turn, seat }, open, undone, .. } = cursor;
    outln!("\nSaved in turn {turn}; seat {seat} is a person's:");
    let own = |step: &&OpenMove| viewer == Viewer::Everything || viewer == Viewer::Seat(Seat(step.seat));
    for step in open.iter().filter(own) {
        say(&format!("  seat {} ({})", step.seat, name_of(header, step.seat)));
        step.orders.iter().for_each(|order| say(&format!("  {order}")));
    }
    if !undone.is_empty() {
        let plural = if undone.len() == 1 { "" } else { "s" };
        outln!("  {} step{plural} taken back", undone.len());
    }
    if !brief && !open.is_empty() {
        out!("{}", rerun.table().draw(viewer));
    }
}

fn print_difference(difference: &Divergence) {
    say(&format!("DIFFERENT: {difference}"));
}

fn print_end(header: &Header, end: &End, is_doubtful: bool) {
    let what = if end.stopped { "Stopped, undecided" } else { "The end" };
    outln!("\n{what}{}:", if is_doubtful { ", as the replay has it" } else { "" });
    for (seat, (occupant, standing)) in (0..).zip(header.seats.iter().zip(&end.end)) {
        let out = if end.forfeits.contains(&seat) { ", out" } else { "" };
        say(&format!("  {}: place {}, score {}{out}", occupant.name, standing.place, standing.score));
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
    let name = name_of(header, step.seat);
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

fn name_of(header: &Header, seat: u8) -> &str {
    header.seats.get(usize::from(seat)).map_or("?", |occupant| occupant.name.as_str())
}
