//! Bots are made ready for a tournament. One that cannot be built forfeits its games.

use crate::cup::CupError;
use matches::entrant::BotKind;
use matches::{Entrant, EntrantError, Workshop};
use store::EntryRow;

/// Makes an entrant ready. What is wrong with the bot itself is kept as its problem; it forfeits
/// its games.
///
/// # Errors
/// If this machine cannot make it ready, which is not the bot's fault, or it comes over TCP.
pub fn made_ready(name: &str, source: &str, workshop: Workshop<'_>) -> Result<(Entrant, EntryRow), CupError> {
    let found = match Entrant::find(source, workshop) {
        Err(error @ EntrantError::NotReady(_)) => return Err(CupError(format!("{name}: {error}"))),
        found => found,
    };
    let entrant = match found {
        Ok(Entrant { what: BotKind::Guest(_), .. }) => {
            return Err(CupError(format!(
                "{name}: a program that comes over TCP cannot take part in a tournament"
            )));
        }
        Ok(found) => Entrant { name: name.to_owned(), source: source.to_owned(), what: found.what },
        Err(error) => Entrant { source: source.to_owned(), ..Entrant::absent(name, &error) },
    };
    let problem = match &entrant.what {
        BotKind::Absent(why) => Some(why.clone()),
        _ => None,
    };
    let row = EntryRow {
        name: name.to_owned(),
        source: source.to_owned(),
        fingerprint: entrant.fingerprint(),
        problem,
    };
    Ok((entrant, row))
}

/// Makes an entrant ready that took part before: it must be what it was.
///
/// # Errors
/// As [`made_ready`], and if it has changed.
pub fn made_ready_again(row: &EntryRow, workshop: Workshop<'_>) -> Result<Entrant, CupError> {
    if let Some(problem) = &row.problem {
        let what = BotKind::Absent(problem.clone());
        return Ok(Entrant { name: row.name.clone(), source: row.source.clone(), what });
    }
    let (entrant, now) = made_ready(&row.name, &row.source, workshop)?;
    if now.fingerprint == row.fingerprint && now.problem.is_none() {
        return Ok(entrant);
    }
    Err(CupError(format!(
        "{} ({}) is not the program any more that has played: it, or a file that it sees, has changed. \
         Give the old one back, or `tournament add` the new one under another name",
        row.name, row.source
    )))
}
