//! What a tournament says, in the terminal.

use crate::failure::Failure;
use crate::match_command::{counted, table};
use crate::out::print_json;
use cups::Cup;
use cups::results_json::{StatusDocument, StatusEntrant};
use cups::run::stored_cup;
use cups::site::Summary;
use cups::table::StandingsTable;
use store::{EntryRow, EntryTally, KeptRating, OnlineRating, Store, TournamentRow};

/// Ratings and scores, the best first.
pub(crate) fn print_table(names: &[String], of: &StandingsTable) {
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
    lines: Vec<Line>,
}

/// What is known of an entrant.
struct Line {
    entry: EntryRow,
    tally: EntryTally,
    rating: Option<KeptRating>,
    /// In a ladder, the rating since the last full fit.
    online: Option<OnlineRating>,
}

impl Known {
    fn read(store: &Store) -> Result<Self, Failure> {
        let row = store.tournament().map_err(Failure::failed)?;
        let cup = Cup::from_json(&row.settings).map_err(Failure::failed)?;
        let ratings = store.ratings().map_err(Failure::failed)?;
        let entries = store.entries().map_err(Failure::failed)?;
        let tallies = store.tallies().map_err(Failure::failed)?;
        let online = store.online().map_err(Failure::failed)?;
        let mut lines: Vec<Line> = entries
            .into_iter()
            .zip(tallies)
            .enumerate()
            .map(|(at, (entry, tally))| Line {
                entry,
                tally,
                rating: ratings.get(at).copied(),
                online: online.get(at).copied(),
            })
            .collect();
        let elo = |line: &Line| line.rating.map_or(f64::NEG_INFINITY, |rating| rating.elo);
        lines.sort_by(|one, two| elo(two).total_cmp(&elo(one)));
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
    let is_ladder = lines.iter().any(|line| line.online.is_some());
    let mut heads = vec!["bot", "Elo", "95 %", "seats", "first", "out", "faults", "CPU s", "longest turn ms"];
    if is_ladder {
        heads.insert(3, "now");
    }
    let mut shown = table(&heads);
    for Line { entry, tally, rating, online } in &lines {
        let mark = if rating.is_some_and(|rating| !rating.determined) { "?" } else { "" };
        let mut cells = vec![
            entry.name.clone(),
            rating.map_or("-".to_owned(), |rating| format!("{:+.0}{mark}", rating.elo)),
            rating.map_or("-".to_owned(), |rating| format!("± {:.0}", rating.error)),
            tally.games.to_string(),
            tally.firsts.to_string(),
            tally.out.to_string(),
            tally.faults.to_string(),
            format!("{:.1}", tally.cpu),
            format!("{:.1}", 1000.0 * tally.longest_cpu),
        ];
        if is_ladder {
            cells.insert(3, online.map_or("-".to_owned(), |online| format!("{:+.0}", online.elo)));
        }
        shown.add_row(cells);
    }
    outln!("{shown}");
    print_ages(&lines);
    for entry in lines.iter().map(|line| &line.entry).filter(|entry| entry.problem.is_some()) {
        outln!("{} forfeits its games: {}", entry.name, entry.problem.as_deref().unwrap_or_default());
    }
    Ok(())
}

/// After how many blocks the ratings were computed.
fn print_ages(lines: &[Line]) {
    if let Some(rating) = lines.iter().find_map(|line| line.rating) {
        outln!("ratings after {}", counted(rating.blocks as usize, "block"));
    }
    if let Some(online) = lines.iter().find_map(|line| line.online) {
        outln!(
            "now: moved by every block since then, {} in all; the next full ratings replace them",
            counted(online.blocks as usize, "block")
        );
    }
}

pub(super) fn print_status_json(store: &Store) -> Result<(), Failure> {
    let Known { cup, row, lines } = Known::read(store)?;
    let maps = store.maps().map_err(Failure::failed)?.into_iter().map(|map| map.name).collect();
    let entrants =
        lines.iter().map(|line| StatusEntrant::new(&line.entry, line.tally, line.rating, line.online));
    print_json(&StatusDocument::new(&cup, maps, row.totals, entrants.collect()));
    Ok(())
}
