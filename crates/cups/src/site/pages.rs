//! The report for people.

use super::charts::{self, Grid, HEIGHT, Interval, Line, WIDTH};
use super::{Summary, entrant_file, game_file, suffix};
use crate::blocks::HalfPoints;
use crate::cup::CupError;
use crate::planner::Pairing;
use crate::words::Words;
use askama::Template;
use game::Lang;

const STYLE: &str = include_str!("../../templates/style.css");

/// A script that a page may run, and no other: the page names its hash.
struct Script {
    text: &'static str,
    hash: &'static str,
}

/// What shows tooltips. The browser test fails if the hash is not that of the text:
/// `openssl dgst -sha256 -binary crates/cups/templates/tips.js | base64` computes it.
const TIPS: Script = Script {
    text: include_str!("../../templates/tips.js"),
    hash: "sha256-we5/fHPh/HAycrc1Rk2y871h9wiMgPp3cnXsiBs8Dxw=",
};

/// A row of the standings.
struct StandingRow {
    place: usize,
    name: String,
    link: String,
    colour: String,
    elo: String,
    error: String,
    interval: Interval,
    score: String,
    games: u32,
    out: u64,
    problem: bool,
    determined: bool,
}

/// A cell of the cross table.
struct Cell {
    colour: String,
    text: String,
    told: String,
}

struct CrossRow {
    name: String,
    cells: Vec<Cell>,
}

struct ShownLine {
    line: Line,
    name: String,
    /// The last rating.
    last: String,
}

struct ShownRound {
    title: String,
    pairings: Vec<ShownPairing>,
}

struct ShownPairing {
    players: [String; 2],
    won: [bool; 2],
    score: String,
    note: &'static str,
}

#[derive(Template)]
#[template(path = "index.html")]
struct IndexPage<'a> {
    style: &'static str,
    script: Script,
    words: Words,
    other: String,
    summary: &'a Summary,
    format: &'static str,
    champion: Option<&'a str>,
    rows: Vec<StandingRow>,
    heads: Vec<String>,
    cross: Vec<CrossRow>,
    lines: Vec<ShownLine>,
    grid: Vec<Grid>,
    blocks: usize,
    width: f64,
    height: f64,
    rounds: Vec<ShownRound>,
}

/// `index.html`.
pub(super) fn index(summary: &Summary, lang: Lang) -> Result<String, CupError> {
    let words = Words(lang);
    let (lines, grid) = charts::history(&summary.history, summary.names.len());
    let last = |entrant: usize| summary.history.last().map_or(0.0, |(_, ratings)| ratings[entrant].elo);
    let named = |line: Line| ShownLine {
        name: summary.names[line.entrant].clone(),
        last: format!("{:+.0}", last(line.entrant)),
        line,
    };
    let order: Vec<usize> = summary.table.rows.iter().map(|row| row.entrant).collect();
    let page = IndexPage {
        style: STYLE,
        script: TIPS,
        words,
        other: format!("index{}.html", suffix(other(lang))),
        summary,
        format: words.format(summary.cup.format),
        champion: summary.champion.map(|who| summary.names[who].as_str()),
        rows: standing_rows(summary, lang),
        heads: order.iter().map(|who| summary.names[*who].clone()).collect(),
        cross: order.iter().map(|one| cross_row(summary, *one, &order, words)).collect(),
        lines: lines.into_iter().map(named).collect(),
        grid,
        blocks: summary.history.last().map_or(0, |(blocks, _)| *blocks),
        width: WIDTH,
        height: HEIGHT,
        rounds: summary
            .rounds
            .iter()
            .enumerate()
            .map(|(at, round)| shown_round(summary, at, round, words))
            .collect(),
    };
    page.render().map_err(|error| CupError(error.to_string()))
}

const fn other(lang: Lang) -> Lang {
    match lang {
        Lang::En => Lang::Zh,
        Lang::Zh => Lang::En,
    }
}

fn standing_rows(summary: &Summary, lang: Lang) -> Vec<StandingRow> {
    let intervals = charts::intervals(&summary.table);
    let row = |(row, interval): (&crate::table::RatedEntrant, Interval)| StandingRow {
        place: row.place,
        name: summary.names[row.entrant].clone(),
        link: entrant_file(row.entrant, lang),
        colour: charts::colour(row.entrant),
        elo: format!("{:+.0}", row.rating.elo),
        error: format!("{:.0}", row.rating.error),
        interval,
        score: format!("{:.1}", 100.0 * row.score),
        games: row.games,
        out: summary.tallies[row.entrant].out,
        problem: summary.entries[row.entrant].problem.is_some(),
        determined: row.rating.determined,
    };
    summary.table.rows.iter().zip(intervals).map(row).collect()
}

fn cross_row(summary: &Summary, one: usize, order: &[usize], words: Words) -> CrossRow {
    let cell = |two: &usize| {
        let points = summary.table.cross[one][*two];
        match points.share() {
            None => Cell { colour: "transparent".to_owned(), text: String::new(), told: String::new() },
            Some(share) => Cell {
                colour: charts::heat(share),
                text: format!("{:.0}", 100.0 * share),
                told: format!(
                    "{} – {}: {:.1} % ({} {})",
                    summary.names[one],
                    summary.names[*two],
                    100.0 * share,
                    points.comparisons,
                    words.of("meetings", "次对局")
                ),
            },
        }
    };
    CrossRow { name: summary.names[one].clone(), cells: order.iter().map(cell).collect() }
}

fn shown_round(summary: &Summary, at: usize, round: &[Pairing], words: Words) -> ShownRound {
    let name = |who: Option<usize>| who.map_or(String::new(), |who| summary.names[who].clone());
    let pairing = |pairing: &Pairing| {
        let [one, two] = pairing.players;
        ShownPairing {
            players: [name(one), name(two)],
            won: pairing.players.map(|who| who.is_some() && who == pairing.winner),
            score: match pairing.score {
                HalfPoints { comparisons: 0, .. } => String::new(),
                score => format!(
                    "{} : {}",
                    f64::from(score.won) / 2.0,
                    f64::from(2 * score.comparisons - score.won) / 2.0
                ),
            },
            note: match (one.is_some() != two.is_some() && pairing.winner.is_some(), pairing.among_losers) {
                (true, _) => words.of("bye", "轮空"),
                (false, true) => words.of("among those who lost once", "败者组"),
                (false, false) => "",
            },
        }
    };
    let shown: Vec<ShownPairing> =
        round.iter().filter(|pairing| pairing.players.iter().any(Option::is_some)).map(pairing).collect();
    let title = match words.0 {
        Lang::En => format!("Round {}", at + 1),
        Lang::Zh => format!("第 {} 轮", at + 1),
    };
    ShownRound { title, pairings: shown }
}

/// A share with its name, as a bar.
struct Share {
    name: String,
    text: String,
    percent: f64,
    count: u32,
}

fn share(name: &str, points: HalfPoints) -> Option<Share> {
    let share = points.share()?;
    Some(Share {
        name: name.to_owned(),
        text: format!("{:.1}", 100.0 * share),
        percent: 100.0 * share,
        count: points.comparisons,
    })
}

struct LostRow {
    game: u64,
    place: u8,
    seat: u8,
    map: String,
    link: Option<String>,
}

#[derive(Template)]
#[template(path = "entrant.html")]
struct EntrantPage<'a> {
    style: &'static str,
    script: Script,
    words: Words,
    other: String,
    home: String,
    name: &'a str,
    source: &'a str,
    hash: &'a str,
    problem: Option<&'a str>,
    place: usize,
    elo: String,
    error: String,
    determined: bool,
    score: String,
    games: u64,
    out: u64,
    fault_count: u64,
    cpu: String,
    cpu_per_game: String,
    longest: String,
    sections: Vec<(&'static str, Vec<Share>)>,
    faults: Vec<(u64, u32, &'a str)>,
    lost: Vec<LostRow>,
}

/// The page of an entrant.
pub(super) fn entrant(summary: &Summary, who: usize, paged: &[u64], lang: Lang) -> Result<String, CupError> {
    const MOST_FAULTS: usize = 30;
    let words = Words(lang);
    let (entry, tally) = (&summary.entries[who], summary.tallies[who]);
    let row = summary.table.rows.iter().find(|row| row.entrant == who);
    let row = row.ok_or_else(|| CupError("an entrant is missing from the table".to_owned()))?;
    let lost = summary.lost[who].iter().map(|lost| LostRow {
        game: lost.id,
        place: lost.place,
        seat: lost.seat,
        map: summary.map_of(lost.id).to_owned(),
        link: paged.contains(&lost.id).then(|| format!("../{}", game_file(lost.id))),
    });
    let page = EntrantPage {
        style: STYLE,
        script: TIPS,
        words,
        other: entrant_file(who, other(lang)).replace("entrants/", ""),
        home: format!("../index{}.html", suffix(lang)),
        name: &entry.name,
        source: &entry.source,
        hash: entry.fingerprint.as_deref().unwrap_or_default(),
        problem: entry.problem.as_deref(),
        place: row.place,
        elo: format!("{:+.0}", row.rating.elo),
        error: format!("{:.0}", row.rating.error),
        determined: row.rating.determined,
        score: format!("{:.1}", 100.0 * row.score),
        games: tally.games,
        out: tally.out,
        fault_count: tally.faults,
        cpu: format!("{:.1}", tally.cpu),
        cpu_per_game: format!("{:.3}", tally.cpu / tally.games.max(1) as f64),
        longest: format!("{:.1}", 1000.0 * tally.longest_cpu),
        sections: sections(summary, who, words),
        faults: summary.faults(who, MOST_FAULTS),
        lost: lost.collect(),
    };
    page.render().map_err(|error| CupError(error.to_string()))
}

/// How an entrant did by opponent, by map and by seat.
fn sections(summary: &Summary, who: usize, words: Words) -> Vec<(&'static str, Vec<Share>)> {
    let rows = summary.table.rows.iter();
    let opponents = rows
        .filter_map(|row| share(&summary.names[row.entrant], summary.table.cross[who][row.entrant]))
        .collect();
    let maps = summary.maps.iter().zip(summary.by_map(who));
    let maps = maps.filter_map(|(map, points)| share(map, points)).collect();
    let seats = (0..).zip(summary.by_seat(who));
    let seats = seats
        .filter_map(|(at, points): (u8, HalfPoints)| {
            share(&format!("{} {at}", words.of("seat", "座位")), points)
        })
        .collect();
    vec![
        (words.of("By opponent", "按对手"), opponents),
        (words.of("By map", "按地图"), maps),
        (words.of("By seat", "按座位"), seats),
    ]
}
