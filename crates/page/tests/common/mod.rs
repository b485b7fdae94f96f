//! Films of matches between built-in bots.

use game::replay::{Header, Hex, Move, Occupant, Turn, VERSION, Verdict};
use game::{Seat, Title};
use page::Film;

/// What is played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Match {
    pub(crate) title: &'static dyn Title,
    pub(crate) map: &'static str,
    pub(crate) rules: &'static str,
    pub(crate) bots: &'static [&'static str],
    pub(crate) most_turns: u32,
    pub(crate) seed: u64,
}

/// Plays it, writes it down as a replay, and films the replay.
pub(crate) fn film(wanted: &Match) -> Film {
    let map = wanted.title.maps().iter().find(|(name, _)| *name == wanted.map).expect("the map exists").1;
    film_on(wanted, map)
}

/// The same on a map of its own.
pub(crate) fn film_on(wanted: &Match, map: &str) -> Film {
    let (header, turns) = play(wanted, map);
    page::replay::film(wanted.title, &header, turns).expect("a replay just written can be filmed")
}

fn play(wanted: &Match, map: &str) -> (Header, Vec<Turn>) {
    let mut table =
        wanted.title.start(map.as_bytes(), wanted.rules, wanted.seed).expect("the map can be played");
    let seats = 0..table.seats();
    let mut bots: Vec<_> = seats
        .clone()
        .map(|seat| {
            let name = wanted.bots[usize::from(seat) % wanted.bots.len()];
            bots::built_in(name, &*table, wanted.seed + u64::from(seat)).expect("the bot exists")
        })
        .collect();
    let mut turns = Vec::new();
    while turns.len() < wanted.most_turns as usize && !table.to_move().is_empty() {
        let (turn, awaited) = (table.turn(), table.to_move());
        let moves = awaited.iter().map(|seat| orders(&mut *bots[seat.index()], &mut *table, seat)).collect();
        awaited.iter().for_each(|seat| table.end_turn(seat).expect("the seat is to move"));
        table.forget_events();
        let digest = Hex(table.digest());
        turns.push(Turn { turn, moves, digest, check: Hex(0), measured: Vec::new() });
    }
    let occupant = |seat: u8| Occupant {
        name: wanted.bots[usize::from(seat) % wanted.bots.len()].to_string(),
        bot: seat.into(),
    };
    let header = Header {
        replay: VERSION,
        game: wanted.title.name().into(),
        rules: wanted.rules.into(),
        map_name: wanted.map.into(),
        map: map.into(),
        seed: Hex(wanted.seed),
        seats: seats.map(occupant).collect(),
        clock: String::new(),
        branched_after: None,
        measured: serde_json::Value::Null,
    };
    (header, turns)
}

/// Lets a bot give its orders; every tenth turn it leaves a note, so that notes are filmed too.
fn orders(bot: &mut dyn bots::Player, table: &mut dyn game::Table, seat: Seat) -> Move {
    let mut script = bots::Script::default();
    let turn = table.turn();
    bot.play(table, seat, Some(&mut script));
    let (orders, answers): (Vec<_>, Vec<_>) =
        script.lines.into_iter().map(|(order, answer)| (order, Verdict::from(answer))).unzip();
    let note = (turn % 10 == 0).then(|| format!("{} orders in turn {turn}", orders.len()));
    Move { seat: seat.0, orders, answers, note, faults: Vec::new(), out: false }
}
