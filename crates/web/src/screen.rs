//! What is shown around the board, as a message.

use crate::forecast::Forecast;
use crate::protocol::{Key, Lines, LogLine, MarkedCells, Notice, OrderDrawn, Overlay, Score, Screen, number};
use face::{ArrowKind, Choice, GameResult, Ink, Mark};
use game::Lang;
use games::HostedGame;
use interaction::{Interaction, KeyHint, Overlay as Cover, Section, words};

/// Lines of the log that are sent; older ones are in the replay.
const LOG_LINES: usize = 300;

/// Everything around the board. The log is only looked at if it is wanted.
pub(crate) fn screen<G: HostedGame>(game: &Interaction<G>, with_log: bool) -> Screen {
    let from = game.viewpoint();
    let size = game.now().extent();
    let lang = game.look.lang;
    Screen {
        map: game.map_title.clone(),
        headline: game.now().headline(&from),
        scores: game.now().scores(&from).into_iter().map(|(ink, text)| score(game, ink, text)).collect(),
        hand: game.in_hand(),
        cursor: Some(number(size, game.cursor)),
        marks: marks(game),
        orders: orders(game),
        threat: Forecast::of(game.now(), &game.foresight),
        considered: considered(game),
        hint: hint(game),
        sections: game.sections().into_iter().chain(game.foretold()).map(|one| lines(one, lang)).collect(),
        notice: notice(game),
        keys: game.now().hints(game.seat, &game.hand).into_iter().map(|hint| key(hint, lang)).collect(),
        tools: game.tools().into_iter().map(|hint| key(hint, lang)).collect(),
        overlay: overlay(game),
        waiting: game.waiting().len(),
        busy: game.is_busy(),
        over: game.is_over(),
        log: with_log.then(|| log(game)),
    }
}

fn score<G: HostedGame>(game: &Interaction<G>, ink: Ink, text: String) -> Score {
    let side = match ink {
        Ink::Own | Ink::Spent => Some(game.seat.0),
        Ink::Enemy => Some(1 - game.seat.0.min(1)),
        Ink::Seat(seat) => Some(seat),
        Ink::Ground | Ink::Neutral => None,
    };
    Score { side, text }
}

fn marks<G: HostedGame>(game: &Interaction<G>) -> Vec<MarkedCells> {
    let size = game.now().extent();
    let marks = game.marks();
    let marked = |mark: Mark| MarkedCells {
        mark: name(mark),
        cells: size.cells().filter(|cell| marks.at(*cell).has(mark)).map(|cell| number(size, cell)).collect(),
    };
    Mark::ALL.into_iter().map(marked).filter(|marked| !marked.cells.is_empty()).collect()
}

/// What the page calls a mark.
const fn name(mark: Mark) -> &'static str {
    match mark {
        Mark::Waiting => "waiting",
        Mark::Range => "range",
        Mark::Reach => "reach",
        Mark::Way => "way",
        Mark::Target => "target",
        Mark::Ghost => "ghost",
        Mark::Change => "change",
        Mark::Danger => "danger",
        Mark::Chosen => "chosen",
    }
}

fn orders<G: HostedGame>(game: &Interaction<G>) -> Vec<OrderDrawn> {
    let size = game.now().extent();
    let kind = |kind: ArrowKind| match kind {
        ArrowKind::Go => "go",
        ArrowKind::Attack => "attack",
        ArrowKind::Help => "help",
    };
    let drawn = game.order_arrows().into_iter().map(|arrow| OrderDrawn {
        kind: kind(arrow.kind),
        from: number(size, arrow.from),
        to: number(size, arrow.to),
    });
    drawn.collect()
}

fn considered<G: HostedGame>(game: &Interaction<G>) -> Forecast {
    match game.choice_at(game.cursor) {
        Choice::Give { orders, .. } if !game.is_over() => Forecast::of(game.now(), &game.preview(&orders)),
        _ => Forecast::default(),
    }
}

fn hint<G: HostedGame>(game: &Interaction<G>) -> Forecast {
    game.hinted().map_or_else(Forecast::default, |order| Forecast::of(game.now(), &game.preview(&[order])))
}

fn lines(section: Section, lang: Lang) -> Lines {
    Lines { heading: lang.pick(section.heading), lines: section.lines }
}

fn notice<G: HostedGame>(game: &Interaction<G>) -> Option<Notice> {
    if game.is_busy() {
        return Some(Notice { text: game.pick(words::FAST_FORWARD).into(), warning: false });
    }
    game.notice.as_ref().map(|notice| Notice { text: notice.text.clone(), warning: notice.warning })
}

fn key((shown, what): KeyHint, lang: Lang) -> Key {
    let is_one = interaction::Input::<()>::of_key(shown).is_some();
    Key { key: if is_one { shown } else { "" }, shown, label: lang.pick(what) }
}

fn overlay<G: HostedGame>(game: &Interaction<G>) -> Option<Overlay> {
    let lang = game.look.lang;
    let text = |title, lines| Overlay::Text { title: lang.pick(title), lines, rows: Vec::new() };
    Some(match &game.overlay {
        Cover::None => return None,
        Cover::Help(_) => help(game),
        Cover::Log(_) => {
            let lines = log(game).into_iter().map(|line| format!("{}: {}", line.turn, line.text)).collect();
            text(words::LOG_TITLE, lines)
        }
        Cover::Foresight(_) => text(words::FORESIGHT_TITLE, game.foretold_lines()),
        Cover::List { title, entries, marked, .. } => Overlay::List {
            title: title.clone(),
            entries: entries.iter().map(|entry| entry.label.clone()).collect(),
            marked: *marked,
        },
        Cover::Over => {
            let ending = game.ending();
            Overlay::Over {
                result: match ending.result {
                    GameResult::Won => "won",
                    GameResult::Drawn => "drawn",
                    GameResult::Lost => "lost",
                },
                title: lang.pick(ending.title),
                lines: ending.lines,
                // Leaving is closing the tab.
                keys: game
                    .after_end()
                    .iter()
                    .filter(|(key, _)| *key != "q")
                    .map(|hint| key(*hint, lang))
                    .collect(),
            }
        }
    })
}

fn help<G: HostedGame>(game: &Interaction<G>) -> Overlay {
    let lang = game.look.lang;
    let keys = game.help_keys().into_iter().filter(|(key, _)| !key.starts_with("q,"));
    Overlay::Text {
        title: lang.pick(words::HELP_TITLE),
        lines: G::HELP.iter().map(|words| lang.pick(*words).to_string()).collect(),
        rows: keys.map(|(key, what)| [key.to_string(), lang.pick(what).to_string()]).collect(),
    }
}

/// The end of the log.
fn log<G: HostedGame>(game: &Interaction<G>) -> Vec<LogLine> {
    let mut lines: Vec<LogLine> =
        game.logged().rev().take(LOG_LINES).map(|(turn, text)| LogLine { turn, text: text.into() }).collect();
    lines.reverse();
    lines
}
