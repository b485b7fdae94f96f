//! Matches, written down as replays and filmed.

use game::replay::{Header, Hex, Measured, Move, OrderResult, ReplayLine, SeatedBot, Turn, VERSION};
use game::{DynGame, GameEntry, JsonText, NewMap, Seat};
use page::Film;

/// What is played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Match {
    pub(crate) entry: &'static dyn GameEntry,
    pub(crate) map: &'static str,
    pub(crate) rules: &'static str,
    /// Names of built-in bots, for the seats in turn. `dice` is no bot of the program but one of
    /// these tests, so that its games never change.
    pub(crate) bots: &'static [&'static str],
    pub(crate) most_turns: u32,
    pub(crate) seed: u64,
}

/// Plays a match and films its replay.
pub(crate) fn film(wanted: &Match) -> Film {
    let map = wanted.entry.maps().iter().find(|(name, _)| *name == wanted.map).expect("the map exists").1;
    film_on(wanted, map)
}

/// The largest game of deepblue that a page has to be small and fluid for.
pub(crate) fn large_deepblue() -> Film {
    let wanted = NewMap { seed: 5, rows: Some(60), cols: Some(60), style: None };
    let map = deepblue::ENTRY.new_map(wanted).expect("a map of this size can be made");
    let bots = &["greedy", "greedy"];
    film_on(
        &Match { entry: deepblue::ENTRY, map: "60 x 60", rules: "document", bots, most_turns: 200, seed: 3 },
        &map,
    )
}

fn film_on(wanted: &Match, map: &str) -> Film {
    let (header, turns) = play(wanted, map);
    let mut lines = turns.into_iter().map(ReplayLine::Turn);
    let (film, _) =
        page::replay::film(wanted.entry, &header, &mut lines).expect("a replay just written can be filmed");
    film
}

/// Somebody who gives the orders of a turn.
type Orders = Box<dyn FnMut(&mut dyn DynGame, Seat) -> Move>;

fn play(wanted: &Match, map: &str) -> (Header, Vec<Turn>) {
    let mut table =
        wanted.entry.start(map.as_bytes(), wanted.rules, wanted.seed).expect("the map can be played");
    let seats = 0..table.seats();
    let name = |seat: u8| wanted.bots[usize::from(seat) % wanted.bots.len()];
    let mut bots: Vec<Orders> = seats
        .clone()
        .map(|seat| match name(seat) {
            "dice" => dice(wanted.seed ^ u64::from(seat)),
            name => built_in(name, &*table, wanted.seed + u64::from(seat)),
        })
        .collect();
    let mut turns = Vec::new();
    while turns.len() < wanted.most_turns as usize && !table.to_move().is_empty() {
        let (turn, awaited) = (table.turn(), table.to_move());
        let moves: Vec<Move> = awaited.iter().map(|seat| bots[seat.index()](&mut *table, seat)).collect();
        awaited.iter().for_each(|seat| table.end_turn(seat).expect("the seat is to move"));
        table.forget_events();
        // Bots inside the program are not measured.
        let cpu_us = |step: &Move| match name(step.seat) {
            "dice" => 900 + 40 * step.orders.len() as u64,
            _ => 0,
        };
        let measured = moves.iter().map(|step| Measured { cpu_us: cpu_us(step), wall_us: 2000 }).collect();
        turns.push(Turn::new(turn, moves, Hex(table.digest()), measured));
    }
    let occupant = |seat: u8| SeatedBot { name: name(seat).to_string(), bot: seat.into() };
    let header = Header {
        replay: VERSION,
        game: wanted.entry.name().into(),
        rules: wanted.rules.into(),
        rules_version: wanted.entry.rules_version(),
        map_hash: String::new(),
        map_name: wanted.map.into(),
        map: map.into(),
        seed: Hex(wanted.seed),
        seats: seats.map(occupant).collect(),
        clock: String::new(),
        branched_after: None,
        measured: JsonText::default(),
    };
    (header, turns)
}

fn built_in(name: &str, table: &dyn DynGame, seed: u64) -> Orders {
    let mut bot = bots::built_in(name, table, seed).expect("the bot exists");
    Box::new(move |table, seat| {
        let mut script = bots::Script::default();
        bot.play(table, seat, Some(&mut script));
        let (orders, answers) =
            script.lines.into_iter().map(|(order, answer)| (order, OrderResult::from(answer))).unzip();
        Move { seat: seat.0, orders, answers, ..Move::default() }
    })
}

/// Gives a few legal orders by throwing dice, sometimes one that makes no sense, and leaves notes.
fn dice(seed: u64) -> Orders {
    let mut random = board::SplitMix64::new(seed);
    Box::new(move |table, seat| {
        let mut step = Move { seat: seat.0, ..Move::default() };
        let turn = table.turn();
        if turn % 3 == 0 {
            step.note = Some(format!("thinking about turn {turn}"));
            step.answers.push(table.submit(seat, "null").into());
            step.orders.push(JsonText::default());
        }
        for _ in 0..10 {
            let legal = table.legal(seat);
            let Some(order) = legal.get(random.below(legal.len().max(1) as u64) as usize) else { break };
            let order = JsonText::of(order);
            step.answers.push(table.submit(seat, order.get()).into());
            step.orders.push(order);
        }
        step
    })
}
