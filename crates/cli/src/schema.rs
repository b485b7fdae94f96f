//! `sandtable schema`.

use crate::args::Schema;
use crate::failure::Failure;
use crate::registry;
use game::GameEntry;
use game::schema::SchemaPart;
use serde_json::{Map, Value};
use std::process::ExitCode;

pub(crate) fn run(options: &Schema) -> Result<ExitCode, Failure> {
    let entry = registry::find(&options.game)?;
    let pieces = pieces(entry);
    let schema = match &options.piece {
        None => all(pieces),
        Some(wanted) => one(entry, pieces, wanted)?,
    };
    outln!("{schema:#}");
    Ok(ExitCode::SUCCESS)
}

/// Everything of this game that has a schema.
fn pieces(entry: &dyn GameEntry) -> Vec<SchemaPart> {
    let mut pieces = entry.schemas();
    pieces.extend(matches::protocol::schemas());
    pieces.extend(game::replay::schemas());
    pieces.extend(matches::results_json::schemas());
    pieces.extend(cups::results_json::schemas());
    pieces
}

fn all(pieces: Vec<SchemaPart>) -> Value {
    let named = pieces.into_iter().map(|piece| (piece.name.to_string(), piece.schema));
    Value::Object(named.collect::<Map<String, Value>>())
}

fn one(entry: &dyn GameEntry, mut pieces: Vec<SchemaPart>, wanted: &str) -> Result<Value, Failure> {
    match pieces.iter().position(|piece| piece.name == wanted) {
        Some(place) => Ok(pieces.swap_remove(place).schema),
        None => {
            let known: Vec<&str> = pieces.iter().map(|piece| piece.name).collect();
            let (game, known) = (entry.name(), known.join(", "));
            Err(Failure::usage(format!("{game} has no schema `{wanted}`; it has: {known}")))
        }
    }
}
