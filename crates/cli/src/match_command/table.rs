//! What came of it.

use super::counted;
use super::results::Results;
use crate::par;
use comfy_table::{CellAlignment, Table, presets};
use matches::results_json::MatchDocument;
use matches::{GameReport, Replays, Series};
use serde_json::{Value, json};

/// The results for programs.
pub(crate) fn json(series: &Series, results: &Results, wanted: u32) -> Value {
    let document = MatchDocument {
        game: series.entry.name().to_owned(),
        rules: series.rules.clone(),
        map: series.map_names(),
        maps: series.maps.iter().map(|map| map.name.clone()).collect(),
        seed: series.seed.written(),
        clock: series.clock.to_string(),
        sandbox: json!(series.sandbox.enforced()),
        uncontained: series.uncontained().into_iter().map(str::to_owned).collect(),
        bots: results.tallies.clone(),
        entrants: series.entrant_lines(),
        block_games: series.schedule.block_size() as u32,
        wanted,
        complete: results.games == wanted as usize,
        endings: results.endings.len(),
        games: results.reports.iter().map(|report| series.game_line(report)).collect(),
    };
    json!(document)
}

/// A game for programs, on a line of its own.
pub(super) fn print_line(series: &Series, report: &GameReport) {
    outln!("{}", json!(series.game_line(report)));
}

/// The results for people.
pub(crate) fn print(series: &Series, results: &Results, wanted: u32) {
    let (game, rules, map, seed) =
        (series.entry.name(), &series.rules, series.map_names(), series.seed.written());
    let played = match (results.games, wanted) {
        (games, wanted) if games == wanted as usize => format!("{} played", counted(games, "game")),
        (games, wanted) => {
            format!("{games} of {} played, then it was stopped", counted(wanted as usize, "game"))
        }
    };
    outln!("{game} on {map}, rules {rules}, seed {seed}, {played}");
    print_results(series, results, wanted);
}

/// The results for people, without what was played.
pub(crate) fn print_results(series: &Series, results: &Results, wanted: u32) {
    match &results.reports[..] {
        [] => return,
        [only] if wanted == 1 => print_game(series, only),
        _ => {
            print_series(results);
            print_lost(series, results);
        }
    }
    for name in series.uncontained() {
        outln!("{name} was neither contained nor charged CPU time; rounds went by wall time");
    }
    print_faults(results);
    match &series.replays {
        Replays::File(path) => outln!("replay: {}", path.display()),
        Replays::Folder(path) => outln!("replays: {}", path.display()),
        Replays::None => {}
    }
}

fn print_game(series: &Series, report: &GameReport) {
    let mut rows: Vec<_> = report.seats.iter().zip(&report.outcome).enumerate().collect();
    rows.sort_by_key(|(seat, (_, standing))| (standing.place, *seat));
    let mut table =
        table(&["place", "seat", "bot", "score", "orders", "refused", "CPU s", "longest turn ms"]);
    for (seat, (bot, standing)) in rows {
        table.add_row([
            standing.place.to_string(),
            seat.to_string(),
            bot.name.clone(),
            standing.score.to_string(),
            dash(bot.orders),
            dash(bot.refused),
            seconds(bot.cpu),
            if bot.cpu > 0.0 { format!("{:.1}", bot.longest_cpu * 1000.0) } else { "-".to_owned() },
        ]);
    }
    outln!("{table}");
    match report.wall {
        Some(wall) => outln!("{} in {wall:.2} s", counted(report.turns as usize, "turn")),
        None => outln!("{}", counted(report.turns as usize, "turn")),
    }
    let map = &series.maps[series.plan(report.game).map];
    let par = par::of_map(series.entry, &map.text).filter(|_| series.rules == series.entry.profiles()[0]);
    if let (Some(par), [standing]) = (par, &report.outcome[..]) {
        outln!("{}", par::compared(par, report.turns as usize, standing.score > 0));
    }
}

fn dash(count: u64) -> String {
    if count == 0 { "-".to_owned() } else { count.to_string() }
}

fn seconds(time: f64) -> String {
    if time > 0.0 { format!("{time:.3}") } else { "-".to_owned() }
}

fn print_series(results: &Results) {
    let mut tallies = results.tallies.clone();
    tallies.sort_by(|one, other| other.points.total_cmp(&one.points));
    let places: Vec<String> = (1..=tallies[0].places.len()).map(|place| format!("#{place}")).collect();
    let mut head = vec!["bot", "games", "points", "95 %", "wins", "draws"];
    head.extend(places.iter().map(String::as_str));
    head.extend(["mean score", "out"]);
    let mut table = table(&head);
    for tally in tallies {
        let (low, high) = tally.interval;
        let mut row = vec![
            tally.name,
            tally.games.to_string(),
            format!("{:.1} %", 100.0 * tally.points),
            format!("{:.1}..{:.1}", 100.0 * low, 100.0 * high),
            tally.wins.to_string(),
            tally.draws.to_string(),
        ];
        row.extend(tally.places.iter().map(u32::to_string));
        row.extend([format!("{:.1}", tally.mean_score), tally.out.to_string()]);
        table.add_row(row);
    }
    outln!("{table}");
    if results.look_repeated() {
        let (games, endings) = (results.games, results.endings.len());
        let plural = if endings == 1 { "" } else { "s" };
        outln!(
            "the {games} games have only {endings} different ending{plural}: they look like repetitions, and the 95 % are too narrow then"
        );
    }
}

/// The games that the first bot did not win, and where to look at them.
fn print_lost(series: &Series, results: &Results) {
    let Some(first) = series.entrants.first().filter(|_| !results.lost.is_empty()) else { return };
    outln!("not won by {}:", first.name);
    for (game, place) in &results.lost {
        let plan = series.plan(*game);
        let map = &series.maps[plan.map].name;
        match series.replays.path(*game) {
            Some(path) => outln!("  game {game} on {map}: place {place}, {}", path.display()),
            None => outln!("  game {game} on {map}: place {place}"),
        }
    }
    if results.more_lost > 0 {
        outln!("  and {}", counted(results.more_lost, "more game"));
    }
    if matches!(series.replays, Replays::None) {
        let (number, seed) = (results.lost[0].0, series.seed.written());
        outln!("  (the same command with `--seed {seed} --only {number}` plays game {number} again)");
    }
}

pub(crate) fn table(head: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_header(head);
    for column in table.column_iter_mut() {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

fn print_faults(results: &Results) {
    for (game, seat) in &results.faulty {
        for fault in &seat.faults {
            outln!("{}, game {game}, turn {}: {}", seat.name, fault.turn, fault.what);
        }
        if seat.out {
            outln!("{}, game {game}: out; its turns from then on were empty", seat.name);
        }
        if !seat.stderr.is_empty() {
            outln!("its last lines on standard error:");
            seat.stderr.iter().for_each(|line| outln!("  | {line}"));
        }
    }
    if results.more_faulty > 0 {
        outln!("and {} with faults", counted(results.more_faulty, "more seat"));
    }
}
