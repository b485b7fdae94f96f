//! What is shown around the board, as a message.

use crate::forecast::Forecast;
use crate::protocol::{
    Chart, Key, LessonTold, Lines, LogLine, MarkedCells, Notice, OrderDrawn, Overlay, PieceShown, Score,
    Screen, number,
};
use crate::seat_film;
use face::film::{Kind, Text};
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
        lesson: lesson(game),
        waiting: game.waiting().len(),
        busy: game.is_busy(),
        over: game.is_over(),
        log: with_log.then(|| log(game)),
    }
}

fn lesson<G: HostedGame>(game: &Interaction<G>) -> Option<LessonTold> {
    let (size, lang) = (game.now().extent(), game.look.lang);
    let guidance = game.guidance()?;
    Some(LessonTold {
        title: lang.pick(guidance.title),
        say: lang.pick(guidance.say),
        number: guidance.number,
        of: guidance.of,
        cells: guidance.cells.into_iter().map(|cell| number(size, cell)).collect(),
        key: guidance.key,
    })
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
    let text =
        |title, lines| Overlay::Text { title: lang.pick(title), lines, rows: Vec::new(), pieces: Vec::new() };
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
            let goes_on = game.is_solo() && !game.is_shared() && ending.result == GameResult::Won;
            let next = goes_on.then_some(words::NEXT_MAP);
            Overlay::Over {
                result: match ending.result {
                    GameResult::Won => "won",
                    GameResult::Drawn => "drawn",
                    GameResult::Lost => "lost",
                },
                title: lang.pick(ending.title),
                lines: ending.lines,
                why: why(game),
                chart: chart(game),
                // Leaving is closing the tab.
                keys: next
                    .into_iter()
                    .chain(game.after_end().iter().copied())
                    .filter(|(key, _)| *key != "q")
                    .map(|hint| key(hint, lang))
                    .collect(),
            }
        }
    })
}

/// Why the game ended so, as its film says.
fn why<G: HostedGame>(game: &Interaction<G>) -> Vec<String> {
    let reasons = game.review().map_or(&[][..], |film| &film.reasons);
    reasons.iter().map(|reason| in_words(reason, game.look.lang)).collect()
}

/// How what decides went.
fn chart<G: HostedGame>(game: &Interaction<G>) -> Option<Chart> {
    let lang = game.look.lang;
    let curve = interaction::curve(game.review()?)?;
    Some(Chart {
        name: in_words(&curve.measure.name, lang),
        sides: curve.sides.iter().map(|side| in_words(side, lang)).collect(),
        points: curve.points,
    })
}

/// A text of a film in a language.
pub(crate) fn in_words(text: &Text, lang: Lang) -> String {
    match lang {
        Lang::En => text.en.clone(),
        Lang::Zh => text.zh.clone(),
    }
}

/// The kinds of pieces with what they are for, each in the colours of a side that has them.
fn pieces<G: HostedGame>(game: &Interaction<G>) -> Vec<PieceShown> {
    let film = seat_film::film(game.now(), &[], game.seat);
    let sides = film.cast.sides.len() as u8;
    let side_of = |kind: usize| {
        let frame = film.frames.last()?;
        let kind_of = |piece: u32| usize::from(film.pieces[piece as usize].kind);
        frame.placed.iter().find(|placed| kind_of(placed.piece) == kind).map(|placed| placed.side)
    };
    let shown = |(number, kind): (usize, &Kind)| PieceShown {
        key: kind.key,
        side: side_of(number).unwrap_or(game.seat.0.min(sides)),
        name: in_words(&kind.name, game.look.lang),
        about: in_words(&kind.about, game.look.lang),
    };
    film.cast.kinds.iter().enumerate().map(shown).collect()
}

fn help<G: HostedGame>(game: &Interaction<G>) -> Overlay {
    let lang = game.look.lang;
    let keys = game.help_keys().into_iter().filter(|(key, _)| !key.starts_with("q,"));
    Overlay::Text {
        title: lang.pick(words::HELP_TITLE),
        lines: G::HELP.iter().map(|words| lang.pick(*words).to_string()).collect(),
        rows: keys.map(|(key, what)| [key.to_string(), lang.pick(what).to_string()]).collect(),
        pieces: pieces(game),
    }
}

/// The end of the log.
fn log<G: HostedGame>(game: &Interaction<G>) -> Vec<LogLine> {
    let line = |(turn, side, text): (u32, Option<u8>, &str)| LogLine { turn, side, text: text.into() };
    let mut lines: Vec<LogLine> = game.logged_by_side().rev().take(LOG_LINES).map(line).collect();
    lines.reverse();
    lines
}
