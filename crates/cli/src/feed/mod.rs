//! `sandtable feed`.

pub(crate) mod args;

use self::args::Feed;
use crate::failure::Failure;
use matches::entrant::BotKind;
use matches::feed::{
    ComparedReply, FedProgram, FeedEvent, FeedSummary, RecordedSeat, RecordedSeatError, feed,
};
use matches::inbox::shown;
use matches::{Entrant, Workshop};
use std::path::Path;
use std::process::ExitCode;

pub(crate) fn run(options: &Feed) -> Result<ExitCode, Failure> {
    let tape =
        RecordedSeat::open(&options.record, options.game, options.seat).map_err(|error| match error {
            RecordedSeatError::Missing(why) => Failure::usage(why),
            RecordedSeatError::Damaged(why) => Failure::failed(why),
        })?;
    if let Some(path) = &options.to {
        return write_input(&tape, path);
    }
    let fed = start(options, &tape)?;
    let mut told = Teller::default();
    let is_cut = tape.ends_within_a_line;
    let summary = feed(tape, fed, &mut |heard| told.tell(heard)).map_err(Failure::failed)?;
    print(&summary);
    if is_cut {
        outln!(
            "the recorded output ends within a line: it was cut, or the recorded bot came to its end there"
        );
    }
    let failed = !summary.went_through() || options.strict && (summary.different > 0 || is_cut);
    Ok(ExitCode::from(u8::from(failed)))
}

fn write_input(tape: &RecordedSeat, path: &Path) -> Result<ExitCode, Failure> {
    let input = tape.input();
    if path == Path::new("-") {
        out!("{}", String::from_utf8_lossy(&input));
    } else {
        std::fs::write(path, input)
            .map_err(|error| Failure::failed(format!("{}: {error}", path.display())))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Starts the command that was typed, or the bot that was named. What the record says is shown and
/// not run: whoever made it may be a stranger.
fn start(options: &Feed, tape: &RecordedSeat) -> Result<FedProgram, Failure> {
    if let Some(first) = options.command.first() {
        return FedProgram::command(&options.command)
            .map_err(|error| Failure::usage(format!("cannot run {}: {error}", first.to_string_lossy())));
    }
    let Some(bot) = &options.bot else { return Err(nobody_to_feed(tape)) };
    let sandbox = options.containment.open()?;
    let bound = options.bound.folders()?;
    let (game, rules) = tape.about.as_ref().map_or(("", ""), |about| (&about.game, &about.rules));
    let workshop = Workshop { game, rules, sandbox: &sandbox, without: &[], bound: &bound };
    let Entrant { name, what, .. } = Entrant::find(bot, workshop)?;
    match what {
        BotKind::Program(runnable) => FedProgram::contained(&runnable, &sandbox)
            .map_err(|error| Failure::failed(format!("{name} cannot be started: {error}"))),
        BotKind::BuiltIn(_) | BotKind::Guest(_) | BotKind::Absent(_) => Err(Failure::usage(format!(
            "{bot} is no program that could be fed: name a program, a source file or a folder"
        ))),
    }
}

fn nobody_to_feed(tape: &RecordedSeat) -> Failure {
    let recorded = tape.about.as_ref().map_or(String::new(), |about| {
        format!(
            " (recorded was {}, as `{}` in {})",
            about.bot,
            about.command.join(" "),
            about.folder.display()
        )
    });
    Failure::usage(format!("name the bot to feed, or add `-- COMMAND`{recorded}"))
}

/// Says what is heard, as it is heard.
#[derive(Default)]
struct Teller {
    has_differed: bool,
}

/// Letters of a line that are needed to recognise it.
const SHORT: usize = 80;

/// Letters of a line of its log that are shown.
const LONG: usize = 2000;

impl Teller {
    fn tell(&mut self, heard: &FeedEvent) {
        match heard {
            FeedEvent::Reply(exchange) => self.compare(exchange),
            FeedEvent::Log(line) => errln!("{}", shown(line, LONG)),
            FeedEvent::Aside { turn: Some(turn), line } => {
                outln!("turn {turn}: still waiting, for this is no reply to it: {}", shown(line, SHORT));
            }
            FeedEvent::Aside { turn: None, line } => {
                outln!("after the last turn it wrote: {}", shown(line, SHORT));
            }
            FeedEvent::Silence { turn } => outln!("turn {turn}: no reply, and its output is closed"),
        }
    }

    fn compare(&mut self, exchange: &ComparedReply) {
        let ComparedReply { turn, recorded, now } = exchange;
        match recorded {
            None => outln!("turn {turn}: none was recorded; now: {}", shown(now, SHORT)),
            Some(_) if exchange.is_same() => outln!("turn {turn}: same: {}", shown(now, SHORT)),
            Some(recorded) => {
                // The first difference is shown in full: what comes after it may be its
                // consequence.
                let first = !std::mem::replace(&mut self.has_differed, true);
                let most = if first { usize::MAX } else { SHORT };
                outln!("turn {turn}: different{}", if first { ", for the first time" } else { "" });
                outln!("  recorded: {}", shown(recorded, most));
                outln!("  now:      {}", shown(now, most));
            }
        }
    }
}

fn print(summary: &FeedSummary) {
    let FeedSummary { asked, same, different, new, first_difference, ending } = summary;
    let replies = same + different + new;
    outln!(
        "{replies} of {asked} replies: {same} the same, {different} different, {new} where none was recorded"
    );
    if let Some(turn) = first_difference {
        outln!("the first difference is in turn {turn}");
    }
    match summary.went_through() {
        true => outln!("the program replied to everything; {ending}"),
        false => outln!("the program did not reply to everything; {ending}"),
    }
}
