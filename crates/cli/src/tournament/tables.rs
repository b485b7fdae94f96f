//! What a tournament says, in the terminal.

use crate::failure::Failure;
use crate::match_command::{counted, table};
use cups::Cup;
use cups::run::stored_cup;
use cups::site::Summary;
use cups::table::Table;
use serde_json::{Value, json};
use store::{EntryRow, KeptRating, Store, Tally, TournamentRow};

/// Ratings and scores, the best first.
pub(crate) fn print_table(names: &[String], of: &Table) {
    let mut shown = table(&["place", "bot", "Elo", "95 %", "score", "games"]);
    for row in &of.rows {
        let mark = if row.rating.determined { "" } else { "?" };
        shown.add_row([
            row.place.to_string(),
            names[row.entrant].clone(),
            format!("{:+.0}{mark}", row.rating.elo),
            format!("± {:.0}", row.rating.error),
            format!("{:.1} %", 100.0 * row.score),
            row.games.to_string(),
        ]);
    }
    outln!("{shown}");
    print_notes(of.repeated, of.has_prior);
}

fn print_notes(repeated: usize, has_prior: bool) {
    if repeated > 0 {
        let verb = if repeated == 1 { "repeats" } else { "repeat" };
        outln!("{} {verb} others and count once", counted(repeated, "block"));
    }
    if has_prior {
        outln!("? the games do not determine this rating; a prior of 400 Elo bounds it");
    }
}

/// What a finished or stopped run says.
pub(super) fn print(store: &Store, summary: &Summary) -> Result<(), Failure> {
    let cup = stored_cup(store).map_err(Failure::failed)?;
    let totals = store.tournament().map_err(Failure::failed)?.totals;
    outln!(
        "{}, {}: {} of {} in {}",
        cup.game,
        cup.format.name(),
        totals.games_finished,
        counted(totals.games as usize, "game"),
        counted(totals.blocks as usize, "block")
    );
    print_table(&summary.names, &summary.table);
    if let Some(champion) = summary.champion {
        outln!("winner: {}", summary.names[champion]);
    }
    let problems = store.entries().map_err(Failure::failed)?;
    for entry in problems.iter().filter(|entry| entry.problem.is_some()) {
        outln!("{} forfeited its games: {}", entry.name, entry.problem.as_deref().unwrap_or_default());
    }
    Ok(())
}

/// What is known without computing anything: however many games there are, it takes no time.
struct Known {
    cup: Cup,
    row: TournamentRow,
    lines: Vec<(EntryRow, Tally, Option<KeptRating>)>,
}

impl Known {
    fn read(store: &Store) -> Result<Self, Failure> {
        let row = store.tournament().map_err(Failure::failed)?;
        let cup = Cup::from_json(&row.settings).map_err(Failure::failed)?;
        let ratings = store.ratings().map_err(Failure::failed)?;
        let entries = store.entries().map_err(Failure::failed)?;
        let tallies = store.tallies().map_err(Failure::failed)?;
        let mut lines: Vec<_> = entries
            .into_iter()
            .zip(tallies)
            .enumerate()
            .map(|(at, (entry, tally))| (entry, tally, ratings.get(at).copied()))
            .collect();
        let elo = |rating: &Option<KeptRating>| rating.map_or(f64::NEG_INFINITY, |rating| rating.elo);
        lines.sort_by(|one, two| elo(&two.2).total_cmp(&elo(&one.2)));
        Ok(Self { cup, row, lines })
    }
}

pub(super) fn print_status(store: &Store) -> Result<(), Failure> {
    let Known { cup, row, lines } = Known::read(store)?;
    let totals = row.totals;
    outln!(
        "{}, {}: {} of {} games, {} of {} blocks",
        cup.game,
        cup.format.name(),
        totals.games_finished,
        totals.games,
        totals.blocks_finished,
        totals.blocks
    );
    let mut shown =
        table(&["bot", "Elo", "95 %", "seats", "first", "out", "faults", "CPU s", "longest turn ms"]);
    for (entry, tally, rating) in &lines {
        let mark = if rating.is_some_and(|rating| !rating.determined) { "?" } else { "" };
        shown.add_row([
            entry.name.clone(),
            rating.map_or("-".to_owned(), |rating| format!("{:+.0}{mark}", rating.elo)),
            rating.map_or("-".to_owned(), |rating| format!("± {:.0}", rating.error)),
            tally.games.to_string(),
            tally.firsts.to_string(),
            tally.out.to_string(),
            tally.faults.to_string(),
            format!("{:.1}", tally.cpu),
            format!("{:.1}", 1000.0 * tally.longest_cpu),
        ]);
    }
    outln!("{shown}");
    if let Some(rating) = lines.iter().find_map(|(_, _, rating)| *rating) {
        outln!("ratings after {}", counted(rating.blocks as usize, "block"));
    }
    for (entry, _, _) in lines.iter().filter(|(entry, _, _)| entry.problem.is_some()) {
        outln!("{} forfeits its games: {}", entry.name, entry.problem.as_deref().unwrap_or_default());
    }
    Ok(())
}

pub(super) fn status_json(store: &Store) -> Result<Value, Failure> {
    let Known { cup, row, lines } = Known::read(store)?;
    let entrants: Vec<Value> = lines
        .iter()
        .map(|(entry, tally, rating)| {
            json!({
                "name": entry.name,
                "path": entry.source,
                "hash": entry.fingerprint,
                "problem": entry.problem,
                "tally": tally,
                "rating": rating,
            })
        })
        .collect();
    Ok(json!({
        "game": cup.game,
        "rules": cup.rules,
        "format": cup.format,
        "clock": cup.clock,
        "maps": store.maps().map_err(Failure::failed)?.iter().map(|map| &map.name).collect::<Vec<_>>(),
        "seed": cup.seed.map(|seed| format!("{seed:016x}")),
        "totals": row.totals,
        "complete": row.totals.games == row.totals.games_finished,
        "entrants": entrants,
    }))
}
