//! Saved games.

use crate::history::{History, Step};
use crate::store::{keep_aside, read_if_there, write_whole};
use game::Seat;
use games::HostedGame;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};

/// What the first field of a save file says.
const FORMAT: &str = "sandtable-save-1";

/// What a game is played on: everything that is fixed when it starts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct SavedSetup {
    pub(crate) game: String,
    pub(crate) map_name: String,
    pub(crate) map: String,
    pub(crate) rules: String,
    pub(crate) seed: u64,
    pub(crate) seat: u8,
    /// Names of the bots in the other seats, in the order of the seats; none in a game for one.
    pub(crate) opponents: Vec<String>,
}

/// A save file: the table and all steps.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct SaveFile<O> {
    format: String,
    table: SavedSetup,
    /// Steps played, then those taken back.
    steps: Vec<Step<O>>,
    played: usize,
}

/// What was found where a game may be saved.
#[derive(Clone, Debug)]
pub(crate) enum Found<T> {
    Nothing,
    Game(T),
    /// It was damaged and is kept aside.
    Damaged {
        kept: PathBuf,
        why: String,
    },
}

/// Writes a game down.
pub(crate) fn save<G: HostedGame>(path: &Path, table: &SavedSetup, history: &History<G>) -> io::Result<()> {
    let file = SaveFile {
        format: FORMAT.into(),
        table: table.clone(),
        steps: history.steps().to_vec(),
        played: history.played(),
    };
    write_whole(path, &serde_json::to_string(&file).map_err(io::Error::other)?)
}

/// The table of a saved game, whatever the game is; nothing if there is no file or it is damaged.
pub(crate) fn glance(path: &Path) -> Option<(SavedSetup, usize)> {
    let contents = read_if_there(path).ok()??;
    let file: SaveFile<serde_json::Value> = serde_json::from_slice(&contents).ok()?;
    (file.format == FORMAT).then_some((file.table, file.played))
}

/// Reads a saved game and plays its steps again. `start` gives the state before the first of them.
///
/// # Errors
/// If there is a file that can be neither read nor kept aside.
pub(crate) fn load<G: HostedGame>(
    path: &Path,
    start: impl FnOnce(&SavedSetup) -> Result<G, String>,
) -> io::Result<Found<(SavedSetup, History<G>)>> {
    let Some(contents) = read_if_there(path)? else { return Ok(Found::Nothing) };
    match revive(&contents, start) {
        Ok(found) => Ok(Found::Game(found)),
        Err(why) => keep_aside(path).map(|kept| Found::Damaged { kept, why }),
    }
}

fn revive<G: HostedGame>(
    contents: &[u8],
    start: impl FnOnce(&SavedSetup) -> Result<G, String>,
) -> Result<(SavedSetup, History<G>), String> {
    let file: SaveFile<G::Order> = serde_json::from_slice(contents).map_err(|error| error.to_string())?;
    if file.format != FORMAT {
        return Err(format!("`{}` is not a format this program knows", file.format));
    }
    if file.table.game != G::NAME {
        return Err(format!("it holds a game of {}", file.table.game));
    }
    if file.played > file.steps.len() {
        return Err("it says more was played than it holds".into());
    }
    let start = start(&file.table)?;
    if file.table.seat >= start.seats() {
        return Err(format!("there is no seat {}", file.table.seat));
    }
    let history = History::replay(start, Seat(file.table.seat), file.steps, file.played)
        .map_err(|bad| format!("step {}: {}", bad.number, bad.why))?;
    Ok((file.table, history))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::history::Act;
    use crate::store::tests::scratch;
    use ::breach::{Setup, Stage, State};
    use game::Game;
    use std::fs;

    fn table() -> SavedSetup {
        SavedSetup {
            game: "breach".into(),
            map_name: "duel".into(),
            map: "0 2\n3 1 T\n3 6 B\n".into(),
            rules: "stage4".into(),
            seed: 0,
            seat: 0,
            opponents: vec![],
        }
    }

    fn start(table: &SavedSetup) -> Result<State, String> {
        let setup =
            Setup::parse(table.map.as_bytes(), Stage::Four).map_err(|report| format!("{report:?}"))?;
        Ok(State::start(&setup, table.seed))
    }

    fn played() -> History<State> {
        let mut history = History::new(start(&table()).unwrap(), Seat::ONLY);
        history.play(Seat::ONLY, Act::EndTurn);
        history.play(Seat::ONLY, Act::EndTurn);
        history.undo();
        history
    }

    #[test]
    fn a_saved_game_comes_back() {
        let path = scratch("save").join("duel.json");
        assert!(matches!(load(&path, start).unwrap(), Found::Nothing));
        save(&path, &table(), &played()).unwrap();
        assert_eq!(glance(&path), Some((table(), 1)));
        let Found::Game((found, history)) = load(&path, start).unwrap() else { panic!("no game") };
        assert_eq!((found, history.now()), (table(), played().now()));
        assert!(history.can_redo());
    }

    #[test]
    fn a_damaged_save_is_kept_aside() {
        let path = scratch("aside").join("duel.json");
        save(&path, &table(), &played()).unwrap();
        let whole = fs::read_to_string(&path).unwrap();
        let damages = [
            whole[..whole.len() / 2].to_string(),
            whole.replace("sandtable-save-1", "sandtable-save-9"),
            whole.replace("\"seat\":0,\"opponents\"", "\"seat\":3,\"opponents\""),
            whole.replace("\"played\":1", "\"played\":7"),
            whole.replace("0 2\\n3 1 T", "0 2\\n3 1 Q"),
            String::new(),
        ];
        for damage in damages {
            fs::write(&path, &damage).unwrap();
            let Found::Damaged { kept, why } = load(&path, start).unwrap() else { panic!("taken: {damage}") };
            assert_eq!(fs::read_to_string(kept).unwrap(), damage);
            assert!(!why.is_empty() && !path.exists());
        }
    }
}
