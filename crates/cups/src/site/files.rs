//! The report for programs.

use super::Summary;
use crate::cup::CupError;
use serde_json::json;

fn text(writer: csv::Writer<Vec<u8>>) -> Result<String, CupError> {
    let bytes = writer.into_inner().map_err(|error| CupError(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| CupError(error.to_string()))
}

fn wrong(error: csv::Error) -> CupError {
    CupError(error.to_string())
}

/// A name that a spreadsheet does not take for a formula, nor a terminal for an order.
fn plain(name: &str) -> String {
    // The wide ones, too: a spreadsheet in Chinese takes them for the others.
    const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
    let name = matches::inbox::harmless(name);
    if name.trim_start().starts_with(FORMULA) { format!("'{name}") } else { name }
}

/// `standings.csv`: a line an entrant.
pub(super) fn standings_csv(summary: &Summary) -> Result<String, CupError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let head =
        ["place", "name", "elo", "error", "determined", "score", "games", "out", "faults", "cpu_seconds"];
    writer.write_record(head).map_err(wrong)?;
    for row in &summary.table.rows {
        let tally = summary.tallies[row.entrant];
        let record = [
            row.place.to_string(),
            plain(&summary.names[row.entrant]),
            format!("{:.2}", row.rating.elo),
            format!("{:.2}", row.rating.error),
            row.rating.determined.to_string(),
            format!("{:.4}", row.score),
            row.games.to_string(),
            tally.out.to_string(),
            tally.faults.to_string(),
            format!("{:.3}", tally.cpu),
        ];
        writer.write_record(record).map_err(wrong)?;
    }
    text(writer)
}

/// `games.csv`: a line a seat.
pub(super) fn games_csv(summary: &Summary) -> Result<String, CupError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let head = [
        "game",
        "round",
        "pairing",
        "block",
        "map",
        "seed",
        "turns",
        "seat",
        "name",
        "place",
        "score",
        "out",
        "faults",
        "cpu_seconds",
    ];
    writer.write_record(head).map_err(wrong)?;
    for block in &summary.blocks {
        for game in &block.games {
            for (at, seat) in game.seats.iter().enumerate() {
                let key = block.block.key;
                let record = [
                    game.id.to_string(),
                    (key.round + 1).to_string(),
                    key.pairing.to_string(),
                    (key.number + 1).to_string(),
                    plain(&summary.maps[block.block.map]),
                    format!("{:016x}", block.block.seed),
                    game.turns.to_string(),
                    at.to_string(),
                    plain(&summary.names[seat.entry as usize]),
                    seat.place.to_string(),
                    seat.score.to_string(),
                    seat.out.to_string(),
                    seat.faults.len().to_string(),
                    format!("{:.3}", seat.cpu),
                ];
                writer.write_record(record).map_err(wrong)?;
            }
        }
    }
    text(writer)
}

/// `standings.json`: the table, and who did how against whom.
pub(super) fn standings_json(summary: &Summary) -> String {
    let rows = summary.table.rows.iter().map(|row| {
        let entry = &summary.entries[row.entrant];
        json!({
            "place": row.place,
            "name": entry.name,
            "path": entry.source,
            "hash": entry.fingerprint,
            "problem": entry.problem,
            "elo": row.rating.elo,
            "error": row.rating.error,
            "determined": row.rating.determined,
            "score": row.score,
            "games": row.games,
            "tally": summary.tallies[row.entrant],
        })
    });
    let cross = summary.table.cross.iter().map(|row| {
        row.iter()
            .map(|points| json!({ "score": points.share(), "comparisons": points.comparisons }))
            .collect::<Vec<_>>()
    });
    let document = json!({
        "game": summary.cup.game,
        "rules": summary.cup.rules,
        "format": summary.cup.format,
        "maps": summary.maps,
        "clock": summary.cup.clock,
        "totals": summary.totals,
        "blocks": summary.table.blocks,
        "repeated": summary.table.repeated,
        "standings": rows.collect::<Vec<_>>(),
        "entrants": summary.names,
        "cross": cross.collect::<Vec<_>>(),
    });
    format!("{document:#}\n")
}
