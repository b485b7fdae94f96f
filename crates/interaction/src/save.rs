//! Saved games: replays with a cursor.
//!
//! What was played is a replay like any other, so every command that reads replays opens a saved
//! game. Its last line, the cursor, says where the player stands: what was done in the turn that
//! has not ended, and what was taken back.

use crate::history::{Act, History, Step};
use crate::old_save;
use crate::store::{keep_aside, write_whole};
use face::Look;
use game::replay::{
    Cursor, CursorPlace, Header, Hex, Move, OpenMove, OrderResult, ReplayLine, SeatedBot, Turn, UndoneStep,
    VERSION, Writer,
};
use game::{Game, JsonText, Seat, Seats};
use games::HostedGame;
use replays::Replay;
use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// What the person's seat is called.
const PERSON: &str = "person";

/// What a game is played on: everything that is fixed when it starts.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct SavedSetup {
    pub(crate) game: String,
    pub(crate) map_name: String,
    pub(crate) map: String,
    pub(crate) rules: String,
    pub(crate) seed: u64,
    pub(crate) seat: u8,
    /// Names of the bots in the other seats, in the order of the seats; none in a game for one.
    pub(crate) opponents: Vec<String>,
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

/// Why there is no saved game in a file.
enum Unusable {
    /// It is none of ours: a replay of a match.
    Foreign,
    Damaged(String),
}

impl From<String> for Unusable {
    fn from(why: String) -> Self {
        Self::Damaged(why)
    }
}

/// Writes a game down.
pub(crate) fn save<G: HostedGame>(path: &Path, table: &SavedSetup, history: &History<G>) -> io::Result<()> {
    write_whole(path, &text(table, history))
}

/// A game as the text of a replay.
pub(crate) fn text<G: HostedGame>(table: &SavedSetup, history: &History<G>) -> String {
    let (mut writer, first) = Writer::new(&header::<G>(table, history.now().seats()), true);
    let mut lines = vec![first];
    let mut begin = 0;
    for ended in history.turns() {
        let moves = moves(&history.steps()[begin..ended.end]);
        let (turn, digest) = (ended.turn, Hex(ended.digest));
        lines.push(writer.turn(Turn::new(turn, moves, digest, Vec::new())));
        begin = ended.end;
    }
    if let Some(outcome) = history.now().outcome().filter(|_| history.now().to_move().is_empty()) {
        lines.push(writer.end(&outcome, false, Seats::NONE, JsonText::default()));
    }
    let (open, undone) = history.steps()[begin..].split_at(history.played() - begin);
    lines.push(writer.cursor(Cursor {
        cursor: CursorPlace { turn: history.now().turn(), seat: table.seat },
        open: open_moves(open),
        undone: undone.iter().map(undone_step).collect(),
        check: Hex(0),
    }));
    lines.join("\n") + "\n"
}

fn header<G: Game>(table: &SavedSetup, seats: u8) -> Header {
    let mut opponents = table.opponents.iter();
    let mut name = |seat: u8| match seat == table.seat {
        true => PERSON.to_owned(),
        false => opponents.next().cloned().unwrap_or_default(),
    };
    let seats = (0..seats).map(|seat| SeatedBot { name: name(seat), bot: seat.into() }).collect();
    Header {
        replay: VERSION,
        game: table.game.clone(),
        rules: table.rules.clone(),
        rules_version: G::RULES_VERSION,
        map_name: table.map_name.clone(),
        map_hash: replays::map_hash(&table.map),
        map: table.map.clone(),
        seed: Hex(table.seed),
        seats,
        clock: "off".to_owned(),
        branched_after: None,
        measured: JsonText::default(),
    }
}

/// What each seat did in a turn, in ascending order of the seats.
fn moves<O: serde::Serialize>(steps: &[Step<O>]) -> Vec<Move> {
    let mut moves: Vec<Move> = Vec::new();
    for Step { seat, act, taken } in steps {
        let at = moves.partition_point(|step| step.seat < *seat);
        if moves.get(at).is_none_or(|step| step.seat != *seat) {
            moves.insert(at, Move { seat: *seat, ..Move::default() });
        }
        if let Act::Order(order) = act {
            moves[at].orders.push(JsonText::of(order));
            moves[at].answers.push(if *taken { OrderResult::Taken } else { OrderResult::Done });
        }
    }
    moves
}

/// What each seat did in a turn that has not ended.
fn open_moves<O: serde::Serialize>(steps: &[Step<O>]) -> Vec<OpenMove> {
    let has_ended = |seat: u8| steps.iter().any(|step| step.seat == seat && matches!(step.act, Act::EndTurn));
    let open = |step: Move| OpenMove { seat: step.seat, orders: step.orders, ended: has_ended(step.seat) };
    moves(steps).into_iter().map(open).collect()
}

fn undone_step<O: serde::Serialize>(step: &Step<O>) -> UndoneStep {
    let order = match &step.act {
        Act::Order(order) => Some(JsonText::of(order)),
        Act::EndTurn => None,
    };
    UndoneStep { seat: step.seat, order }
}

/// The table of a saved game, whatever the game is; nothing if there is no file or it is damaged.
pub(crate) fn glance(path: &Path) -> Option<SavedSetup> {
    let path = existing(path)?;
    if old_save::is_one(&path) {
        return old_save::glance(&path);
    }
    let mut replay = Replay::open(&path).ok()?;
    let last = replay.by_ref().last();
    match last {
        Some(ReplayLine::Cursor(cursor)) => Some(setup(&replay.header, cursor.cursor.seat)),
        _ => None,
    }
}

fn setup(header: &Header, seat: u8) -> SavedSetup {
    let others = (0..).zip(&header.seats).filter(|(other, _)| *other != seat);
    SavedSetup {
        game: header.game.clone(),
        map_name: header.map_name.clone(),
        map: header.map.clone(),
        rules: header.rules.clone(),
        seed: header.seed.0,
        seat,
        opponents: others.map(|(_, other): (u8, _)| other.name.clone()).collect(),
    }
}

/// Where a game is saved: under this name, or under the one that it had in the first format.
fn existing(path: &Path) -> Option<PathBuf> {
    [path.to_owned(), old_save::name(path)].into_iter().find(|path| path.exists())
}

/// Reads a saved game and plays its steps again. `start` gives the state before the first of them.
///
/// # Errors
/// If there is a file that is no saved game, or can be neither read nor kept aside.
pub(crate) fn load<G: HostedGame>(
    path: &Path,
    look: Look,
    start: impl FnOnce(&SavedSetup) -> Result<G, String>,
) -> io::Result<Found<(SavedSetup, History<G>)>> {
    let Some(path) = existing(path) else { return Ok(Found::Nothing) };
    // What cannot be read is not damaged.
    File::open(&path)?;
    let revived = match old_save::is_one(&path) {
        true => old_save::revive(&path, look, start).map_err(Unusable::Damaged),
        false => revive(&path, look, start),
    };
    match revived {
        Ok(found) => Ok(Found::Game(found)),
        Err(Unusable::Foreign) => Err(io::Error::new(
            ErrorKind::InvalidData,
            "it is the replay of a match, and no saved game; `sandtable replay branch` plays on from it",
        )),
        Err(Unusable::Damaged(why)) => keep_aside(&path).map(|kept| Found::Damaged { kept, why }),
    }
}

fn revive<G: HostedGame>(
    path: &Path,
    look: Look,
    start: impl FnOnce(&SavedSetup) -> Result<G, String>,
) -> Result<(SavedSetup, History<G>), Unusable> {
    let seat = person(path)?;
    let mut replay = Replay::open(path)?;
    let table = setup(&replay.header, seat.0);
    check_header::<G>(&replay.header)?;
    let start = start(&table)?;
    if replay.header.seats.len() != usize::from(start.seats()) || seat.0 >= start.seats() {
        return Err(format!("there is no seat {seat}").into());
    }
    let mut history = History::new(start, seat, look);
    for line in replay.by_ref() {
        match line {
            ReplayLine::Turn(turn) => {
                play_turn(&mut history, &turn).map_err(|why| format!("turn {}: {why}", turn.turn))?;
            }
            ReplayLine::Cursor(cursor) => play_cursor(&mut history, &cursor)?,
            ReplayLine::End(_) => {}
        }
    }
    Ok((table, history))
}

/// The seat of the person, which the last line names.
fn person(path: &Path) -> Result<Seat, Unusable> {
    let mut replay = Replay::open(path)?;
    let last = replay.by_ref().last();
    match (replay.damage(), last) {
        (Some(damage), _) => Err(damage.to_owned().into()),
        (None, Some(ReplayLine::Cursor(cursor))) => Ok(Seat(cursor.cursor.seat)),
        (None, _) => Err(Unusable::Foreign),
    }
}

fn check_header<G: Game>(header: &Header) -> Result<(), String> {
    if header.game != G::NAME {
        return Err(format!("it holds a game of {}", header.game));
    }
    if header.rules_version != G::RULES_VERSION {
        let (played, ours) = (header.rules_version, G::RULES_VERSION);
        return Err(format!("it was played by version {played} of the rules; this program knows {ours}"));
    }
    Ok(())
}

fn play_turn<G: HostedGame>(history: &mut History<G>, turn: &Turn) -> Result<(), String> {
    let number = history.now().turn();
    // Games that count settled rounds once called the first turn 0.
    if turn.turn != number && turn.turn != number - 1 {
        return Err(format!("it is turn {number}"));
    }
    for step in &turn.moves {
        play_orders(history, Seat(step.seat), &step.orders)?;
        history.play_saved(Seat(step.seat), Act::EndTurn)?;
    }
    if history.now().digest() != turn.digest.0 {
        return Err("the game is not where it was when it was saved".into());
    }
    // Against others no turn is taken back.
    if history.now().seats() > 1 {
        history.seal();
    }
    Ok(())
}

fn play_cursor<G: HostedGame>(history: &mut History<G>, cursor: &Cursor) -> Result<(), String> {
    for step in &cursor.open {
        play_orders(history, Seat(step.seat), &step.orders)?;
        if step.ended {
            history.play_saved(Seat(step.seat), Act::EndTurn)?;
        }
    }
    let played = history.played();
    for step in &cursor.undone {
        let act = step.order.as_ref().map(read_order::<G>).transpose()?.map_or(Act::EndTurn, Act::Order);
        history.play_saved(Seat(step.seat), act)?;
    }
    history.go_back_to(played);
    Ok(())
}

fn play_orders<G: HostedGame>(
    history: &mut History<G>,
    seat: Seat,
    orders: &[JsonText],
) -> Result<(), String> {
    for order in orders {
        history.play_saved(seat, Act::Order(read_order::<G>(order)?))?;
    }
    Ok(())
}

fn read_order<G: HostedGame>(order: &JsonText) -> Result<G::Order, String> {
    serde_json::from_str(order.get()).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::tests::scratch;
    use ::breach::{Setup, Stage, State};
    use std::fs;

    const LOOK: Look = Look { lang: game::Lang::En, ascii: false, colour: true };

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
        let mut history = History::new(start(&table()).unwrap(), Seat::ONLY, LOOK);
        history.play(Seat::ONLY, Act::EndTurn);
        history.play(Seat::ONLY, Act::EndTurn);
        history.undo();
        history
    }

    #[test]
    fn a_saved_game_comes_back() {
        let path = scratch("save").join("duel.jsonl");
        assert!(matches!(load(&path, LOOK, start).unwrap(), Found::Nothing));
        save(&path, &table(), &played()).unwrap();
        assert_eq!(glance(&path), Some(table()));
        let Found::Game((found, history)) = load(&path, LOOK, start).unwrap() else { panic!("no game") };
        assert_eq!((found, history.now()), (table(), played().now()));
        assert!(history.can_redo());
    }

    #[test]
    fn a_game_of_the_first_format_is_gone_on_with() {
        let path = scratch("old").join("duel.jsonl");
        let old = r#"{"format":"sandtable-save-1","table":{"game":"breach","map_name":"duel","map":"0 2\n3 1 T\n3 6 B\n","rules":"stage4","seed":0,"seat":0,"opponents":[]},"steps":[{"seat":0,"act":"end_turn"},{"seat":0,"act":"end_turn"}],"played":1}"#;
        fs::write(path.with_extension("json"), old).unwrap();
        assert_eq!(glance(&path), Some(table()));
        let Found::Game((found, history)) = load(&path, LOOK, start).unwrap() else { panic!("no game") };
        assert_eq!((found, history.now()), (table(), played().now()));
        assert!(history.can_redo());
        for (one, other) in [("end_turn", "order"), ("\"played\":1", "\"played\":7"), ("save-1", "save-9")] {
            fs::write(path.with_extension("json"), old.replace(one, other)).unwrap();
            let Found::Damaged { kept, .. } = load(&path, LOOK, start).unwrap() else {
                panic!("taken: {other}")
            };
            assert!(kept.exists() && !path.with_extension("json").exists());
        }
    }

    #[test]
    fn a_damaged_save_is_kept_aside() {
        let path = scratch("aside").join("duel.jsonl");
        save(&path, &table(), &played()).unwrap();
        let whole = fs::read_to_string(&path).unwrap();
        let damages = [
            whole[..whole.len() / 2].to_string(),
            whole.replace("\"replay\":2", "\"replay\":9"),
            whole.replace("\"seat\":0}", "\"seat\":3}"),
            whole.replace("\"rules_version\":1", "\"rules_version\":7"),
            whole.replace("0 2\\n3 1 T", "0 2\\n3 1 Q"),
            whole.replace("\"turn\":1,\"moves\"", "\"turn\":2,\"moves\""),
            String::new(),
        ];
        for damage in damages {
            assert_ne!(damage, whole);
            fs::write(&path, &damage).unwrap();
            let Found::Damaged { kept, why } = load(&path, LOOK, start).unwrap() else {
                panic!("taken: {damage}")
            };
            assert_eq!(fs::read_to_string(kept).unwrap(), damage);
            assert!(!why.is_empty() && !path.exists());
        }
    }

    #[test]
    fn the_replay_of_a_match_is_left_alone() {
        let path = scratch("match").join("duel.jsonl");
        let mut history = played();
        history.seal();
        save(&path, &table(), &history).unwrap();
        let whole = fs::read_to_string(&path).unwrap();
        let cursor = whole.lines().last().unwrap();
        let end = r#"{"end":[{"place":1,"score":1}],"turns":1,"check":"0000000000000000"}"#;
        fs::write(&path, whole.replace(cursor, end)).unwrap();
        let said = load(&path, LOOK, start).unwrap_err().to_string();
        assert!(said.contains("it is the replay of a match"), "{said}");
        assert!(path.exists());
    }
}
